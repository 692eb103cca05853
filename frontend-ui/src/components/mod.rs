//! Building blocks of pages that are not specific to a feature.

mod confirmation;
pub mod country;
pub mod dialog;
mod document_title;
pub mod download;
pub mod field;
pub mod icon;
pub mod lazy;
pub mod loaded;
pub mod menu;
pub mod number;
mod page_by_id;
mod person_menu;
pub mod portrait;
pub mod qr;
pub mod shell;
mod theme;

pub use confirmation::confirmed;
pub(crate) use confirmation::init_confirmations;
pub use country::CountryField;
pub use dialog::Dialog;
pub(crate) use document_title::follow_heading;
pub use download::download;
pub use field::{Field, SelectField};
pub use icon::Icon;
pub use lazy::{PageFuture, PageResult, lazy_page};
pub use loaded::{ErrorNote, Loaded, error_message};
pub use menu::{MenuGroup, MenuLink};
pub use number::{NumberCell, NumberField, NumberInput, NumberReader};
pub use page_by_id::page_by_id;
pub use portrait::Portrait;
pub use qr::{qr, qr_without_border};
pub use shell::Shell;
pub(crate) use theme::apply_stored_theme;
