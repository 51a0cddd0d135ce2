// Pictures of an animation.

import assert from "node:assert/strict";
import test from "node:test";
import { pictureAt } from "../../assets/lib/picture.js";

const ANIMATION = {
  view_box: "0 0 20 10",
  frames: 3,
  paints: ['fill="red"', 'fill="blue"'],
  shapes: /** @type {[number, string, number[]][]} */ ([
    [0, "<one/>", [0]],
    [1, "<two/>", [1, 2]],
    [0, "<three/>", [0, 1, 2]],
  ]),
};

test("shapes come and go, in their order and with their paint", () => {
  const inside = (/** @type {number} */ at) => pictureAt(ANIMATION, at).replaceAll(/<svg [^>]*>|<\/svg>/g, "");
  assert.equal(inside(0), '<g fill="red"><one/></g><g fill="red"><three/></g>');
  assert.equal(inside(1), '<g fill="red"><one/></g><g fill="blue"><two/></g>');
  assert.equal(inside(2), inside(0));
  assert.match(pictureAt(ANIMATION, 0), /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 20 10">/);
});
