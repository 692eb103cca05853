//! State shared by the parts of the card.

use frontend_ui::{api::Error, data::use_record, prelude::*};
use shared_types::{
    id::OrderId,
    orders::{Order, OrderMoney, ShowOrderMoney},
    services::OrderServices,
};

/// Services and photos stand below the items and push the items below, so they are loaded with the order.
#[derive(PartialEq)]
pub(super) struct LoadedCard {
    pub(super) order: Order,
    /// `None` without the permission to see them, and until they are loaded.
    pub(super) services: Option<Result<OrderServices, Error>>,
}

/// Data, calls and questions that several parts of the card use.
#[derive(Clone, Copy)]
pub(super) struct CardState {
    pub(super) url_id: Memo<OrderId>,
    pub(super) card: Record<LoadedCard>,
    pub(super) order: Live<Order>,
    /// The calls of the card, after which it is loaded again.
    pub(super) action: Action,
    pub(super) reload: Callback<()>,
    /// Whether the question about the deposit is open.
    pub(super) asks_deposit: RwSignal<bool>,
}

impl CardState {
    /// The id of the order that the card shows.
    pub(super) fn id(self) -> OrderId {
        let shown = self.order.read(|order| order.summary.id);
        shown.unwrap_or_else(|| self.url_id.get_untracked())
    }

    /// Whether the person may change the order, because it is a draft. Tracks.
    pub(super) fn is_draft(self) -> bool {
        let is_draft = self.order.with(|order| order.summary.status.is_editable_by_client());
        is_draft.unwrap_or_default() && current_user().may(Object::Orders, Level::Edit)
    }
}

/// Loads the calculation of an order and its payments. It follows the balance.
pub(super) fn use_order_money(id: Memo<OrderId>) -> Record<OrderMoney> {
    let load = |id| api::send::<ShowOrderMoney>((id,), Nothing {}, Nothing {}, Options::default());
    use_record(&[Topic::Order], id, load).also_following(&[Topic::Balance])
}
