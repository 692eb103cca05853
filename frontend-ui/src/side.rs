//! The side that this SPA is for.

use shared_types::access::Guard;
use std::cell::Cell;

thread_local! {
    static GUARD: Cell<Guard> = const { Cell::new(Guard::Client) };
}

/// Sets the guard of this SPA. Called once at startup.
pub fn set_guard(guard: Guard) {
    GUARD.set(guard);
}

/// Returns the guard of this SPA.
pub fn guard() -> Guard {
    GUARD.get()
}

/// The first page of a cabinet.
pub const fn home_path_of(guard: Guard) -> &'static str {
    match guard {
        Guard::Agent => "/agent",
        Guard::Client => "/client/home",
    }
}

/// The first page of this SPA.
pub fn home_path() -> &'static str {
    home_path_of(guard())
}
