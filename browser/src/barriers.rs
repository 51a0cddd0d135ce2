//! What axe-core finds on a page.

use crate::Browser;
use std::{
    env, fs,
    path::{Path, PathBuf},
};

const ADVICE: &str = "axe-core is missing; bring it with: cargo xtask test --only browser";

/// Where `cargo xtask` puts it.
fn axe() -> PathBuf {
    let usual = "../target/page/node_modules/axe-core/axe.min.js";
    let usual = || Path::new(env!("CARGO_MANIFEST_DIR")).join(usual);
    env::var_os("AXE").map_or_else(usual, PathBuf::from)
}

impl Browser {
    /// The barriers of the page that is shown: WCAG A and AA, and targets large enough.
    pub async fn barriers(&self) -> Vec<String> {
        let axe = fs::read_to_string(axe()).expect(ADVICE);
        // Past the page's own policy, as a person's own tools are.
        let source = serde_json::json!({ "expression": axe });
        self.devtools("Runtime.evaluate", source).await;
        let found = self
            .awaited(
                "axe.run({
                   runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
                   rules: { 'target-size': { enabled: true } },
                 }).then((found) => found.violations.map((each) =>
                   `${each.id}: ${each.help}: ${each.nodes.slice(0, 5).map((node) => node.target + ' ' + node.failureSummary).join(' | ')}`))",
            )
            .await;
        let found = found.as_array().unwrap_or_else(|| panic!("axe: {found}"));
        let text = |each: &serde_json::Value| each.as_str().unwrap_or_default().to_owned();
        found.iter().map(text).collect()
    }
}
