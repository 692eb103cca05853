//! State shared by the parts of the card.

use super::services::state::ServicesState;
use crate::pages::assignees::Assignees;
use frontend_ui::{api::Error, features::item_filter::ItemFilter, prelude::*};
use shared_types::{
    fixed::Rate,
    id::{ItemId, OrderId},
    items::{Item, ItemMove},
    orders::{HistoryEntry, Order, OrderMoney, OrderStatus},
    page::Listing,
    purchasing::OrderPurchases,
    settings::DeliveryOptions,
    shipments::OrderShipment,
};
use std::{collections::BTreeSet, future::Future};

/// A dialog for a status change of the order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OrderDialog {
    Quote,
    Reopen,
    Cancel,
    Refund,
}

/// A dialog for the selected items.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ItemsDialog {
    Move(ItemMove),
    Split,
}

/// Data and dialogs of the card. They are stored once, because each row keeps a copy of the state.
#[derive(Clone, Copy)]
pub(super) struct CardParts {
    pub(super) history: Record<Listing<HistoryEntry>>,
    /// The payments and the purchases; `None` without the permission to see prices.
    pub(super) money: Option<Record<OrderMoney>>,
    pub(super) purchases: Option<Record<OrderPurchases>>,
    /// The shipments; `None` without the permission to see them.
    pub(super) shipments: Option<Record<Vec<OrderShipment>>>,
    /// Services of the items; `None` without the permission to see them.
    pub(super) services: Option<ServicesState>,
    pub(super) delivery_options: Record<DeliveryOptions>,
    /// The staff that the order can be assigned to.
    pub(super) assignees: Assignees,
    pub(super) order_dialog: RwSignal<Option<OrderDialog>>,
    pub(super) items_dialog: RwSignal<Option<(ItemsDialog, Vec<Item>)>>,
    pub(super) edited_item: RwSignal<Option<ItemId>>,
    pub(super) is_adding_item: RwSignal<bool>,
}

/// The state of the card, which stays when the neighbour of the order is opened.
#[derive(Clone, Copy)]
pub(super) struct CardState {
    pub(super) url_id: Memo<OrderId>,
    pub(super) order: Record<Order>,
    pub(super) status: Memo<Option<OrderStatus>>,
    pub(super) parts: StoredValue<CardParts>,
    /// The calls of the card, after which all of it is loaded again.
    pub(super) action: Action,
    pub(super) reload: Callback<()>,
    pub(super) selected_items: RwSignal<BTreeSet<ItemId>>,
    /// Leaves items out.
    pub(super) filter: ItemFilter,
}

impl CardState {
    pub(super) fn parts(self) -> CardParts {
        self.parts.get_value()
    }

    /// The id of the order that the card shows.
    pub(super) fn id(self) -> OrderId {
        let shown = self.order.read(|order| order.summary.id);
        shown.unwrap_or_else(|| self.url_id.get_untracked())
    }

    pub(super) fn version(self) -> Option<i64> {
        self.order.read(|order| order.version)
    }

    /// The options of a call that is based on the order as it is shown.
    pub(super) fn options(self) -> Options {
        Options {
            version: self.version(),
            ..Options::default()
        }
    }

    pub(super) fn item(self, id: ItemId) -> Live<Item> {
        let find = move |order: &Order| order.items.iter().find(|item| item.id == id).cloned();
        self.order.find(find)
    }

    /// Whether the person may select and edit items.
    pub(super) fn may_edit() -> bool {
        current_user().may(Object::Orders, Level::Edit)
    }

    /// Whether the person may set prices now. Tracks.
    pub(super) fn may_price(self) -> bool {
        self.status.get() == Some(OrderStatus::Submitted) && current_user().may(Object::OrderPrices, Level::Edit)
    }

    /// Closes the dialogs. An error that one of them shows goes along.
    pub(super) fn close_dialogs(self) {
        let parts = self.parts();
        parts.items_dialog.set(None);
        parts.edited_item.set(None);
        parts.order_dialog.set(None);
        self.action.set_error(None);
    }

    /// Starts a call. If it succeeds, clears the selection, and continues.
    pub(super) fn run<T: 'static>(
        self,
        call: impl Future<Output = Result<T, Error>> + 'static,
        done: impl FnOnce() + 'static,
    ) {
        self.action.run(call, move |_| {
            self.selected_items.try_update(BTreeSet::clear);
            done();
        });
    }

    /// Starts a call. If it succeeds, says so, and clears the selection.
    pub(super) fn save<T: 'static>(self, call: impl Future<Output = Result<T, Error>> + 'static) {
        self.run(call, || notify(t(Text::ChangesSaved)));
    }

    /// Starts the call of a dialog. If it succeeds, says so, and closes the dialog.
    pub(super) fn save_dialog<T: 'static>(self, call: impl Future<Output = Result<T, Error>> + 'static) {
        self.run(call, move || {
            notify(t(Text::ChangesSaved));
            // The dialog is gone if the page was left meanwhile.
            if !self.parts.is_disposed() {
                self.close_dialogs();
            }
        });
    }

    /// The amount of a quote: in the order's currency, and in rubles at the typed rate or else at the current one. Tracks.
    pub(super) fn quote_sum(self, typed: Option<Rate>) -> Option<(Money, Option<Money>)> {
        let (due, due_rub) = self
            .parts()
            .money?
            .with(|money| (money.calculation.due, money.calculation.due_rub))?;
        let by_rate = typed.and_then(|rate| rate.convert(due, Currency::Rub));
        Some((due, by_rate.or(due_rub)))
    }

    /// The remainder of the payments. Tracks.
    pub(super) fn left(self) -> Option<Money> {
        self.parts()
            .money?
            .with(|money| Some(money.settlement.as_ref()?.left))?
    }

    /// The same amount in the other currency of the quote. Tracks.
    pub(super) fn converted(self, amount: Money) -> Option<Money> {
        self.parts()
            .money?
            .with(|money| money.quote.as_ref()?.in_other_currency(amount))?
    }
}
