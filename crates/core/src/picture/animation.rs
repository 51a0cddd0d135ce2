//! Pictures that follow each other, in which what stays is written once.

use super::{Picture, Short, Theme};
use serde::Serialize;

/// The pictures of a game that goes by. A shape that stays from one picture to the next is
/// there once, so that a whole game is hardly larger than its last positions.
///
/// To show the picture with the number *n*, keep the shapes of which an odd number of
/// bounds is at most *n*, in their order, each in a group (`<g>`) with the attributes of its paint.
///
/// ```
/// use papan_core::picture::{Animation, Colour, Picture, Shape, Theme};
///
/// let ink = Colour::new("ink", "#222222");
/// let dot = |x| Shape::circle(x, 5.0, 4.0).fill(ink);
/// let mut pictures = vec![Picture::new(20.0, 10.0); 2];
/// pictures[0].add(dot(5.0));
/// pictures[1].add(dot(5.0)).add(dot(15.0));
/// let both = Animation::new(&pictures, Theme::Page);
/// assert_eq!((both.shapes.len(), both.frames), (2, 2));
/// assert_eq!(both.shapes[1].2, [1]);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Animation {
    /// What the `viewBox` of every picture is.
    pub view_box: String,
    /// How many pictures there are.
    pub frames: usize,
    /// The attributes that paint shapes.
    pub paints: Vec<String>,
    /// For each shape the index of its paint, its element, and its bounds: the numbers of the pictures
    /// in which it comes and, by turns, those in which it is gone again.
    pub shapes: Vec<(usize, String, Vec<usize>)>,
}

impl Animation {
    /// Pictures of one size.
    pub fn new(pictures: &[Picture], theme: Theme) -> Animation {
        let view_box = pictures.first().map_or_else(String::new, |first| {
            format!("0 0 {} {}", Short(first.width), Short(first.height))
        });
        let mut animation = Animation {
            view_box,
            frames: pictures.len(),
            paints: Vec::new(),
            shapes: Vec::new(),
        };
        for (frame, picture) in pictures.iter().enumerate() {
            animation.follow(frame, picture, theme);
        }
        animation
    }

    fn follow(&mut self, frame: usize, picture: &Picture, theme: Theme) {
        let mut shown = vec![false; self.shapes.len()];
        // Whatever is painted later stands later, so the search goes on where it ended.
        let mut next = 0;
        for shape in &picture.shapes {
            let paint = self.paint(shape.paint(theme));
            let is_same =
                |known: &(usize, String, Vec<usize>)| known.0 == paint && known.1 == shape.element;
            match self.shapes[next..].iter().position(is_same) {
                Some(ahead) => next += ahead,
                None => {
                    let new = (paint, shape.element.clone(), Vec::new());
                    self.shapes.insert(next, new);
                    shown.insert(next, false);
                }
            }
            shown[next] = true;
            next += 1;
        }
        for ((_, _, bounds), shown) in self.shapes.iter_mut().zip(shown) {
            if shown != (bounds.len() % 2 == 1) {
                bounds.push(frame);
            }
        }
    }

    fn paint(&mut self, paint: String) -> usize {
        let known = self.paints.iter().position(|known| *known == paint);
        known.unwrap_or_else(|| {
            self.paints.push(paint);
            self.paints.len() - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Colour, Shape};

    #[test]
    fn every_picture_comes_out_as_it_went_in() {
        let colour = Colour::new("ink", "#222222");
        let picture = |places: &[i32]| {
            let mut picture = Picture::new(9.0, 9.0);
            for &x in places {
                picture.add(Shape::circle(f64::from(x), 1.0, 1.0).fill(colour));
            }
            picture
        };
        let orders = [&[1, 2, 3][..], &[1, 4, 3], &[3, 1], &[1, 2, 3, 4], &[]];
        let animation = Animation::new(&orders.map(picture), Theme::Light);
        for (frame, places) in orders.into_iter().enumerate() {
            let shown: Vec<&str> = (animation.shapes.iter())
                .filter(|(_, _, bounds)| {
                    bounds.iter().filter(|bound| **bound <= frame).count() % 2 == 1
                })
                .map(|(_, element, _)| element.as_str())
                .collect();
            let wanted = picture(places);
            let wanted: Vec<&str> = (wanted.shapes.iter())
                .map(|shape| shape.element.as_str())
                .collect();
            assert_eq!(shown, wanted, "{frame}");
        }
    }
}
