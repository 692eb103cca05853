//! The state of the inbox: the shown dialogues, and the one in the room.

use frontend_ui::{
    api::path_and_query,
    data::{Action, Record},
};
use shared_types::{
    chat::{Dialogue, DialogueQuery, InboxTab, ListDialogues},
    id::OrderId,
};

/// The part of the inbox, the search and the order that the address names.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) tab: InboxTab,
    pub(super) search: Option<String>,
    pub(super) order: Option<OrderId>,
}

impl Shown {
    pub(super) fn url(&self) -> String {
        let query = DialogueQuery {
            tab: Some(self.tab),
            search: self.search.clone(),
            ..DialogueQuery::default()
        };
        let list = path_and_query::<ListDialogues>(&(), &query);
        match self.order {
            Some(order) => format!("{list}&order={order}"),
            None => list,
        }
    }
}

/// The dialogue in the room, and how it is changed.
#[derive(Clone, Copy)]
pub(super) struct RoomState {
    pub(super) order: OrderId,
    pub(super) dialogue: Record<Dialogue>,
    pub(super) action: Action,
}
