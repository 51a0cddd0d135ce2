//! The socket of analysis: positions evaluated, games reviewed, moves previewed. What
//! is found of a position is kept for whoever asks next; nobody needs a secret.

mod desk;
mod evaluate;
mod knowledge;
mod message;
mod review;
#[cfg(test)]
mod tests;

pub(crate) use knowledge::Knowledge;
#[cfg(test)]
pub(crate) use message::{Ask, Tell};

use crate::{error::Answer, house::House, request::Asked, route::Route, sockets::Socket};
use desk::Desk;
use std::sync::Arc;

pub(crate) const ROUTES: &[Route] = &[Route::socket("/api/analysis", |house, asked| {
    Box::pin(open(house, asked))
})];

async fn open(house: Arc<House>, asked: Asked) -> Answer<Socket> {
    let (thinkers, knowledge) = (Arc::clone(&house.thinkers), Arc::clone(&house.knowledge));
    let desk = Desk::new(thinkers, knowledge, asked.head.client);
    Ok(Socket::new(desk))
}
