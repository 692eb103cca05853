//! Questions that are answered together. Questions that arrive while a batch is answered form the next one.

use std::{
    collections::HashMap,
    future::Future,
    hash::Hash,
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::oneshot;

type Waiting<Q, A> = Vec<(Q, oneshot::Sender<Arc<A>>)>;

/// The questions of each key, which are answered in one batch after another. Batches of different keys run side by side.
pub(crate) struct Batches<K, Q, A> {
    /// The waiting questions. A key stays here while one of its batches is answered.
    waiting: Mutex<HashMap<K, Waiting<Q, A>>>,
}

impl<K, Q, A> Default for Batches<K, Q, A> {
    fn default() -> Self {
        Self {
            waiting: Mutex::default(),
        }
    }
}

impl<K, Q, A> Batches<K, Q, A>
where
    K: Copy + Eq + Hash + Send + Sync + 'static,
    Q: Send + 'static,
    A: Send + Sync + 'static,
{
    /// The answer to the batch of this question, which starts after the call. `None` if answering it has panicked.
    pub(crate) async fn ask<F>(
        self: &Arc<Self>,
        key: K,
        question: Q,
        answer: impl Fn(Vec<Q>) -> F + Send + 'static,
    ) -> Option<Arc<A>>
    where
        F: Future<Output = A> + Send + 'static,
    {
        let (sender, receiver) = oneshot::channel();
        if self.add(key, question, sender) {
            let batches = Arc::clone(self);
            tokio::spawn(async move {
                while let Some(waiting) = batches.take(key) {
                    let (questions, senders): (Vec<Q>, Vec<_>) = waiting.into_iter().unzip();
                    if let Ok(answer) = tokio::spawn(answer(questions)).await.map(Arc::new) {
                        for sender in senders {
                            // Fails if the asker has left.
                            let _ = sender.send(Arc::clone(&answer));
                        }
                    }
                }
            });
        }
        receiver.await.ok()
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<K, Waiting<Q, A>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a question. Returns whether no batch of the key is being answered.
    fn add(&self, key: K, question: Q, sender: oneshot::Sender<Arc<A>>) -> bool {
        let mut waiting = self.waiting();
        let is_idle = !waiting.contains_key(&key);
        waiting.entry(key).or_default().push((question, sender));
        is_idle
    }

    /// Takes the waiting questions of a key. Without any, the key is idle from now on.
    fn take(&self, key: K) -> Option<Waiting<Q, A>> {
        let mut all = self.waiting();
        let waiting = all.get_mut(&key).map(mem::take).unwrap_or_default();
        if waiting.is_empty() {
            all.remove(&key);
            return None;
        }
        Some(waiting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::future::join_all;
    use tokio::{sync::Semaphore, task::yield_now};

    /// Questions that are answered by themselves, one batch per permit.
    struct Asked {
        batches: Arc<Batches<u8, u32, Vec<u32>>>,
        permits: Arc<Semaphore>,
    }

    impl Asked {
        fn new(permits: usize) -> Self {
            Self {
                batches: Arc::default(),
                permits: Arc::new(Semaphore::new(permits)),
            }
        }

        async fn ask(&self, key: u8, question: u32) -> Option<Vec<u32>> {
            let permits = Arc::clone(&self.permits);
            let answer = move |questions: Vec<u32>| {
                let permits = Arc::clone(&permits);
                async move {
                    permits.acquire().await.unwrap().forget();
                    assert!(!questions.contains(&0), "a question that can't be answered");
                    questions
                }
            };
            let answer = self.batches.ask(key, question, answer).await;
            answer.map(|answer| answer.to_vec())
        }
    }

    #[tokio::test]
    async fn questions_that_wait_are_answered_together() {
        let asked = Asked::new(2);
        // All are asked before the task of the first one runs.
        let (together, other) = tokio::join!(
            join_all((1..=3).map(|question| asked.ask(7, question))),
            asked.ask(8, 9)
        );
        assert_eq!(together, vec![Some(vec![1, 2, 3]); 3]);
        assert_eq!(other, Some(vec![9]), "another key has its own batches");
        assert!(asked.batches.waiting().is_empty());
    }

    #[tokio::test]
    async fn a_question_does_not_join_a_batch_that_has_started() {
        let asked = Asked::new(0);
        let later = async {
            // The first batch runs and waits for its permit.
            for _ in 0..5 {
                yield_now().await;
            }
            asked.permits.add_permits(2);
            tokio::join!(asked.ask(7, 2), asked.ask(7, 3))
        };
        let (first, later) = tokio::join!(asked.ask(7, 1), later);
        assert_eq!(first, Some(vec![1]));
        assert_eq!(later, (Some(vec![2, 3]), Some(vec![2, 3])));
    }

    #[tokio::test]
    async fn an_asker_who_leaves_and_a_panic_do_not_stop_the_others() {
        let asked = Asked::new(0);
        tokio::select! {
            _ = asked.ask(7, 1) => panic!("answered without a permit"),
            () = yield_now() => {}
        }
        asked.permits.add_permits(3);
        assert_eq!(asked.ask(7, 0).await, None);
        assert_eq!(asked.ask(7, 4).await, Some(vec![4]));
    }
}
