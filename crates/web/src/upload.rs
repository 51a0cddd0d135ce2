//! The bodies of requests: read no slower than a line of those days carries them.

use crate::{
    crowd::Place,
    limits::{BODY_RATE, BODY_TIME},
};
use axum::body::{Bytes, HttpBody};
use hyper::body::{Frame, Incoming, SizeHint};
use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::time::{Instant, Sleep, sleep_until};

/// The body of a request. Whoever sends it must not be slower than [`BODY_RATE`], with
/// [`BODY_TIME`] besides; until it is here the client keeps the server waiting.
pub(crate) struct Upload {
    body: Incoming,
    place: Arc<Place>,
    begun: Instant,
    received: usize,
    late: Pin<Box<Sleep>>,
}

impl Upload {
    pub(crate) fn new(body: Incoming, place: Arc<Place>) -> Upload {
        if body.is_end_stream() {
            place.works();
        }
        let begun = Instant::now();
        Upload {
            body,
            place,
            begun,
            received: 0,
            late: Box::pin(sleep_until(begun + BODY_TIME)),
        }
    }

    fn count(&mut self, bytes: usize) {
        self.received += bytes;
        let time = Duration::from_secs_f64(self.received as f64 / BODY_RATE);
        self.late.as_mut().reset(self.begun + BODY_TIME + time);
    }
}

impl HttpBody for Upload {
    type Data = Bytes;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) else {
            ready!(self.late.as_mut().poll(context));
            return Poll::Ready(Some(Err(io::Error::from(io::ErrorKind::TimedOut).into())));
        };
        if let Some(Ok(frame)) = &frame {
            self.count(frame.data_ref().map_or(0, Bytes::len));
        }
        if self.body.is_end_stream() || frame.is_none() {
            self.place.works();
        }
        Poll::Ready(frame.map(|frame| frame.map_err(Into::into)))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// What nobody reads to its end keeps nobody waiting any more.
impl Drop for Upload {
    fn drop(&mut self) {
        if !self.body.is_end_stream() {
            self.place.works();
        }
    }
}
