//! The order card of the client: items, calculation and payment, history, chat.

mod delivery_details;
mod delivery_prices;
mod deposit;
pub(crate) mod forms;
mod item_list;
pub(crate) mod moves;
mod others;
mod payment;
mod services;
mod state;
mod track_field;

use super::{
    steps,
    terms::{agent_terms, self_buyout_card},
};
use delivery_details::delivery_details;
use frontend_ui::{
    api::Error,
    components::{Breadcrumb, Crumb, page_by_id, window_width},
    data::{use_growing_record, use_record},
    features::{
        chat::ChatPanel,
        cost::total_label,
        history::HistoryList,
        item_filter::ItemFilter,
        item_import::ImportPreviewState,
        items::{small_picture, totals_text},
        order_status::{self, StatusBadge},
        orders::load_with_all_items,
        other_cabinet::{OtherCabinetOffer, is_not_found},
        shipping::{order_shipments, use_order_shipments},
    },
    prelude::*,
};
use futures::future::join;
use item_list::{ItemFormState, item_list};
use leptos_router::hooks::use_location;
use moves::order_moves;
use others::OtherOrders;
use payment::{is_open, money_panel};
use services::{ServicesState, service_dialogs};
use shared_types::{
    id::OrderId,
    orders::{ListOrderItems, Order, OrderMoney, OrderStatus, OrderSummary, OrderType, ShowOrder, ShowOrderHistory},
    services::ShowOrderServices,
    shipments::OrderShipment,
};
use state::{CardState, LoadedCard, use_order_money};

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
fn picture_strip(pictures: &[String]) -> Option<AnyView> {
    let pictures: Vec<AnyView> = pictures.iter().cloned().map(small_picture).collect();
    (!pictures.is_empty()).then(|| any_view! { <div class="order-pictures">{pictures}</div> })
}

/// The page of an order. It reads the id from the path and loads the order.
#[component]
pub(crate) fn CardPage() -> impl IntoView {
    page_by_id(card_page)
}

/// Loads the order with its services.
async fn load_card(id: OrderId, show: Callback<LoadedCard>) -> Result<LoadedCard, Error> {
    let show_part = |order| show.run(LoadedCard { order, services: None });
    let order = load_with_all_items::<ShowOrder, ListOrderItems>(id, show_part);
    if !current_user().may(Object::Services, Level::View) {
        let services = None;
        return order.await.map(|order| LoadedCard { order, services });
    }
    let services = api::send::<ShowOrderServices>((id,), Nothing {}, Nothing {}, Options::default());
    let (order, services) = join(order, services).await;
    let services = Some(services);
    order.map(|order| LoadedCard { order, services })
}

fn card_page(id: Memo<OrderId>) -> impl IntoView {
    let card = use_growing_record(&[Topic::Order], id, load_card);
    let may_see = |object| current_user().may(object, Level::View);
    let shipments = may_see(Object::Shipments).then(|| use_order_shipments(id));
    let money = may_see(Object::OrderPrices).then(|| use_order_money(id));
    let reload = Callback::new(move |()| {
        card.reload();
        shipments.into_iter().for_each(Record::reload);
        money.into_iter().for_each(Record::reload);
    });
    let hash = use_location().hash;
    let state = CardState {
        url_id: id,
        card,
        order: card.slice(|card| card.order.clone()),
        action: use_action().reloading(move || _ = reload.try_run(())),
        reload,
        asks_deposit: RwSignal::new(hash.get_untracked() == moves::DEPOSIT_HASH),
    };
    Effect::new(move |previous: Option<()>| {
        id.track();
        if previous.is_some() {
            state.action.set_error(None);
            state.asks_deposit.set(false);
        }
    });
    // The chat is a room of its own on phones. It has an address, so that Back leaves it.
    let is_in_chat = Memo::new(move |_| hash.get() == CHAT_HASH);
    let (tab, unread) = (RwSignal::new(Tab::Items), RwSignal::new(0_usize));
    let is_not_in_cabinet = Memo::new(move |_| is_not_found(card.error().as_ref()));
    let lists_others = window_width() >= LIST_BESIDE_WIDTH;
    let deposit_dialog = move || state.asks_deposit.get().then(|| deposit::deposit_dialog(state));
    view! {
        <div class="order-page" class:in-chat=is_in_chat>
            {lists_others.then(|| view! { <OtherOrders current=id /> })}
            <div class="main-and-side client-order">
                <div class="main">
                    <Breadcrumb path=vec![Crumb::list("/client/orders", t(Text::Orders))] />
                    <OtherCabinetOffer id=id is_missing=is_not_in_cabinet />
                    {card.page(Skeleton::Detail, move || order_details(shipments, tab, unread, state))}
                </div>
                <div class="side">
                    {state.order.part(|order| order.summary.id, move |_| side_panels(money, unread, state))}
                </div>
            </div>
            {deposit_dialog}
        </div>
    }
}

/// The calculation, the prices of the delivery, and the chat. The calculation pushes the others, which wait until it is loaded.
fn side_panels(money: Option<Record<OrderMoney>>, unread: RwSignal<usize>, state: CardState) -> AnyView {
    let (order, id) = (state.order, state.id());
    let is_drawn = Memo::new(move |_| money.is_none_or(Record::is_answered));
    // The prices help as long as the method can still be chosen or the order is not paid.
    let prices = move |is_open: &bool| {
        (*is_open && money.is_some()).then(|| view! { <delivery_prices::DeliveryPricesPanel id=id /> })
    };
    // The chat appears once the order is submitted.
    let chat = move |is_submitted: &bool| {
        is_submitted.then(|| {
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
    };
    let below = move || {
        is_drawn.get().then(|| {
            view! {
                {order.part(|order| is_open(order.summary.status), prices)}
                {order.part(|order| order.summary.status != OrderStatus::Draft, chat)}
            }
        })
    };
    any_view! {
        {money.map(|money| money_panel(money, state))}
        {below}
    }
}

/// The link to the chat, with the number of unread messages. Phones show it; elsewhere the chat is next to the order.
fn chat_link(id: OrderId, unread: RwSignal<usize>) -> AnyView {
    any_view! {
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
}

fn page_head(unread: RwSignal<usize>, state: CardState) -> AnyView {
    let order = state.order;
    let id = state.id();
    let about = |(kind, agent): &(OrderType, String)| {
        view! {
            {order_status::type_name(*kind)}
            " · "
            <bdi>{agent.clone()}</bdi>
        }
    };
    let chat_button = move |is_submitted: &bool| is_submitted.then(|| chat_link(id, unread));
    any_view! {
        <div class="page-head">
            <h1 data-testid="order-number">{move || order.with(|order| order.summary.number.clone())}</h1>
            {order.part(|order| order.summary.status, |status| view! { <StatusBadge status=*status /> })}
            <span class="muted">{order.part(|order| (order.summary.order_type, order.agent_name.clone()), about)}</span>
            <div class="spacer"></div>
            <div class="order-actions">
                {order.part(|order| order.summary.status != OrderStatus::Draft, chat_button)} {order_moves(state)}
            </div>
        </div>
    }
}

fn order_details(
    // The shipments; `None` without the permission to see them.
    shipments: Option<Record<Vec<OrderShipment>>>,
    tab: RwSignal<Tab>,
    unread: RwSignal<usize>,
    state: CardState,
) -> AnyView {
    let (order, id) = (state.order, state.id());
    let services = ServicesState::new(state);
    let (item_form, filter) = (RwSignal::new(ItemFormState::Closed), ItemFilter::new());
    let import = ImportPreviewState::default();
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
    let content = move || match tab.get() {
        Tab::Items => item_list(item_form, filter, services, state),
        Tab::Import => {
            let leave = Callback::new(move |()| tab.set(Tab::Items));
            forms::import(id, import, state.reload, leave)
        }
        Tab::History => history_tab(state.url_id),
    };
    let progress = |summary: &OrderSummary| {
        view! {
            {steps::order_progress(summary.order_type, summary.status).stepper()}
            <p>{steps::order_next(summary)}</p>
        }
    };
    // The address stays until the goods have arrived.
    let needs_goods = |order: &Order| {
        let status = order.summary.status;
        order.summary.order_type == OrderType::SelfBuyout
            && matches!(
                status,
                OrderStatus::Draft | OrderStatus::Submitted | OrderStatus::Expected
            )
    };
    let self_buyout = |needs_goods: &bool| {
        needs_goods.then(|| {
            let terms = agent_terms();
            move || self_buyout_card(terms().self_buyout)
        })
    };
    let shipments = move |is_submitted: &bool| {
        let shipments = shipments.filter(|_| *is_submitted);
        shipments.map(|shipments| order_shipments(shipments, order))
    };
    let total = |order: &Order| (total_label(&order.summary), totals_text(order));
    let total = order.part(total, |(label, total)| {
        view! { <span class="total">{*label}" "<strong data-testid="total">{total.clone()}</strong></span> }
    });
    any_view! {
        {page_head(unread, state)}
        {order.part(|order| order.summary.thumbnails.clone(), |pictures| picture_strip(pictures))}
        <section class="card order-progress" data-testid="order-progress">
            {order.part(|order| order.summary.clone(), progress)}
        </section>
        <ErrorNote error=state.action />
        {order.part(needs_goods, self_buyout)}
        {delivery_details(state)}
        {order.part(|order| order.summary.status != OrderStatus::Draft, shipments)}
        <div class="toolbar">
            <div class="tabs" role="tablist">
                {tab_button(Tab::Items, Text::Items, "tab-items")}
                {move || state.is_draft().then(|| tab_button(Tab::Import, Text::ImportTab, "tab-import"))}
                {tab_button(Tab::History, Text::HistoryTab, "tab-history")}
            </div>
            <div class="spacer"></div>
            {total}
        </div>
        {content}
        {services.map(service_dialogs)}
    }
}

fn history_tab(id: Memo<OrderId>) -> AnyView {
    let history = use_record(&[Topic::Order], id, |id| {
        api::send::<ShowOrderHistory>((id,), Nothing {}, Nothing {}, Options::default())
    });
    history.show(
        Skeleton::Rows,
        |list| view! { <HistoryList entries=list.data.clone() /> },
    )
}
