//! The workers of the page without a server: which there are, and how they are lost.

use crate::Browser;
use serde_json::{Value, json};
use std::time::Duration;

/// Some of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Workers {
    /// Those that agents think in.
    Thinkers,
    /// The one that keeps the games.
    Host,
    /// All: those that agents think in go with the one that has started them.
    All,
}

impl Workers {
    /// Whether a lock is held by one of them, in the page.
    fn is_theirs(self) -> &'static str {
        match self {
            Workers::Thinkers => "(name) => name.includes(' ')",
            Workers::Host => "(name) => !name.includes(' ')",
            Workers::All => "() => true",
        }
    }
}

impl Browser {
    /// The names of the locks that workers hold for as long as they live, once there are any.
    pub async fn workers(&self, which: Workers) -> Vec<String> {
        let alive = self.alive(which);
        let names = self
            .until("a worker", &format!("{alive}.length > 0 && {alive}"))
            .await;
        let names = names.as_array().expect("names").iter();
        names
            .map(|name| name.as_str().expect("a name").to_owned())
            .collect()
    }

    /// Waits until one of those that were alive is gone.
    pub async fn until_one_is_gone(&self, which: Workers, before: &[String]) {
        let alive = self.alive(which);
        let gone = format!("!{}.every((name) => {alive}.includes(name))", json!(before));
        self.until("a worker to be gone", &gone).await;
    }

    /// Those that are alive, as an expression. Waiting looks at what changes in the page, so it is told there.
    fn alive(&self, which: Workers) -> String {
        format!(
            "(window.watchingWorkers ??= setInterval(async () => {{
               const {{ held }} = await navigator.locks.query();
               const names = held.map(({{ name }}) => name).filter((name) => name.startsWith('papan-worker-'));
               document.documentElement.dataset.workers = names.sort().join(',');
             }}, 50), (document.documentElement.dataset.workers ?? '').split(',').filter(Boolean).filter({}))",
            which.is_theirs()
        )
    }

    /// Ends all of these workers as a crash would: they say nothing. There must be some, and afterwards none of them is
    /// alive. One that thinks hears of it only when it has thought; with the one that keeps the games it goes at once.
    pub async fn kill_workers(&self, which: Workers) {
        let before = self.workers(which).await;
        if which == Workers::Thinkers {
            self.reach_thinkers().await;
        }
        let close = ("Runtime.evaluate", json!({ "expression": "self.close()" }));
        let targets = self.worker_targets(which).await;
        assert!(!targets.is_empty(), "there is no worker of {which:?}");
        for target in &targets {
            self.tell_worker(target, &close).await;
        }
        let gone = format!(
            "!{}.some((name) => {}.includes(name))",
            self.alive(which),
            json!(before)
        );
        self.until("the workers to be gone", &gone).await;
    }

    /// These workers as the browser's own tools know them. Who thinks was started by the one that keeps the games.
    async fn worker_targets(&self, which: Workers) -> Vec<Value> {
        let all = json!({ "filter": [{ "type": "worker" }] });
        let told = self.devtools("Target.getTargets", all).await;
        let workers = told["targetInfos"].as_array().expect("targets");
        let is_nested = |target: &&Value| {
            let mut others = workers.iter();
            others.any(|other| other["targetId"] == target["parentId"])
        };
        let theirs = workers.iter().filter(|target| match which {
            Workers::Thinkers => is_nested(target),
            Workers::Host => !is_nested(target),
            Workers::All => true,
        });
        theirs.cloned().collect()
    }

    /// Workers of workers hear the tools only once those have asked the worker between them for its own.
    async fn reach_thinkers(&self) {
        let attach =
            json!({ "autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true });
        for host in self.worker_targets(Workers::Host).await {
            self.tell_worker(&host, &("Target.setAutoAttach", attach.clone()))
                .await;
        }
        for _ in 0..1_000 {
            let thinkers = self.worker_targets(Workers::Thinkers).await;
            if !thinkers.is_empty() && thinkers.iter().all(|target| target["url"] != "") {
                return;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        panic!("the tools do not find the workers that agents think in");
    }

    /// Says something to a worker over the tools; one that another one has taken along is gone by now.
    async fn tell_worker(&self, target: &Value, (method, parameters): &(&str, Value)) {
        let id = json!({ "targetId": target["targetId"], "flatten": false });
        let tools = self.driver.cdp();
        if let Ok(session) = tools.send_raw("Target.attachToTarget", id).await {
            let message = json!({ "id": 1, "method": method, "params": parameters }).to_string();
            let message = json!({ "sessionId": session["sessionId"], "message": message });
            let _ = tools.send_raw("Target.sendMessageToTarget", message).await;
        }
    }
}
