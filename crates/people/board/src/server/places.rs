//! Places for searches: what a person waits for goes before what a person watches.

use std::collections::{BTreeMap, BTreeSet};
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;
use tokio::time::sleep;

/// Pause between two looks at those who wait, once a turn is over.
const PAUSE: Duration = Duration::from_millis(50);

/// Kind of a search, the first one first in the queue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Rank {
    /// A person waits for its end, such as that of a move of a game. It keeps its place.
    Awaited,
    /// A person watches it, such as an analysis. It leaves its place to an awaited search at once,
    /// and to another watched one when its turn is over. Who has had fewer turns comes first.
    Watched { turns: u32 },
}

/// Place in the queue: by rank, then by arrival.
type Ticket = (Rank, u64);

/// Places for a number of searches, and the queue of those that wait for one.
pub(super) struct Places {
    hall: Mutex<Hall>,
    /// Signals a change of the queue or of the number of free places.
    changed: Notify,
}

struct Hall {
    free: usize,
    waiting: BTreeSet<Ticket>,
    /// Watched searches that have a place and keep it, by arrival, with their orders to leave it.
    watched: BTreeMap<u64, Arc<Order>>,
    /// Number of watched searches that leave their places.
    leaving: usize,
    arrivals: u64,
}

/// Order to leave a place for an awaited search.
#[derive(Default)]
struct Order {
    is_given: AtomicBool,
    given: Notify,
}

impl Hall {
    /// Makes watched searches leave, one for each awaited search that waits.
    fn make_room(&mut self) {
        let awaited = self.waiting.iter();
        let awaited = awaited.take_while(|(rank, _)| *rank == Rank::Awaited);
        let wanted = awaited.count().saturating_sub(self.free);
        while self.leaving < wanted {
            let Some((_, order)) = self.watched.pop_first() else {
                return;
            };
            self.leaving += 1;
            order.is_given.store(true, SeqCst);
            order.given.notify_one();
        }
    }
}

/// Presence in the queue, which ends when this is dropped.
struct Queued<'a> {
    places: &'a Places,
    ticket: Ticket,
}

impl Drop for Queued<'_> {
    fn drop(&mut self) {
        self.places.hall().waiting.remove(&self.ticket);
        // It may have been the first one.
        self.places.changed.notify_waiters();
    }
}

/// Place of a search, which is free again when this is dropped.
pub(super) struct Place {
    places: Arc<Places>,
    ticket: Ticket,
    order: Arc<Order>,
    since: Instant,
}

impl Places {
    /// Creates places for this number of searches.
    pub(super) fn new(count: usize) -> Places {
        let hall = Hall {
            free: count,
            waiting: BTreeSet::new(),
            watched: BTreeMap::new(),
            leaving: 0,
            arrivals: 0,
        };
        Places {
            hall: Mutex::new(hall),
            changed: Notify::new(),
        }
    }

    /// Locks the hall. No thread leaves it in disorder, even if it panics.
    fn hall(&self) -> MutexGuard<'_, Hall> {
        self.hall.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a place: awaited searches go before watched ones, and of one rank the first comes
    /// first.
    pub(super) async fn enter(self: &Arc<Self>, rank: Rank) -> Place {
        let waiting = self.queue(rank);
        loop {
            let mut changed = pin!(self.changed.notified());
            // A change between the look and the wait counts, too.
            changed.as_mut().enable();
            if let Some(place) = self.take(waiting.ticket) {
                return place;
            }
            changed.await;
        }
    }

    fn queue(&self, rank: Rank) -> Queued<'_> {
        let mut hall = self.hall();
        hall.arrivals += 1;
        let ticket = (rank, hall.arrivals);
        hall.waiting.insert(ticket);
        hall.make_room();
        Queued {
            places: self,
            ticket,
        }
    }

    /// Takes a place for the first one in the queue; `None` for others, and where none is free.
    fn take(self: &Arc<Self>, ticket: Ticket) -> Option<Place> {
        let mut hall = self.hall();
        if hall.free == 0 || hall.waiting.first() != Some(&ticket) {
            return None;
        }
        hall.free -= 1;
        hall.waiting.remove(&ticket);
        let order = Arc::new(Order::default());
        if ticket.0 != Rank::Awaited {
            hall.watched.insert(ticket.1, Arc::clone(&order));
        }
        Some(Place {
            places: Arc::clone(self),
            ticket,
            order,
            since: Instant::now(),
        })
    }
}

impl Place {
    /// Waits until the search has to leave its place to another one: a watched search when an
    /// awaited one comes, or after this time when others wait; an awaited one never.
    pub(super) async fn left(&self, turn: Duration) {
        tokio::select! {
            () = self.order.given.notified() => (),
            () = self.turn_over(turn) => (),
        }
    }

    async fn turn_over(&self, turn: Duration) {
        sleep(turn).await;
        while !self.gives_way() {
            sleep(PAUSE).await;
        }
    }

    /// Whether the search has to leave its place now, as [`left`](Self::left) would say it.
    pub(super) fn is_left(&self, turn: Duration) -> bool {
        self.order.is_given.load(SeqCst) || self.since.elapsed() >= turn && self.gives_way()
    }

    /// Leaves the place, if more searches wait than leave theirs already.
    fn gives_way(&self) -> bool {
        let mut hall = self.places.hall();
        if hall.waiting.len() <= hall.leaving || hall.watched.remove(&self.ticket.1).is_none() {
            return false;
        }
        hall.leaving += 1;
        true
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let (rank, number) = self.ticket;
        let mut hall = self.places.hall();
        let has_left = rank != Rank::Awaited && hall.watched.remove(&number).is_none();
        hall.leaving -= usize::from(has_left);
        hall.free += 1;
        drop(hall);
        self.places.changed.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use std::future::{Future, poll_fn};
    use std::pin::Pin;
    use std::task::Poll;

    use super::*;

    /// Result of a future that is complete now.
    async fn now<T>(mut future: Pin<&mut impl Future<Output = T>>) -> Option<T> {
        let polled = poll_fn(|context| Poll::Ready(future.as_mut().poll(context))).await;
        match polled {
            Poll::Ready(result) => Some(result),
            Poll::Pending => None,
        }
    }

    /// Whether a future is complete now; a place that it has taken is free again.
    async fn is_done<T>(future: Pin<&mut impl Future<Output = T>>) -> bool {
        now(future).await.is_some()
    }

    fn run(test: impl Future<Output = ()>) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build();
        runtime.unwrap().block_on(test);
    }

    const TURN: Duration = Duration::from_millis(20);
    const WATCHED: Rank = Rank::Watched { turns: 0 };
    const NEVER: Duration = Duration::from_secs(1_000_000);

    #[test]
    fn awaited_searches_go_before_watched_ones_and_each_rank_in_its_order() {
        run(async {
            let places = Arc::new(Places::new(1));
            let place = places.enter(Rank::Awaited).await;
            let mut order = Vec::new();
            let again = Rank::Watched { turns: 1 };
            let ranks = [again, Rank::Awaited, WATCHED, Rank::Awaited, WATCHED];
            let mut waiting: Vec<_> = ranks
                .iter()
                .map(|rank| Box::pin(places.enter(*rank)))
                .collect();
            for one in &mut waiting {
                assert!(!is_done(one.as_mut()).await);
            }
            drop(place);
            while order.len() < ranks.len() {
                for (number, one) in waiting.iter_mut().enumerate() {
                    if !order.contains(&number) && is_done(one.as_mut()).await {
                        order.push(number);
                        break;
                    }
                }
            }
            assert_eq!(order, [1, 3, 2, 4, 0]);
        });
    }

    #[test]
    fn a_watched_search_leaves_at_once_for_an_awaited_one_alone() {
        run(async {
            let places = Arc::new(Places::new(2));
            let first = places.enter(WATCHED).await;
            let second = places.enter(WATCHED).await;
            let mut watched = pin!(places.enter(WATCHED));
            assert!(!is_done(watched.as_mut()).await);
            assert!(!is_done(pin!(first.left(NEVER))).await);
            let mut awaited = pin!(places.enter(Rank::Awaited));
            assert!(!is_done(awaited.as_mut()).await);
            assert!(is_done(pin!(first.left(NEVER))).await);
            assert!(
                !is_done(pin!(second.left(NEVER))).await,
                "one leaves for one"
            );
            drop(first);
            let entered = now(awaited.as_mut()).await;
            assert!(entered.is_some());
            assert!(!is_done(watched.as_mut()).await);
        });
    }

    #[test]
    fn turns_end_when_others_wait_and_go_on_when_none_does() {
        run(async {
            let places = Arc::new(Places::new(1));
            let place = places.enter(WATCHED).await;
            let alone = tokio::time::timeout(10 * TURN, place.left(TURN)).await;
            assert!(alone.is_err(), "nobody waits");
            let mut next = pin!(places.enter(WATCHED));
            assert!(!is_done(next.as_mut()).await);
            place.left(TURN).await;
            drop(place);
            assert!(is_done(next.as_mut()).await);
        });
    }

    #[test]
    fn who_leaves_the_queue_lets_the_next_one_in() {
        run(async {
            let places = Arc::new(Places::new(1));
            let place = places.enter(Rank::Awaited).await;
            let mut gone = Box::pin(places.enter(WATCHED));
            let mut next = pin!(places.enter(WATCHED));
            assert!(!is_done(gone.as_mut()).await && !is_done(next.as_mut()).await);
            drop(gone);
            drop(place);
            assert!(is_done(next.as_mut()).await);
        });
    }
}
