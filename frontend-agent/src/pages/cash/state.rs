//! The state of the page of the cash book.

use frontend_ui::prelude::*;
use shared_types::cash::{CashBox, CashEntry, CashEntryQuery, CashFlow, ListCashEntries};

/// The dialog above the page, with its subject.
#[derive(Clone)]
pub(super) enum OpenDialog {
    Entry(CashFlow),
    Move,
    NewBox,
    ChangeBox(CashBox),
    CloseDay(CashBox),
    Reverse(Box<CashEntry>),
}

/// State shared by the parts of the page.
#[derive(Clone, Copy)]
pub(super) struct CashState {
    pub(super) action: Action,
    pub(super) dialog: RwSignal<Option<OpenDialog>>,
}

impl CashState {
    pub(super) fn open(self, dialog: OpenDialog) {
        self.action.set_error(None);
        self.dialog.set(Some(dialog));
    }

    pub(super) fn close(self) {
        self.dialog.try_set(None);
    }
}

/// The URL of the page with these filters.
pub(super) fn page_url(query: &CashEntryQuery) -> String {
    api::path_and_query::<ListCashEntries>(&(), query)
}
