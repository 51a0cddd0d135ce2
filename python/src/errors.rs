//! Our errors as Python's exceptions, with our words.

use papan_agents::erased::Refusal;
use papan_core::{MoveError, PositionError, spec::SpecError};
use pyo3::{PyErr, create_exception, exceptions::PyValueError, prelude::*};

create_exception!(
    papan,
    PapanError,
    PyValueError,
    "What Papan cannot do, and why: the base of its exceptions."
);
create_exception!(
    papan,
    UnknownNameError,
    PapanError,
    "A game, an agent or a parameter that is not there; the text names the nearest ones."
);
create_exception!(
    papan,
    IllegalActionError,
    PapanError,
    "An action or a move that the rules do not allow here."
);
create_exception!(
    papan,
    PositionTextError,
    PapanError,
    "A text that describes no position."
);
create_exception!(
    papan,
    AgentError,
    PapanError,
    "An agent that has no answer: another program that failed, or a Python function that raised."
);
create_exception!(
    papan,
    UnsolvedError,
    PapanError,
    "A position that is not solved: too large, or out of time."
);

pub(crate) fn unknown_name(error: SpecError) -> PyErr {
    UnknownNameError::new_err(error.to_string())
}

pub(crate) fn bad_position(error: PositionError) -> PyErr {
    PositionTextError::new_err(error.to_string())
}

pub(crate) fn illegal(error: MoveError) -> PyErr {
    IllegalActionError::new_err(error.to_string())
}

pub(crate) fn refused(refusal: Refusal) -> PyErr {
    match refusal {
        Refusal::Failed(failure) => AgentError::new_err(failure.to_string()),
        refusal => IllegalActionError::new_err(refusal.to_string()),
    }
}

/// Names the exceptions in the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("PapanError", py.get_type::<PapanError>())?;
    module.add("UnknownNameError", py.get_type::<UnknownNameError>())?;
    module.add("IllegalActionError", py.get_type::<IllegalActionError>())?;
    module.add("PositionTextError", py.get_type::<PositionTextError>())?;
    module.add("AgentError", py.get_type::<AgentError>())?;
    module.add("UnsolvedError", py.get_type::<UnsolvedError>())
}
