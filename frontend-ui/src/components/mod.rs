//! Building blocks of pages that are not specific to a feature.

pub mod dialog;
pub mod download;
pub mod field;
pub mod lazy;
pub mod loaded;
pub mod menu;
pub mod number;
mod page_by_id;
pub mod portrait;
pub mod qr;
pub mod shell;

pub use dialog::Dialog;
pub use download::download;
pub use field::{Field, SelectField};
pub use lazy::{PageFuture, PageResult, lazy_page};
pub use loaded::{ErrorNote, Loaded, error_message};
pub use number::{NumberCell, NumberField, NumberInput, NumberReader};
pub use page_by_id::page_by_id;
pub use portrait::Portrait;
pub use qr::{qr, qr_without_border};
pub use shell::Shell;
