//! What may be wrong with the data of a paper that its form does not show.

use super::{Compare, Experiment, Figure, Kind, Paper, Row, split};
use std::collections::HashSet;

/// The first thing that is wrong, and where.
pub(super) fn problem(paper: &Paper) -> Option<(String, String)> {
    let mut ids = HashSet::new();
    for experiment in &paper.experiments {
        if !ids.insert(&experiment.id) {
            return Some((experiment.id.clone(), "this id is given twice".to_owned()));
        }
        let mut names = HashSet::new();
        for row in &experiment.rows {
            let found = match names.insert(&row.name) {
                false => Some("this name is given twice".to_owned()),
                true => row_problem(paper, experiment, row),
            };
            if let Some(found) = found {
                return Some((format!("{}/{}", experiment.id, row.name), found));
            }
        }
    }
    None
}

fn row_problem(paper: &Paper, experiment: &Experiment, row: &Row) -> Option<String> {
    let settings = row.settings(experiment);
    let missing = |name: &str, is_missing: bool| is_missing.then(|| format!("{name} is missing"));
    let with_people = experiment.kind == Kind::People;
    if with_people != (row.compare == Compare::NeedsPeople) {
        return Some("needs-people goes with the kind people".to_owned());
    }
    use Figure::{Best, Likelihood, Points, Results, Steps};
    let of_sample = match experiment.kind {
        Kind::Match => [Results, Points, Best, Steps]
            .map(Some)
            .contains(&settings.figure),
        Kind::Fit => settings.figure == Some(Likelihood),
        _ => false,
    };
    if row.compare == Compare::Distribution && !of_sample {
        return Some(
            "distribution goes with results, points, best or steps of a match, and with the \
             likelihood of a fit"
                .to_owned(),
        );
    }
    let is_published =
        row.published.is_some() || row.published_text.is_some() || row.results.is_some();
    if is_published && settings.source.is_none() {
        return Some("source is missing: where was this published?".to_owned());
    }
    let is_measure = row.compare == Compare::Measure;
    if (with_people || is_measure) != row.expected.is_none() {
        return Some("expected goes with everything that is judged, and only with that".to_owned());
    }
    let is_first = experiment.rows.first() == Some(row);
    let may_measure = match experiment.kind {
        Kind::Match => true,
        Kind::Search => is_first,
        _ => false,
    };
    if is_measure && !may_measure {
        return Some("only matches and the first of some searches are measures".to_owned());
    }
    let measures = |first: &Row| first.compare == Compare::Measure;
    let is_bounded = row.above.or(row.below).is_some();
    let is_measured =
        experiment.kind == Kind::Search && row.compare == Compare::Claim && !is_bounded;
    if is_measured && !experiment.rows.first().is_some_and(measures) {
        return Some("there is no measure before this claim".to_owned());
    }
    let found = match experiment.kind {
        Kind::People => None,
        Kind::Evaluations => missing("positions", experiment.positions.is_empty())
            .or(missing("node", row.node.is_none()))
            .or(missing("move", row.played.is_none()))
            .or(missing("published", row.published.is_none())),
        Kind::Claims => missing("of", row.of.is_none())
            .or(missing("figure", settings.figure.is_none()))
            .or_else(|| references(paper, experiment, row)),
        Kind::Fit => missing("of", row.of.is_none())
            .or(missing("replace", row.replace.is_none()))
            .or_else(|| references(paper, experiment, row)),
        Kind::Counts => {
            missing("results", row.results.is_none()).or(missing("against", row.against.is_none()))
        }
        Kind::Standing => missing("game", settings.game.is_none())
            .or(missing("position", row.position.is_none()))
            .or(missing("published", row.published.is_none())),
        Kind::Readings => missing("published", is_first && row.published.is_none()),
        Kind::Game | Kind::Search | Kind::Match | Kind::Agreement => {
            missing("game", settings.game.is_none())
                .or(missing("agents", settings.agents.is_none()))
        }
    };
    let counts_games = matches!(experiment.kind, Kind::Match | Kind::Agreement);
    let plays_games = counts_games || matches!(experiment.kind, Kind::Fit | Kind::Readings);
    found
        .or(missing("games", plays_games && settings.games.is_none()))
        .or(missing("figure", counts_games && settings.figure.is_none()))
        .or_else(|| {
            // A game has a winner, and searches are compared with each other.
            let has_bounds = !matches!(experiment.kind, Kind::Game | Kind::Search);
            let is_claim = row.compare == Compare::Claim && has_bounds;
            missing("above or below", is_claim && !is_bounded)
        })
        .or_else(|| {
            let is_sampled = row.compare == Compare::Distribution && experiment.kind == Kind::Match;
            let has_results = settings.figure == Some(Results);
            // How far a share may be off depends on how many games were published.
            let counted = row.results.iter().flatten().any(|&games| games > 0);
            missing(
                "published",
                is_sampled && !has_results && row.published.is_none(),
            )
            .or(missing("results", is_sampled && has_results && !counted))
        })
        .or_else(|| match &row.position {
            Some(name) if !name.contains(' ') && !experiment.positions.contains_key(name) => {
                Some(format!("there is no position {name}"))
            }
            _ => None,
        })
}

/// Whether all rows that a claim speaks of are there, in experiments before its own.
fn references(paper: &Paper, experiment: &Experiment, row: &Row) -> Option<String> {
    let lists = [&row.of, &row.less, &row.per];
    lists.into_iter().flatten().flatten().find_map(|reference| {
        let earlier = paper
            .experiments
            .iter()
            .take_while(|other| other.id != experiment.id);
        let is_there = split(reference).is_some_and(|(id, name)| {
            earlier
                .filter(|other| other.id == id)
                .any(|other| other.rows.iter().any(|row| row.name == name))
        });
        (!is_there).then(|| format!("there is no earlier row {reference}"))
    })
}
