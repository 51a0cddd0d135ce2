//! Principal variations while a search runs.

/// The principal variation of the current node at each depth, in plies to the horizon.
#[derive(Clone, Debug)]
pub(crate) struct Lines<M>(Vec<Vec<M>>);

impl<M: Copy> Lines<M> {
    /// Room for a search of `depth` plies.
    pub(crate) fn new(depth: u32) -> Lines<M> {
        Lines(vec![Vec::new(); depth as usize + 1])
    }

    /// Makes room for a search of `depth` plies, and keeps what there is.
    pub(crate) fn resize(&mut self, depth: u32) {
        self.0.resize(depth as usize + 1, Vec::new());
    }

    /// The principal variation of the node at a depth.
    pub(crate) fn at(&self, depth: u32) -> &[M] {
        &self.0[depth as usize]
    }

    /// It is this move and what follows it.
    #[inline(always)]
    pub(crate) fn note(&mut self, depth: u32, played: M) {
        let (shorter, longer) = self.0.split_at_mut(depth as usize);
        let line = &mut longer[0];
        line.clear();
        line.push(played);
        if depth > 1 {
            line.extend_from_slice(&shorter[depth as usize - 1]);
        }
    }

    /// It is this move alone, or none: what follows is not known.
    #[inline(always)]
    pub(crate) fn set(&mut self, depth: u32, only: Option<M>) {
        let line = &mut self.0[depth as usize];
        line.clear();
        // Not `extend`: at every last ply it would cost more than the rest of this.
        if let Some(only) = only {
            line.push(only);
        }
    }
}
