//! The order card of the client: items, calculation and payment, history, chat.

mod delivery_details;
mod delivery_prices;
pub(crate) mod deposit;
pub(crate) mod forms;
mod item_list;
mod moves;
mod others;
mod payment;
mod services;
mod track_field;

use super::{import_file::ImportPreviewState, steps};
use delivery_details::{DeliveryDetails, DetailsForm};
use frontend_ui::{
    api::{self, Error, Fetched, Options},
    components::{Breadcrumb, Crumb, ErrorNote, Icon, Loaded, Skeleton, page_by_id, window_width},
    features::{
        chat::ChatPanel,
        cost::total_label,
        history::HistoryList,
        item_filter::ItemFilter,
        item_switches::remember_item_switches,
        items::{small_picture, totals_text},
        order_status::{self, StatusBadge},
        orders::load_with_all_items,
        other_cabinet::{OtherCabinetOffer, is_not_found},
        shipping::{OrderShipments, ShipmentsResource, fetch_shipments},
    },
    i18n::{Text, t},
    live::{Topic, use_live_object, use_live_object_at_once},
    session::current_user,
};
use futures::future::join;
use item_list::{ItemFormState, ItemList, close_form_of_removed};
use leptos::prelude::*;
use leptos_router::hooks::use_location;
use moves::order_moves;
use others::OtherOrders;
use services::{ServiceDialogs, ServicesState};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::OrderId,
    orders::{HistoryEntry, ListOrderItems, Order, OrderMove, OrderStatus, ShowOrder, ShowOrderHistory},
    page::Listing,
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tab {
    Items,
    Import,
    History,
}

/// The part of the address that opens the chat.
const CHAT_HASH: &str = "#chat";

/// The width from which the other orders are listed next to the order.
const LIST_BESIDE_WIDTH: f64 = 1500.0;

frontend_ui::texts! {
    /// A text of the order card.
    enum CardTexts;
    Chat: "Чат", "Chat", "聊天";
    BackToOrder: "К заказу", "Back to the order", "返回订单";
}

/// The pictures of the first items.
fn picture_strip(order: &Order) -> Option<AnyView> {
    let pictures: Vec<AnyView> = order.summary.thumbnails.iter().cloned().map(small_picture).collect();
    (!pictures.is_empty()).then(|| view! { <div class="order-pictures">{pictures}</div> }.into_any())
}

/// The page of an order. It reads the id from the path and loads the order.
#[component]
pub(crate) fn CardPage() -> impl IntoView {
    page_by_id(card_page)
}

fn card_page(id: Memo<OrderId>) -> impl IntoView {
    let (tab, filter) = (RwSignal::new(Tab::Items), ItemFilter::new());
    remember_item_switches();
    let partial = RwSignal::new(None);
    let sees_money = current_user().may(Object::OrderPrices, Level::View);
    let shipments = current_user()
        .may(Object::Shipments, Level::View)
        .then(|| fetch_shipments(id));
    let changes = Trigger::new();
    let reload = Callback::new(move |()| {
        changes.notify();
        if let Some(shipments) = shipments {
            shipments.refetch();
        }
    });
    // The state has no equality: a new one is always another one.
    let services = Memo::new_with_compare(move |_| ServicesState::new(id.get(), reload), |_, _| true);
    // Services and photos stand below the items and push the items below, so both are drawn together.
    let order = Fetched::new(move || {
        changes.track();
        let order = load_with_all_items::<ShowOrder, ListOrderItems>(id.get(), partial);
        let services = services.get_untracked();
        async move {
            match services {
                Some(services) => join(order, services.load()).await.0,
                None => order.await,
            }
        }
    });
    use_live_object(&[Topic::Order], move || id.try_get_untracked(), move || reload.run(()));
    let item_form = RwSignal::new(ItemFormState::Closed);
    // The open form of an item holds the refetch, so the removal of the item has to close it.
    let close_form = move || {
        if let Some(order) = id.try_get_untracked() {
            close_form_of_removed(item_form, order);
        }
    };
    use_live_object_at_once(&[Topic::Order], move || id.try_get_untracked(), close_form);
    let details_form = RwSignal::new(DetailsForm::Closed);
    let import = ImportPreviewState::new();
    let paying = payment::PayState::new();
    // The question about the deposit outlives the card, which is rebuilt when the order is reloaded.
    let hash = use_location().hash;
    let asks_deposit = RwSignal::new(hash.get_untracked() == deposit::DEPOSIT_HASH);
    Effect::new(move |previous: Option<()>| {
        id.track();
        paying.clear();
        filter.clear();
        item_form.set(ItemFormState::Closed);
        details_form.set(DetailsForm::Closed);
        import.clear();
        if previous.is_some() {
            asks_deposit.set(false);
        }
    });
    let deposit_dialog = move || {
        let (close, id) = (Callback::new(move |()| asks_deposit.set(false)), id.get());
        let submitted = Callback::new(move |()| {
            moves::report(id, OrderMove::Submit, reload);
            reload.run(());
        });
        asks_deposit
            .get()
            .then(|| view! { <deposit::DepositDialog id=id close=close submitted=submitted /> })
    };
    let is_open = |status| {
        matches!(
            status,
            OrderStatus::Draft | OrderStatus::Submitted | OrderStatus::Quoted
        )
    };
    // Id and status of the order, as soon as a part of it is loaded.
    let summary = move || {
        let id_and_status = |order: &Order| (order.summary.id, order.summary.status);
        let loaded = order.with(|order| order?.as_ref().ok().map(id_and_status));
        loaded.or_else(|| partial.with(|partial| partial.as_ref().map(id_and_status)))
    };
    // A payment whose response was lost has succeeded when the order is paid.
    let is_settled = Memo::new(move |_| summary().is_some_and(|(_, status)| !is_open(status)));
    Effect::new(move |_| {
        if is_settled.get() {
            paying.clear();
        }
    });
    // The calculation pushes the rest of the side, which therefore waits until it is drawn.
    let money = Memo::new(move |_| summary().filter(|_| sees_money).map(|(id, _)| id));
    let shown_money = RwSignal::new(None::<OrderId>);
    let is_money_shown = move |id| !sees_money || shown_money.get() == Some(id);
    // The chat appears once the order is submitted, and stays while the order is reloaded, to keep a message being typed.
    let chat = Memo::new(move |previous: Option<&Option<OrderId>>| {
        let current = previous.copied().flatten().filter(|current| *current == id.get());
        summary().map_or(current, |(id, status)| (status != OrderStatus::Draft).then_some(id))
    });
    let shown_chat = Memo::new(move |_| chat.get().filter(|id| is_money_shown(*id)));
    // Prices of delivery methods help as long as the method can still be chosen or the order is not paid.
    let priced_order = Memo::new(move |_| {
        summary()
            .filter(|(id, status)| sees_money && is_open(*status) && is_money_shown(*id))
            .map(|(id, _)| id)
    });
    // The chat is a room of its own on phones. It has an address, so that Back leaves it.
    let is_in_chat = Memo::new(move |_| hash.get() == CHAT_HASH);
    let unread = RwSignal::new(0_usize);
    let is_not_in_cabinet = Memo::new(move |_| is_not_found(order.get().as_ref()));
    let lists_others = window_width() >= LIST_BESIDE_WIDTH;
    let chat_button = move || chat.get().map(|id| chat_link(id, unread));
    view! {
        <div class="order-page" class:in-chat=is_in_chat>
            {lists_others.then(|| view! { <OtherOrders current=id /> })}
            <div class="main-and-side client-order">
                <div class="main">
                    <Breadcrumb path=vec![Crumb::list("/client/orders", t(Text::Orders))] />
                    <OtherCabinetOffer id=id is_missing=is_not_in_cabinet />
                    <Loaded
                        resource=order
                        partial=partial
                        skeleton=Skeleton::Detail
                        content={move |order: Order| {
                            view! {
                                <OrderDetails
                                    order=order
                                    shipments=shipments
                                    tab=tab
                                    services=services.get_untracked()
                                    item_form=item_form
                                    details_form=details_form
                                    import=import
                                    filter=filter
                                    reload=reload
                                    asks_deposit=asks_deposit
                                    chat_button=chat_button
                                />
                            }
                                .into_any()
                        }}
                    />
                </div>
                <div class="side">
                    {move || {
                        money
                            .get()
                            .map(|id| {
                                view! {
                                    <payment::Money
                                        id=id
                                        state=paying
                                        asks_deposit=asks_deposit
                                        changes=changes
                                        shown=shown_money
                                        reload=reload
                                    />
                                }
                            })
                    }} {move || priced_order.get().map(|id| view! { <delivery_prices::DeliveryPricesPanel id=id /> })}
                    {move || {
                        shown_chat
                            .get()
                            .map(|id| {
                                view! {
                                    <div class="chat-room">
                                        <a href=format!("/client/orders/{id}") class="chat-back">
                                            {Icon::ChevronLeft.view()}
                                            {t(CardTexts::BackToOrder)}
                                        </a>
                                        <ChatPanel order=id unread_count=unread />
                                    </div>
                                }
                            })
                    }}
                </div>
            </div>
            {deposit_dialog}
            {move || services.get().map(|state| view! { <ServiceDialogs state=state /> })}
        </div>
    }
}

/// The link to the chat, with the number of unread messages. Phones show it; elsewhere the chat is next to the order.
fn chat_link(id: OrderId, unread: RwSignal<usize>) -> AnyView {
    view! {
        <a href=format!("/client/orders/{id}{CHAT_HASH}") class="button to-chat" data-testid="to-chat">
            {Icon::MessageCircle.view()}
            {t(CardTexts::Chat)}
            {move || {
                Some(unread.get())
                    .filter(|count| *count > 0)
                    .map(|count| view! { <span class="count-badge">{count}</span> })
            }}
        </a>
    }
    .into_any()
}

#[component]
fn OrderDetails(
    order: Order,
    /// The shipments; `None` without the permission to see them.
    shipments: Option<ShipmentsResource>,
    tab: RwSignal<Tab>,
    services: Option<ServicesState>,
    item_form: RwSignal<ItemFormState>,
    details_form: RwSignal<DetailsForm>,
    import: ImportPreviewState,
    filter: ItemFilter,
    reload: Callback<()>,
    /// Whether the question about the deposit is open.
    asks_deposit: RwSignal<bool>,
    chat_button: impl Fn() -> Option<AnyView> + Send + 'static,
) -> impl IntoView {
    let id = order.summary.id;
    let (error, busy) = (RwSignal::new(None::<Error>), RwSignal::new(false));
    let may_edit = current_user().may(Object::Orders, Level::Edit);
    let is_draft = order.summary.status.is_editable_by_client() && may_edit;
    let moves = order_moves(&order, reload, error, busy, asks_deposit);
    let tab_button = move |value: Tab, text: Text, mark: &'static str| {
        view! {
            <button
                class="tab"
                role="tab"
                data-testid=mark
                aria-selected=move || (tab.get() == value).to_string()
                on:click=move |_| tab.set(value)
            >
                {t(text)}
            </button>
        }
    };
    let shipments = shipments.filter(|_| order.summary.status != OrderStatus::Draft);
    let items = order.items.clone();
    let summary = order.summary.clone();
    let (kind, status) = (summary.order_type, summary.status);
    let (progress, next) = (steps::order_progress(kind, status), steps::order_next(&summary));
    let pictures = picture_strip(&order);
    let (label, total) = (total_label(&order.summary), totals_text(&order));
    let items_order = order.clone();
    let content = move || match tab.get() {
        Tab::Items => view! {
            <ItemList
                order=items_order.clone()
                draft=is_draft
                services=services
                form=item_form
                filter=filter
                reload=reload
                error=error
            />
        }
        .into_any(),
        Tab::Import => {
            let leave = Callback::new(move |()| tab.set(Tab::Items));
            forms::import(id, import, reload, leave)
        }
        Tab::History => view! { <HistoryTab id=id /> }.into_any(),
    };
    view! {
        <div class="page-head">
            <h1 data-testid="order-number">{summary.number}</h1>
            <StatusBadge status=summary.status />
            <span class="muted">
                {order_status::type_name(summary.order_type)} " · " <bdi>{order.agent_name.clone()}</bdi>
            </span>
            <div class="spacer"></div>
            <div class="order-actions">{chat_button}{moves}</div>
        </div>
        {pictures}
        <section class="card order-progress" data-testid="order-progress">
            {progress.stepper()}
            <p>{next}</p>
        </section>
        <ErrorNote error=error />
        <DeliveryDetails order=order draft=is_draft form=details_form reload=reload />
        {shipments.map(|shipments| view! { <OrderShipments shipments=shipments items=items /> })}
        <div class="toolbar">
            <div class="tabs" role="tablist">
                {tab_button(Tab::Items, Text::Items, "tab-items")}
                {is_draft.then(|| tab_button(Tab::Import, Text::ImportTab, "tab-import"))}
                {tab_button(Tab::History, Text::HistoryTab, "tab-history")}
            </div>
            <div class="spacer"></div>
            <span class="total">{label}" "<strong data-testid="total">{total}</strong></span>
        </div>
        {content}
    }
}

#[component]
fn HistoryTab(id: OrderId) -> impl IntoView {
    let history =
        Fetched::new(move || api::send::<ShowOrderHistory>((id,), Nothing {}, Nothing {}, Options::default()));
    use_live_object(&[Topic::Order], move || Some(id), move || history.refetch());
    view! {
        <Loaded
            resource=history
            content={|list: Listing<HistoryEntry>| view! { <HistoryList entries=list.data /> }.into_any()}
        />
    }
}
