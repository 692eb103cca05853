//! Values of the server as pages show them. A page is built once: later values update the parts and rows that have changed, so the
//! focus, typed texts, scroll positions and opened panels stay (decision 0180).

mod action;
mod form;
mod list;
mod loading;
mod record;
mod rows;
mod value;

pub use action::{Action, use_action};
pub use form::Form;
pub use list::{List, use_list};
pub use record::{Record, use_growing_record, use_record, use_value};
pub use rows::Rows;
pub(crate) use rows::{RenderRow, Row, count_in_steps};
pub use value::{Live, Value};
