//! The order card on the agent's side: items, status changes, payments, chat and history.

mod bulk;
mod delivery;
mod header;
mod item_filter;
mod item_form;
mod items;
mod order_moves;
mod purchase_fields;
mod purchases;
mod services;
mod side_tabs;
mod steps;

use crate::{
    notes,
    pages::assignees::{Assignees, fetch_assignees},
};
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Loaded, Skeleton, page_by_id},
    features::{
        chat::ChatPanel,
        history::HistoryList,
        money::MoneyPanel,
        orders::load_with_all_items,
        other_cabinet::{OtherCabinetOffer, is_not_found},
        shipping::{ParcelsResource, fetch_parcels},
    },
    i18n::{Text, t},
    live::{Topic, use_live_object},
    session::current_user,
};
use header::CardHeader;
use item_filter::ItemFilter;
use item_form::ItemForm;
use items::OrderItems;
use leptos::{ev, prelude::*, wasm_bindgen::JsCast, web_sys};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::{ItemId, OrderId},
    items::Item,
    money::Currency,
    orders::{
        HistoryEntry, ListAgentOrderItems, Order, OrderMoney, ShowAgentOrder, ShowAgentOrderHistory,
        ShowAgentOrderMoney,
    },
    page::Listing,
};
use side_tabs::{SideTab, SideTabs};
use std::collections::BTreeSet;

/// State shared by the parts of the card.
#[derive(Clone, Copy)]
pub(crate) struct CardState {
    id: OrderId,
    selected_items: RwSignal<BTreeSet<ItemId>>,
    /// The error of the last request.
    error: RwSignal<Option<Error>>,
    /// Fetches the order, the payments and the history again.
    reload: Callback<()>,
    /// The open dialogs. They are rendered outside of the reloaded content, so that a reload does not lose what was typed.
    order_dialog: RwSignal<Option<order_moves::OrderDialog>>,
    items_dialog: RwSignal<Option<(bulk::ItemsDialog, Vec<Item>)>>,
    edited_item: RwSignal<Option<(Item, bool)>>,
    is_adding_item: RwSignal<bool>,
    /// The filter of the items.
    filter: ItemFilter,
    /// The staff whom the order can be assigned to.
    assignees: Assignees,
    /// Services of the items; `None` without the permission to see them.
    services: Option<services::ServicesState>,
}

/// What the head of the card shows beside the order.
#[derive(Clone, Copy)]
pub(crate) struct HeadData {
    /// The history, for the days of the steps.
    history: LocalResource<Result<Listing<HistoryEntry>, Error>>,
    /// The parcels; `None` without the permission to see them.
    parcels: Option<ParcelsResource>,
    delivery_options: delivery::OptionsResource,
}

impl CardState {
    /// Clears the selection and reloads the card after a successful change, or shows the error. Returns whether it succeeded.
    fn handle_result<T>(self, result: Result<T, Error>) -> bool {
        match result {
            Ok(_) => {
                self.error.set(None);
                self.selected_items.update(BTreeSet::clear);
                self.reload.try_run(());
                true
            }
            Err(err) => {
                self.error.set(Some(err));
                false
            }
        }
    }
}

/// Lets a memo hold a value without equality: every recalculation counts as a change.
#[derive(Clone, Copy)]
struct AlwaysChanged(Option<services::ServicesState>);

impl PartialEq for AlwaysChanged {
    fn eq(&self, _: &Self) -> bool {
        false
    }
}

/// Loads the order by the id in the URL.
#[component]
pub(crate) fn CardPage() -> impl IntoView {
    page_by_id(card_page)
}

/// Opens the previous or the next order with `[` and `]`, by the physical key.
fn follow_neighbour(event: ev::KeyboardEvent) {
    let test_id = match event.code().as_str() {
        "BracketLeft" => "previous-order",
        "BracketRight" => "next-order",
        _ => return,
    };
    if event.ctrl_key() || event.meta_key() || event.alt_key() || notes::is_shortcut_blocked(&event) {
        return;
    }
    let link = document()
        .query_selector(&format!("[data-testid={test_id}]"))
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
    let order =
        LocalResource::new(move || load_with_all_items::<ShowAgentOrder, ListAgentOrderItems>(id.get(), partial));
    let may_see_money = current_user().may(Object::OrderPrices, Level::View);
    let money = may_see_money.then(|| {
        LocalResource::new(move || {
            api::send::<ShowAgentOrderMoney>((id.get(),), Nothing {}, Nothing {}, Options::default())
        })
    });
    let history = LocalResource::new(move || {
        api::send::<ShowAgentOrderHistory>((id.get(),), Nothing {}, Nothing {}, Options::default())
    });
    let purchases = may_see_money.then(|| purchases::fetch_purchases(id));
    let parcels = current_user()
        .may(Object::Shipments, Level::View)
        .then(|| fetch_parcels(id));
    let reload = Callback::new(move |()| {
        order.refetch();
        if let Some(money) = money {
            money.refetch();
        }
        if let Some(purchases) = purchases {
            purchases.refetch();
        }
        if let Some(parcels) = parcels {
            parcels.refetch();
        }
        history.refetch();
    });
    let (selected_items, error) = (RwSignal::new(BTreeSet::new()), RwSignal::new(None::<Error>));
    let (order_dialog, items_dialog, edited_item) = (RwSignal::new(None), RwSignal::new(None), RwSignal::new(None));
    let (filter, assignees, delivery_options) = (ItemFilter::new(), fetch_assignees(), delivery::fetch_options());
    let is_adding_item = RwSignal::new(false);
    let neighbour_keys = window_event_listener(ev::keydown, follow_neighbour);
    on_cleanup(move || neighbour_keys.remove());
    let services_state = Memo::new(move |_| AlwaysChanged(services::ServicesState::new(id.get(), reload)));
    use_live_object(
        &[Topic::Order],
        move || id.try_get_untracked(),
        move || {
            reload.run(());
            if let Some(services) = services_state.get_untracked().0 {
                services.refresh();
            }
        },
    );
    let state = move || CardState {
        services: services_state.get_untracked().0,
        id: id.get_untracked(),
        selected_items,
        error,
        reload,
        order_dialog,
        items_dialog,
        edited_item,
        is_adding_item,
        filter,
        assignees,
    };
    let head = HeadData {
        history,
        parcels,
        delivery_options,
    };
    let currency = move || match order.get_untracked() {
        Some(Ok(order)) => order.currency,
        _ => Currency::Cny,
    };
    // The header says it once. Requests of the side may fail first, so the side waits for the order.
    let is_missing = Memo::new(move |_| partial.with(Option::is_none) && matches!(order.get(), Some(Err(_))));
    let is_not_in_cabinet = Memo::new(move |_| is_not_found(order.get().as_ref()));
    let is_known = Memo::new(move |_| partial.with(Option::is_some) || matches!(order.get(), Some(Ok(_))));
    // All parts that push others are drawn together, so that nothing moves. They are requested at the same time.
    let is_drawn = Memo::new(move |was_drawn: Option<&bool>| {
        let is_money_loaded = || money.is_none_or(|money| money.with(Option::is_some));
        let is_paid_loaded = || purchases.is_none_or(|purchases| purchases.with(Option::is_some));
        let are_parcels_loaded = || parcels.is_none_or(|parcels| parcels.with(Option::is_some));
        let is_head_loaded = || {
            history.with(Option::is_some) && assignees.with(Option::is_some) && delivery_options.with(Option::is_some)
        };
        let is_side_loaded = || is_money_loaded() && is_paid_loaded();
        was_drawn.copied().unwrap_or(false)
            || is_missing.get()
            || (is_known.get() && is_head_loaded() && are_parcels_loaded() && is_side_loaded())
    });
    // The history is below the chat, which grows when it is loaded.
    let is_chat_loaded = RwSignal::new(false);
    let shown = order_moves::ShownOrder {
        version: Signal::derive(move || Some(order.get()?.ok()?.version)),
        money: Signal::derive(move || money?.get()?.ok()),
    };
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
                <div class="main">
                    {move || is_adding_item.get().then(|| items::new_item_form(id.get(), state()))}
                    <Loaded
                        resource=order
                        partial=partial
                        content=move |order: Order| view! { <OrderItems order=order state=state() /> }.into_any()
                    />
                </div>
                <div class="side order-side" hidden=move || !is_known.get()>
                    <SideTabs sees_money=may_see_money />
                    <div id=SideTab::Money.id() class="side-section">
                        {money
                            .map(|money| {
                                view! {
                                    <Loaded
                                        resource=money
                                        content=|money: OrderMoney| view! { <MoneyPanel money=money /> }.into_any()
                                    />
                                }
                            })}
                        {purchases.map(|purchases| view! { <purchases::PurchasesPanel purchases=purchases /> })}
                    </div>
                    <div id=SideTab::Chat.id() class="side-section">
                        {move || view! { <ChatPanel order=id.get() is_loaded=is_chat_loaded /> }}
                    </div>
                    <section id=SideTab::History.id() class="below side-section" hidden=move || !is_chat_loaded.get()>
                        <h2>{t(Text::HistoryTab)}</h2>
                        <Loaded
                            resource=history
                            content={|list: Listing<HistoryEntry>| {
                                view! { <HistoryList entries=list.data /> }.into_any()
                            }}
                        />
                    </section>
                </div>
            </div>
        </div>
        {move || {
            order_dialog
                .get()
                .map(|dialog| view! { <order_moves::OrderMoveDialog dialog=dialog shown=shown state=state() /> })
        }}
        {move || {
            items_dialog
                .get()
                .map(|(dialog, items)| view! { <bulk::ItemsMoveDialog dialog=dialog items=items state=state() /> })
        }}
        {move || {
            edited_item
                .get()
                .map(|(item, can_price)| {
                    view! { <ItemForm item=item can_price=can_price currency=currency() state=state() /> }
                })
        }}
        {move || {
            services_state
                .get()
                .0
                .filter(|_| !is_missing.get())
                .map(|services_state| view! { <services::ServiceDialogs services_state=services_state /> })
        }}
    }
}
