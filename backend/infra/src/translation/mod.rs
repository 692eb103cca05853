//! Machine translation: providers behind one trait, a cache that all agents share, an agent's limit, glossary and settings.
//!
//! Invariants:
//! - Texts are translated by jobs only, never while a person waits.
//! - Numbers, sizes, codes, links and addresses reach no provider and come back unchanged. A translation that loses or adds a number
//!   is not shown: people see the original.
//! - A translation that was made with another glossary is not shown.
//! - The characters of a month never exceed the agent's limit, whatever runs at the same time.

mod cache;
mod detect;
mod error;
mod extension;
mod mask;
mod pause;
mod providers;
mod quota;
mod routes;
mod settings;
mod stored;
mod terms;
mod translate;

pub use detect::needs_translation;
pub use error::TranslationError;
pub use extension::{jobs, lookup_texts};
pub use routes::routes;
pub use settings::{AgentTranslation, CALLER_COLUMNS, of_agent};
pub use stored::{Lookup, StoredView, all_texts, merge};
pub use translate::{Stop, Translated, translate};
