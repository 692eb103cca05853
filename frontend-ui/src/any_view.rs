//! Views without a type of their own.

/// A `view!` whose type is erased, so that different views can be the result of one function, and code that gets it is compiled once.
#[macro_export]
macro_rules! any_view {
    ($($view:tt)*) => {
        leptos::prelude::IntoAny::into_any(leptos::prelude::view! { $($view)* })
    };
}
