//! Parts of pages that know nothing of the API's addresses.

pub mod dialog;
pub mod download;
pub mod field;
pub mod later;
pub mod loaded;
pub mod menu;
pub mod number;
pub mod portrait;
pub mod qr;
pub mod shell;

pub use dialog::Dialog;
pub use download::download;
pub use field::{Field, SelectField};
pub use later::{Built, Fetching, fetched};
pub use loaded::{ErrorNote, Loaded, sentence};
pub use number::{NumberCell, NumberField, NumberInput, NumberReader};
pub use portrait::Portrait;
pub use qr::{bare_qr, qr};
pub use shell::Shell;
