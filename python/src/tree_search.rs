//! Monte Carlo tree search with values and priors from Python, in batches.

use crate::{
    arrays::{self, Arrays},
    errors::PapanError,
    game::Game,
    state::State,
    tree::{Arrival, Leaf, Settings, Tree},
};
use numpy::{
    AllowTypeChange, PyArray1, PyArray2, PyArrayLikeDyn, PyArrayMethods, PyUntypedArrayMethods,
};
use papan_core::{MAX_SEATS, Random};
use pyo3::{prelude::*, types::PyTuple};

/// Monte Carlo tree search (PUCT) with values and priors of one's own, for several games at a time.
///
/// A network sees whole batches, from all games together: :meth:`run` calls it with them. Who would
/// rather call it themselves asks :meth:`leaves` for positions that want values and priors, and gives
/// those to :meth:`backup`.
///
/// >>> import numpy
/// >>> state = papan.load_game("congklak").new_initial_state()
/// >>> search = papan.TreeSearch([state])
/// >>> while min(search.simulations()) < 100:
/// ...     observations, masks = search.leaves(8)
/// ...     search.backup(numpy.zeros(len(masks), numpy.float32), masks.astype(numpy.float32))
/// >>> search.best_actions()[0] in state.legal_actions(), search.visits().shape
/// (True, (1, 7))
#[pyclass(module = "papan", name = "TreeSearch")]
pub(crate) struct TreeSearch {
    game: Game,
    states: Vec<State>,
    trees: Vec<Tree>,
    waiting: Vec<Leaf>,
    /// The game whose turn it is to be searched.
    next: usize,
    settings: Settings,
    random: Random,
}

/// The most leaves of a batch.
const MOST_LEAVES: usize = 1_000_000;

impl TreeSearch {
    /// Begins up to `batch` simulations, one game after the other. Those that end with the game are
    /// done; the leaves of the others wait.
    fn gather(&mut self, batch: usize) {
        let mut blocked = vec![false; self.trees.len()];
        let mut open = self.trees.len();
        let mut begun = 0;
        while begun < batch && open > 0 {
            let number = self.next;
            self.next = (number + 1) % self.trees.len();
            if blocked[number] {
                continue;
            }
            begun += 1;
            let tree = &mut self.trees[number];
            let is_blocked = match tree.descend(number, &self.settings) {
                Arrival::Leaf(leaf) => {
                    tree.lend(&leaf.path);
                    // Nothing is known yet at the root: there is no second way.
                    let is_root = leaf.path.is_empty();
                    self.waiting.push(leaf);
                    is_root
                }
                Arrival::End(path, worths) => {
                    tree.lend(&path);
                    tree.give_back(&path, &worths);
                    false
                }
                Arrival::Taken => true,
            };
            if is_blocked {
                blocked[number] = true;
                open -= 1;
            }
        }
    }

    /// Ends the simulations of the leaves that wait, with values and priors of the right lengths.
    fn take(&mut self, values: &[f32], priors: &[f32], each_seat: bool) {
        let (seats, actions) = (self.game.game.seats(), self.game.game.actions());
        for (number, leaf) in std::mem::take(&mut self.waiting).into_iter().enumerate() {
            let mut worths = [0.0; MAX_SEATS];
            if each_seat {
                worths[..seats].copy_from_slice(&values[number * seats..][..seats]);
            } else {
                worths[leaf.seat] = values[number];
                worths[1 - leaf.seat] = -values[number];
            }
            let tree = &mut self.trees[leaf.tree];
            tree.expand(&leaf, &priors[number * actions..][..actions]);
            if leaf.path.is_empty() && self.settings.noise > 0.0 {
                tree.disturb(&self.settings, &mut self.random);
            }
            tree.give_back(&leaf.path, &worths);
        }
    }

    /// Ends the simulations of the leaves that wait, for which there is no answer.
    fn forget(&mut self) {
        for leaf in std::mem::take(&mut self.waiting) {
            self.trees[leaf.tree].take_back(&leaf.path);
        }
    }

    /// Has the leaves that wait evaluated.
    fn ask(
        slf: &Bound<'_, TreeSearch>,
        evaluate: &Bound<'_, PyAny>,
        leaves: Arrays<'_>,
    ) -> PyResult<()> {
        let (observations, masks) = leaves;
        let answer = evaluate.call1((observations, &masks))?;
        let (values, priors) = match answer.cast::<PyTuple>() {
            Ok(both) => both.extract()?,
            // Without priors all legal actions are alike.
            Err(_) => (answer, masks.into_any()),
        };
        let (values, priors) = (values.extract()?, priors.extract()?);
        TreeSearch::changed(slf)?.backup(slf.py(), values, priors)
    }

    /// The search, unless another thread is at work on it.
    fn changed<'py>(slf: &Bound<'py, TreeSearch>) -> PyResult<PyRefMut<'py, TreeSearch>> {
        slf.try_borrow_mut()
            .map_err(|_| PapanError::new_err("another thread is at work on this search"))
    }
}

#[pymethods]
impl TreeSearch {
    #[new]
    #[pyo3(signature = (states, *, exploration=1.5, first_play_reduction=0.2, noise=0.0, noise_share=0.25, seed=0))]
    fn new(
        states: Vec<PyRef<'_, State>>,
        exploration: f32,
        first_play_reduction: f32,
        noise: f32,
        noise_share: f32,
        seed: u64,
    ) -> PyResult<TreeSearch> {
        let states: Vec<State> = states.iter().map(|state| (**state).clone()).collect();
        let Some(first) = states.first() else {
            return Err(PapanError::new_err("there is no state to search"));
        };
        let game = first.game.clone();
        for state in &states {
            if state.game.game.name() != game.game.name() {
                return Err(PapanError::new_err("all states must be of one game"));
            }
            if state.position.turn().is_none() {
                return Err(PapanError::new_err(
                    "a game that is over has no move to choose",
                ));
            }
        }
        let settings = [exploration, first_play_reduction, noise];
        if !settings.iter().all(|number| number.is_finite()) {
            return Err(PapanError::new_err(
                "exploration, first_play_reduction and noise must be finite numbers",
            ));
        }
        if !(exploration >= 0.0 && noise >= 0.0 && (0.0..=1.0).contains(&noise_share)) {
            return Err(PapanError::new_err(
                "exploration and noise cannot be negative, and noise_share is from 0 to 1",
            ));
        }
        let trees = states.iter().map(|state| Tree {
            root: state.position.clone(),
            nodes: Vec::new(),
            simulations: 0,
        });
        Ok(TreeSearch {
            trees: trees.collect(),
            states,
            waiting: Vec::new(),
            next: 0,
            settings: Settings {
                exploration,
                first_play_reduction,
                noise,
                noise_share,
            },
            random: Random::new(seed),
            game,
        })
    }

    /// Up to ``batch`` positions that want a value and priors, shared out over the games:
    /// observations and masks of legal actions. Fewer where simulations end with the game or meet
    /// a leaf that waits; there may be none. All of them want an answer from :meth:`backup` before
    /// there are others.
    fn leaves<'py>(&mut self, py: Python<'py>, batch: usize) -> PyResult<Arrays<'py>> {
        if !self.waiting.is_empty() {
            return Err(PapanError::new_err(
                "there are leaves that wait for their values: call backup first",
            ));
        }
        if !(1..=MOST_LEAVES).contains(&batch) {
            return Err(PapanError::new_err(format!(
                "a batch has 1 to {MOST_LEAVES} leaves, not {batch}"
            )));
        }
        py.detach(|| self.gather(batch));
        let positions = self.waiting.iter().map(|leaf| &*leaf.position);
        arrays::of(py, &self.game, positions)
    }

    /// The positions of the leaves that wait, as texts.
    fn leaf_positions(&self) -> Vec<String> {
        self.waiting
            .iter()
            .map(|leaf| leaf.position.text())
            .collect()
    }

    /// Takes the values and priors of the leaves that wait. Values are from -1 to 1, for the player
    /// to move there; with more than two players there is one for each. Priors need not add up
    /// to 1, and those of illegal actions do not count.
    fn backup(
        &mut self,
        py: Python<'_>,
        values: PyArrayLikeDyn<'_, f32, AllowTypeChange>,
        priors: PyArrayLikeDyn<'_, f32, AllowTypeChange>,
    ) -> PyResult<()> {
        let (count, seats) = (self.waiting.len(), self.game.game.seats());
        let wanted = [count, self.game.game.actions()];
        if priors.shape() != wanted {
            return Err(PapanError::new_err(format!(
                "priors has the shape {:?} where {wanted:?} is needed",
                priors.shape(),
            )));
        }
        let each_seat = match values.shape() {
            [found] if *found == count && seats == 2 => false,
            [found, every] if *found == count && *every == seats => true,
            shape => {
                return Err(PapanError::new_err(match seats {
                    2 => format!("values has the shape {shape:?} where [{count}] is needed"),
                    _ => {
                        format!("values has the shape {shape:?} where [{count}, {seats}] is needed")
                    }
                }));
            }
        };
        // In the order of memory that C has, whatever theirs is.
        let values: Vec<f32> = values.as_array().iter().copied().collect();
        let priors: Vec<f32> = priors.as_array().iter().copied().collect();
        let is_finite = |numbers: &[f32]| numbers.iter().all(|number| number.is_finite());
        if !(is_finite(&values) && is_finite(&priors)) {
            return Err(PapanError::new_err(
                "values and priors must be finite numbers",
            ));
        }
        py.detach(|| self.take(&values, &priors, each_seat));
        Ok(())
    }

    /// Searches until each game has had so many simulations. ``evaluate`` is given the observations
    /// and masks of up to ``batch`` leaves and returns their values and priors, as :meth:`backup`
    /// takes them, or values alone: then all legal actions are alike.
    ///
    /// >>> import numpy
    /// >>> search = papan.TreeSearch([papan.load_game("kalah").new_initial_state()])
    /// >>> search.run(lambda observations, masks: numpy.zeros(len(masks)), 50, batch=8)
    /// >>> search.simulations()[0] >= 50
    /// True
    #[pyo3(signature = (evaluate, simulations, batch=64))]
    fn run(
        slf: &Bound<'_, TreeSearch>,
        evaluate: &Bound<'_, PyAny>,
        simulations: u32,
        batch: usize,
    ) -> PyResult<()> {
        let py = slf.py();
        loop {
            py.check_signals()?;
            let mut search = TreeSearch::changed(slf)?;
            let fewest = search.simulations().into_iter().min();
            if fewest.is_none_or(|fewest| fewest >= simulations) {
                return Ok(());
            }
            let leaves = search.leaves(py, batch)?;
            let waiting = search.waiting.len();
            // The evaluation may ask the search about itself.
            drop(search);
            if waiting == 0 {
                continue;
            }
            if let Err(error) = TreeSearch::ask(slf, evaluate, leaves) {
                TreeSearch::changed(slf)?.forget();
                return Err(error);
            }
        }
    }

    /// How many simulations each game has had.
    fn simulations(&self) -> Vec<u32> {
        self.trees.iter().map(|tree| tree.simulations).collect()
    }

    /// How often each action of each game was tried: an array of games and actions.
    fn visits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let actions = self.game.game.actions();
        let mut visits = vec![0; self.trees.len() * actions];
        for (number, tree) in self.trees.iter().enumerate() {
            for edge in tree.nodes.first().into_iter().flat_map(|root| &root.edges) {
                visits[number * actions + edge.action as usize] = i64::from(edge.visits);
            }
        }
        PyArray1::from_vec(py, visits).reshape([self.trees.len(), actions])
    }

    /// What each game is worth to its player to move, from -1 to 1.
    fn root_values(&self) -> Vec<f32> {
        let value = |tree: &Tree| {
            let edges = tree.nodes.first().map(|root| &root.edges[..]);
            let edges = edges.unwrap_or_default();
            let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
            let sum: f32 = edges.iter().map(|edge| edge.sum).sum();
            sum / visits.max(1) as f32
        };
        self.trees.iter().map(value).collect()
    }

    /// The action of each game that was tried most often.
    fn best_actions(&self) -> PyResult<Vec<u32>> {
        let best = self
            .trees
            .iter()
            .map(|tree| tree.best().map(|edge| edge.action));
        let best: Option<Vec<u32>> = best.collect();
        best.ok_or_else(|| PapanError::new_err("nothing was searched yet"))
    }

    /// The line that the search of a game expects, as texts.
    #[pyo3(signature = (game=0))]
    fn line(&self, game: usize) -> PyResult<Vec<String>> {
        let Some(tree) = self.trees.get(game) else {
            return Err(PapanError::new_err(format!("there is no game {game}")));
        };
        let mut position = tree.root.clone();
        let (mut line, mut node) = (Vec::new(), 0);
        while let Some(here) = tree.nodes.get(node as usize) {
            let edges = here.edges.iter().filter(|edge| edge.visits > 0);
            let Some(edge) = edges.max_by_key(|edge| edge.visits) else {
                break;
            };
            line.extend(position.action_text(edge.action as usize));
            position.act(edge.action as usize);
            node = edge.node;
        }
        Ok(line)
    }

    /// The states that are searched.
    #[getter]
    fn states(&self) -> Vec<State> {
        self.states.clone()
    }
}
