//! The order card on the agent's side: items, status changes, payments, chat and history.

mod bulk;
mod delivery;
pub(crate) mod dialogs;
mod head_actions;
mod header;
mod item_form;
mod item_keys;
mod item_row;
mod item_sums;
mod items;
mod notes_tab;
mod order_moves;
mod purchase_fields;
mod purchases;
mod services;
mod side_tabs;
mod steps;

use crate::{
    lazy_routes, notes,
    pages::assignees::{Assignees, fetch_assignees},
};
use dialogs::DialogContext;
use frontend_ui::{
    api::{self, Error, Fetched, Options},
    components::{ErrorNote, Loaded, Skeleton, notify, page_by_id},
    features::{
        chat::ChatPanel,
        history::HistoryList,
        item_filter::ItemFilter,
        item_switches::remember_item_switches,
        money::MoneyPanel,
        orders::load_with_all_items,
        other_cabinet::{OtherCabinetOffer, is_not_found},
        shipping::{ShipmentsResource, fetch_shipments},
    },
    i18n::{Text, t},
    live::{Topic, use_live_object},
    session::current_user,
};
use header::CardHeader;
use items::OrderItems;
use leptos::{ev, prelude::*, wasm_bindgen::JsCast, web_sys};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::{GroupId, ItemId, OrderId},
    items::Item,
    orders::{HistoryEntry, ListOrderItems, Order, OrderMoney, ShowOrder, ShowOrderHistory, ShowOrderMoney},
    page::Listing,
    problem::ProblemCode,
};
use side_tabs::{OpenTab, SideTab};
use std::collections::{BTreeMap, BTreeSet};

/// State shared by the parts of the card.
#[derive(Clone, Copy)]
pub(crate) struct CardState {
    id: OrderId,
    selected_items: RwSignal<BTreeSet<ItemId>>,
    /// The error of the last request.
    error: RwSignal<Option<Error>>,
    /// Fetches the order, the payments and the history again.
    reload: Callback<()>,
    /// The open dialogs. They are rendered outside of the reloaded content, so that a reload does not lose typed text.
    order_dialog: RwSignal<Option<order_moves::OrderDialog>>,
    items_dialog: RwSignal<Option<(bulk::ItemsDialog, Vec<Item>)>>,
    edited_item: RwSignal<Option<(Item, bool)>>,
    is_adding_item: RwSignal<bool>,
    /// The filter of the items.
    filter: ItemFilter,
    /// The shops that the person has folded or unfolded.
    folded_shops: RwSignal<BTreeMap<GroupId, bool>>,
    /// How many rows of a shop are drawn at once when the order is fetched again.
    drawn_rows: StoredValue<usize>,
    /// The staff that the order can be assigned to.
    assignees: Assignees,
    /// Services of the items; `None` without the permission to see them.
    services: Option<services::ServicesState>,
}

/// Data that the head of the card shows in addition to the order.
#[derive(Clone, Copy)]
pub(crate) struct HeadData {
    /// The history, for the days of the steps.
    history: Fetched<Result<Listing<HistoryEntry>, Error>>,
    /// The shipments; `None` without the permission to see them.
    shipments: Option<ShipmentsResource>,
    delivery_options: delivery::OptionsResource,
}

impl CardState {
    /// Closes the dialogs. An error that one of them shows goes along.
    fn close_dialogs(self) {
        self.items_dialog.set(None);
        self.edited_item.set(None);
        self.order_dialog.set(None);
        self.error.set(None);
    }

    /// Clears the selection, reloads the card and reports success after a change, or shows the error. A stale card is
    /// reloaded, too. Returns whether it succeeded.
    fn handle_result<T>(self, result: Result<T, Error>) -> bool {
        self.finish(result, || notify(t(Text::ChangesSaved)))
    }

    /// Like [`Self::handle_result`], with a message of its own.
    fn finish<T>(self, result: Result<T, Error>, announce: impl FnOnce()) -> bool {
        match result {
            Ok(_) => {
                announce();
                self.error.set(None);
                self.selected_items.update(BTreeSet::clear);
                self.reload.try_run(());
                true
            }
            Err(err) => {
                // The page shows the current state together with the error.
                if err.code() == Some(ProblemCode::VersionStale) {
                    self.reload.try_run(());
                }
                self.error.set(Some(err));
                false
            }
        }
    }
}

/// Loads the order by the id in the URL.
#[component]
pub(crate) fn CardPage() -> impl IntoView {
    page_by_id(card_page)
}

/// Opens the previous or the next order with `[` and `]`, by the physical key.
fn follow_neighbour(event: ev::KeyboardEvent) {
    let name = match event.code().as_str() {
        "BracketLeft" => "previous-order",
        "BracketRight" => "next-order",
        _ => return,
    };
    if event.ctrl_key() || event.meta_key() || event.alt_key() || notes::is_shortcut_blocked(&event) {
        return;
    }
    let link = document()
        .query_selector(&format!("[data-shortcut={name}]"))
        .ok()
        .flatten()
        .and_then(|link| link.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(link) = link {
        event.prevent_default();
        link.click();
    }
}

fn card_page(id: Memo<OrderId>) -> impl IntoView {
    let partial = RwSignal::new(None);
    let order = Fetched::new(move || load_with_all_items::<ShowOrder, ListOrderItems>(id.get(), partial));
    let may_see_money = current_user().may(Object::OrderPrices, Level::View);
    let money = may_see_money.then(|| {
        Fetched::new(move || api::send::<ShowOrderMoney>((id.get(),), Nothing {}, Nothing {}, Options::default()))
    });
    let history =
        Fetched::new(move || api::send::<ShowOrderHistory>((id.get(),), Nothing {}, Nothing {}, Options::default()));
    let purchases = may_see_money.then(|| purchases::fetch_purchases(id));
    let shipments = current_user()
        .may(Object::Shipments, Level::View)
        .then(|| fetch_shipments(id));
    let reload = Callback::new(move |()| {
        order.refetch();
        if let Some(money) = money {
            money.refetch();
        }
        if let Some(purchases) = purchases {
            purchases.refetch();
        }
        if let Some(shipments) = shipments {
            shipments.refetch();
        }
        history.refetch();
    });
    let (selected_items, error) = (RwSignal::new(BTreeSet::new()), RwSignal::new(None::<Error>));
    let (order_dialog, items_dialog, edited_item) = (RwSignal::new(None), RwSignal::new(None), RwSignal::new(None));
    let (filter, assignees, delivery_options) = (ItemFilter::new(), fetch_assignees(), delivery::fetch_options());
    let is_adding_item = RwSignal::new(false);
    let neighbour_keys = window_event_listener(ev::keydown, follow_neighbour);
    on_cleanup(move || neighbour_keys.remove());
    item_keys::register();
    let (folded_shops, drawn_rows) = (RwSignal::default(), StoredValue::new(0));
    remember_item_switches();
    let sees_services = current_user().may(Object::Services, Level::View);
    let open_tab = OpenTab::new(may_see_money, sees_services);
    // The state has no equality: a new one is always another one.
    let services_state = Memo::new_with_compare(move |_| services::ServicesState::new(id.get(), reload), |_, _| true);
    use_live_object(
        &[Topic::Order],
        move || id.try_get_untracked(),
        move || {
            reload.run(());
            if let Some(services) = services_state.get_untracked() {
                services.refresh();
            }
        },
    );
    let state = move || CardState {
        services: services_state.get_untracked(),
        id: id.get_untracked(),
        selected_items,
        error,
        reload,
        order_dialog,
        items_dialog,
        edited_item,
        is_adding_item,
        filter,
        folded_shops,
        drawn_rows,
        assignees,
    };
    let head = HeadData {
        history,
        shipments,
        delivery_options,
    };
    // The header says it once. Requests of the side may fail first, so the side waits for the order.
    let is_missing = Memo::new(move |_| partial.with(Option::is_none) && matches!(order.get(), Some(Err(_))));
    let is_not_in_cabinet = Memo::new(move |_| is_not_found(order.get().as_ref()));
    let is_known = Memo::new(move |_| partial.with(Option::is_some) || matches!(order.get(), Some(Ok(_))));
    // All parts that push others are drawn together, so that nothing moves. They are requested at the same time.
    let is_drawn = Memo::new(move |was_drawn: Option<&bool>| {
        let is_money_loaded = || money.is_none_or(Fetched::is_loaded);
        let is_paid_loaded = || purchases.is_none_or(Fetched::is_loaded);
        let are_shipments_loaded = || shipments.is_none_or(Fetched::is_loaded);
        let is_head_loaded = || history.is_loaded() && assignees.is_loaded() && delivery_options.is_loaded();
        let is_side_loaded = || is_money_loaded() && is_paid_loaded();
        was_drawn.copied().unwrap_or(false)
            || is_missing.get()
            || (is_known.get() && is_head_loaded() && are_shipments_loaded() && is_side_loaded())
    });
    let side = side_panels(
        open_tab,
        SideData {
            id,
            order,
            money,
            purchases,
            history,
            services: services_state,
        },
    );
    let shown = order_moves::ShownOrder {
        number: Signal::derive(move || Some(order.get()?.ok()?.summary.number)),
        version: Signal::derive(move || Some(order.get()?.ok()?.version)),
        money: Signal::derive(move || money?.get()?.ok()),
    };
    dialogs::prepare(DialogContext {
        state: Signal::derive(state),
        shown,
        currency: Signal::derive(move || Some(order.get()?.ok()?.currency)),
    });
    view! {
        {move || (!is_drawn.get()).then(|| Skeleton::Detail.view())}
        <div class="drawn-together" hidden=move || !is_drawn.get()>
            <Loaded
                resource=order
                partial=partial
                content=move |order: Order| {
                    view! { <CardHeader order=order.clone() head=head state=state() /> }.into_any()
                }
            />
            <OtherCabinetOffer id=id is_missing=is_not_in_cabinet />
            <div hidden=move || is_missing.get()>
                <ErrorNote error=error />
            </div>
            <div class="main-and-side" hidden=move || is_missing.get()>
                <div
                    class="main"
                    role="tabpanel"
                    id="panel-items"
                    aria-labelledby="tab-items"
                    hidden=move || !open_tab.is_shown(SideTab::Items)
                >
                    {move || {
                        id.track();
                        is_adding_item.get().then(lazy_routes::new_item)
                    }}
                    <Loaded
                        resource=order
                        partial=partial
                        content=move |order: Order| view! { <OrderItems order=order state=state() /> }.into_any()
                    />
                </div>
                <div class="side order-side" hidden=move || !is_known.get()>
                    {side}
                </div>
            </div>
        </div>
        {dialogs::open_dialogs(state())}
        {move || {
            services_state
                .get()
                .filter(|_| !is_missing.get())
                .map(|services_state| view! { <services::ServiceDialogs services_state=services_state /> })
        }}
    }
}

/// Data of the panels next to the items.
#[derive(Clone, Copy)]
struct SideData {
    id: Memo<OrderId>,
    order: Fetched<Result<Order, Error>>,
    money: Option<Fetched<Result<OrderMoney, Error>>>,
    purchases: Option<purchases::PurchasesResource>,
    history: Fetched<Result<Listing<HistoryEntry>, Error>>,
    services: Memo<Option<services::ServicesState>>,
}

/// The tabs and their panels.
fn side_panels(open_tab: OpenTab, data: SideData) -> AnyView {
    let unread = RwSignal::new(0);
    let SideData { id, order, .. } = data;
    let money = view! {
        {data
            .money
            .map(|money| {
                view! {
                    <Loaded
                        resource=money
                        content=|money: OrderMoney| view! { <MoneyPanel money=money /> }.into_any()
                    />
                }
            })}
        {data.purchases.map(|purchases| view! { <purchases::PurchasesPanel purchases=purchases /> })}
    };
    let is_chat_shown = Signal::derive(move || open_tab.is_shown(SideTab::Chat));
    let chat = move || view! { <ChatPanel order=id.get() unread_count=unread is_shown=is_chat_shown /> };
    let services = move || {
        let services_state = data.services.get().filter(|_| open_tab.is_shown(SideTab::Services))?;
        let order = order.get()?.ok()?;
        let titles = order.items.into_iter().map(|item| (item.id, item.title)).collect();
        Some(services::order_services(titles, services_state))
    };
    let history = view! {
        <Loaded
            resource=data.history
            content={|list: Listing<HistoryEntry>| view! { <HistoryList entries=list.data /> }.into_any()}
        />
    };
    let notes = move || {
        let order = open_tab.is_shown(SideTab::Notes).then(|| order.get())??.ok()?;
        Some(notes_tab::order_notes(&order))
    };
    view! {
        {open_tab.tabs(unread)}
        {open_tab.panel(SideTab::Money, money.into_any())}
        {open_tab.panel(SideTab::Chat, chat.into_any())}
        {open_tab.panel(SideTab::Services, services.into_any())}
        {open_tab.panel(SideTab::History, history.into_any())}
        {open_tab.panel(SideTab::Notes, notes.into_any())}
    }
    .into_any()
}
