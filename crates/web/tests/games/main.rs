//! Games over HTTP and sockets, as pages see them.

mod many;
mod play;
mod random;
mod secrets;
mod support;
mod survive;
