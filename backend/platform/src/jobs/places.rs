//! The places of each kind of job in a process. A kind whose jobs hang holds up no other one.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Jobs of one kind that a process runs at the same time, unless the kind has another number.
pub(super) const PLACES: usize = 2;

/// How many jobs of each kind are running.
#[derive(Clone, Debug, Default)]
pub(super) struct Places(Arc<Mutex<BTreeMap<&'static str, usize>>>);

impl Places {
    fn taken(&self) -> MutexGuard<'_, BTreeMap<&'static str, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn has_room(&self, kind: &'static str, places: usize) -> bool {
        self.taken().get(kind).is_none_or(|taken| *taken < places)
    }

    /// Takes a place until the returned value is dropped.
    pub(super) fn take(&self, kind: &'static str) -> Place {
        *self.taken().entry(kind).or_default() += 1;
        Place {
            places: self.clone(),
            kind,
        }
    }
}

/// A place that a running job takes.
#[derive(Debug)]
pub(super) struct Place {
    places: Places,
    kind: &'static str,
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(taken) = self.places.taken().get_mut(self.kind) {
            *taken = taken.saturating_sub(1);
        }
    }
}
