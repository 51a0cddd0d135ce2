//! Papers and experiments by name.

use crate::data::{Experiment, Paper};
use papan_core::spec::SpecError;

/// An experiment and the paper it belongs to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chosen<'a> {
    /// The paper.
    pub paper: &'a Paper,
    /// The experiment.
    pub experiment: &'a Experiment,
}

/// Every experiment.
pub fn everything(papers: &[Paper]) -> Vec<Chosen<'_>> {
    papers.iter().flat_map(of_paper).collect()
}

fn of_paper(paper: &Paper) -> impl Iterator<Item = Chosen<'_>> {
    let experiments = paper.experiments.iter();
    experiments.map(move |experiment| Chosen { paper, experiment })
}

/// The experiments that some names mean: a paper, or an experiment as `paper/experiment`.
/// They come in the order of the papers, each once; no names mean everything.
///
/// ```
/// use papan_papers::{data, select};
///
/// let papers = data::all().unwrap();
/// assert_eq!(select::named(&papers, &["othello-negamax/choice"]).unwrap().len(), 1);
/// let error = select::named(&papers, &["otello-negamax"]).unwrap_err();
/// assert!(error.to_string().contains("did you mean 'othello-negamax'?"));
/// ```
pub fn named<'a>(papers: &'a [Paper], names: &[&str]) -> Result<Vec<Chosen<'a>>, SpecError> {
    if names.is_empty() {
        return Ok(everything(papers));
    }
    let mut wanted = Vec::new();
    for name in names {
        let (paper_name, id) = match name.split_once('/') {
            Some((paper, id)) => (paper, Some(id)),
            None => (*name, None),
        };
        let known = papers.iter().map(|paper| paper.name.as_str());
        let paper = find(papers, known, "paper", paper_name)?;
        match id {
            None => wanted.extend(of_paper(paper)),
            Some(id) => {
                let known = paper.experiments.iter().map(|known| known.id.as_str());
                let experiment = find(&paper.experiments, known, "experiment", id)?;
                wanted.push(Chosen { paper, experiment });
            }
        }
    }
    let mut all = everything(papers);
    all.retain(|chosen| wanted.contains(chosen));
    Ok(all)
}

fn find<'a, T>(
    items: &'a [T],
    known: impl Iterator<Item = &'a str> + Clone,
    what: &'static str,
    name: &str,
) -> Result<&'a T, SpecError> {
    let is_meant = |known: &str| known.eq_ignore_ascii_case(name.trim());
    match known.clone().position(is_meant) {
        Some(index) => Ok(&items[index]),
        None => Err(SpecError::unknown(what, name, known)),
    }
}
