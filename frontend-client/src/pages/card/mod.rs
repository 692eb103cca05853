//! The order card of the client: items, calculation and payment, history, chat.

mod delivery_details;
mod delivery_prices;
mod payment;
mod services;
mod track_field;

use super::import_file::FileImport;
use crate::pages::{
    item_form::{ItemForm, existing_draft},
    paste_import::ImportForm,
};
use delivery_details::DeliveryDetails;
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Loaded, confirmed, page_by_id},
    features::{
        chat::ChatPanel,
        history::HistoryList,
        items::{ItemGroups, totals_text},
        order_status::{self, StatusBadge},
        orders::load_with_all_items,
        shipping::OrderParcels,
    },
    i18n::{Text, t},
    live::{Topic, use_live_object},
    session::current_user,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::OrderId,
    items::{Item, ItemMove, ItemStatus, RemoveItem},
    orders::{
        CancelOrder, HistoryEntry, ListClientOrderItems, MoveReason, Order, OrderMove, OrderStatus, ShowClientOrder,
        ShowClientOrderHistory, SubmitOrder, WithdrawOrder,
    },
    page::Listing,
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tab {
    Items,
    Import,
    History,
}

async fn make_move(id: OrderId, step: OrderMove) -> Result<Order, Error> {
    let options = Options::default();
    match step {
        OrderMove::Submit => api::send::<SubmitOrder>((id,), Nothing {}, Nothing {}, options).await,
        OrderMove::TakeBack => api::send::<WithdrawOrder>((id,), Nothing {}, Nothing {}, options).await,
        _ => api::send::<CancelOrder>((id,), Nothing {}, MoveReason::default(), options).await,
    }
}

/// The page of an order. It reads the id from the path and loads the order.
#[component]
pub(crate) fn CardPage() -> impl IntoView {
    page_by_id(card_page)
}

fn card_page(id: Memo<OrderId>) -> impl IntoView {
    let tab = RwSignal::new(Tab::Items);
    let partial = RwSignal::new(None);
    let order =
        LocalResource::new(move || load_with_all_items::<ShowClientOrder, ListClientOrderItems>(id.get(), partial));
    let sees_money = current_user().may(Object::OrderPrices, Level::View);
    let reload = Callback::new(move |()| order.refetch());
    use_live_object(&[Topic::Order], move || id.try_get_untracked(), move || reload.run(()));
    let paying = payment::PayState::new();
    Effect::new(move |_| {
        id.track();
        paying.clear();
    });
    // Id and status of the order, as soon as a part of it is loaded.
    let summary = move || {
        let id_and_status = |order: &Order| (order.summary.id, order.summary.status);
        let loaded = order.with(|order| order.as_ref().and_then(|order| order.as_ref().ok().map(id_and_status)));
        loaded.or_else(|| partial.with(|partial| partial.as_ref().map(id_and_status)))
    };
    // The chat appears once the order is submitted, and stays while the order is reloaded, to keep a message being typed.
    let chat = Memo::new(move |previous: Option<&Option<OrderId>>| {
        let current = previous.copied().flatten().filter(|current| *current == id.get());
        summary().map_or(current, |(id, status)| (status != OrderStatus::Draft).then_some(id))
    });
    // Prices of delivery methods help as long as the method can still be chosen or the order is not paid.
    let priced_order = Memo::new(move |_| {
        let is_open = |status| {
            matches!(
                status,
                OrderStatus::Draft | OrderStatus::Submitted | OrderStatus::Quoted
            )
        };
        summary()
            .filter(|(_, status)| sees_money && is_open(*status))
            .map(|(id, _)| id)
    });
    // On phones the payment panel is above the items while the order awaits payment.
    let layout = move || {
        let is_quoted = summary().is_some_and(|(_, status)| status == OrderStatus::Quoted);
        if is_quoted {
            "main-and-side side-first"
        } else {
            "main-and-side"
        }
    };
    view! {
        <div class=layout>
            <div class="main">
                <Loaded
                    resource=order
                    partial=partial
                    content=move |order: Order| view! { <OrderDetails order=order tab=tab reload=reload /> }.into_any()
                />
            </div>
            <div class="side">
                {move || {
                    summary()
                        .filter(|_| sees_money)
                        .map(|(id, _)| view! { <payment::Money id=id state=paying reload=reload /> })
                }} {move || priced_order.get().map(|id| view! { <delivery_prices::DeliveryPricesPanel id=id /> })}
                {move || chat.get().map(|id| view! { <ChatPanel order=id /> })}
            </div>
        </div>
    }
}

#[component]
fn OrderDetails(order: Order, tab: RwSignal<Tab>, reload: Callback<()>) -> impl IntoView {
    let id = order.summary.id;
    let (error, busy) = (RwSignal::new(None::<Error>), RwSignal::new(false));
    let may_edit = current_user().may(Object::Orders, Level::Edit);
    let is_draft = order.summary.status.is_editable_by_client() && may_edit;
    let moves = order
        .moves
        .iter()
        .filter(|_| may_edit)
        .filter_map(|step| {
            let (step, name) = (*step, order_status::move_name(*step)?);
            let class = if step == OrderMove::Submit {
                "button primary"
            } else {
                "button"
            };
            let on_click = move |_| {
                spawn_local(async move {
                    if step == OrderMove::Cancel && !confirmed(t(Text::ConfirmCancelOrder), name).await {
                        return;
                    }
                    busy.set(true);
                    match make_move(id, step).await {
                        Ok(_) => {
                            reload.try_run(());
                        }
                        Err(err) => error.set(Some(err)),
                    }
                    busy.set(false);
                });
            };
            Some(view! {
                <button class=class data-testid=step.as_str() disabled=move || busy.get() on:click=on_click>
                    {name}
                </button>
            })
        })
        .collect_view();
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
    let sees_parcels = order.summary.status != OrderStatus::Draft && current_user().may(Object::Shipments, Level::View);
    let titles = order
        .items
        .iter()
        .map(|item| (item.id, item.title.clone()))
        .collect::<Vec<_>>();
    let summary = order.summary.clone();
    let total = totals_text(&order);
    let items_order = order.clone();
    let content = move || match tab.get() {
        Tab::Items => {
            view! { <ItemList order=items_order.clone() draft=is_draft reload=reload error=error /> }.into_any()
        }
        Tab::Import => {
            let done = Callback::new(move |()| {
                tab.set(Tab::Items);
                reload.run(());
            });
            view! {
                <FileImport order=id changed=done />
                <ImportForm order=id done=done />
            }
            .into_any()
        }
        Tab::History => view! { <HistoryTab id=id /> }.into_any(),
    };
    view! {
        <div class="page-head">
            <h1 data-testid="order-number">{summary.number}</h1>
            <StatusBadge status=summary.status />
            <span class="muted">{order_status::type_name(summary.order_type)} " · " {order.agent_name.clone()}</span>
            <div class="spacer"></div>
            {moves}
        </div>
        <ErrorNote error=error />
        <DeliveryDetails order=order draft=is_draft reload=reload />
        {sees_parcels.then(|| view! { <OrderParcels order=id titles=titles /> })}
        <div class="toolbar">
            <div class="tabs" role="tablist">
                {tab_button(Tab::Items, Text::Items, "tab-items")}
                {is_draft.then(|| tab_button(Tab::Import, Text::ImportTab, "tab-import"))}
                {tab_button(Tab::History, Text::HistoryTab, "tab-history")}
            </div>
            <div class="spacer"></div>
            <span class="total">{t(Text::Total)}" "<strong data-testid="total">{total}</strong></span>
        </div>
        {content}
    }
}

#[derive(Clone, PartialEq)]
enum FormState {
    Closed,
    New,
    Edit(Box<Item>),
}

#[component]
fn ItemList(order: Order, draft: bool, reload: Callback<()>, error: RwSignal<Option<Error>>) -> impl IntoView {
    let form = RwSignal::new(FormState::Closed);
    let id = order.summary.id;
    // In a self-buyout the client can correct the track until the parcel is received.
    let may_track = order.summary.status == OrderStatus::Expected && current_user().may(Object::Orders, Level::Edit);
    let done = Callback::new(move |()| {
        form.set(FormState::Closed);
        reload.run(());
    });
    let actions = move |item: &Item| {
        if item.moves.contains(&ItemMove::Send) || item.status == ItemStatus::Sent && may_track {
            return view! { <track_field::TrackField order=id item=item.clone() reload=reload error=error /> }
                .into_any();
        }
        if !draft {
            return ().into_any();
        }
        let (edited, item_id) = (item.clone(), item.id);
        let remove = move |_| {
            spawn_local(async move {
                if !confirmed(t(Text::ConfirmRemoveItem), t(Text::Delete)).await {
                    return;
                }
                match api::send::<RemoveItem>((id, item_id), Nothing {}, Nothing {}, Options::default()).await {
                    Ok(_) => {
                        reload.try_run(());
                    }
                    Err(err) => error.set(Some(err)),
                }
            });
        };
        view! {
            <div class="actions">
                <button
                    class="icon"
                    data-testid="edit-item"
                    aria-label=t(Text::Edit)
                    title=t(Text::Edit)
                    on:click=move |_| form.set(FormState::Edit(Box::new(edited.clone())))
                >
                    "✎"
                </button>
                <button
                    class="icon"
                    data-testid="remove-item"
                    aria-label=t(Text::Delete)
                    title=t(Text::Delete)
                    on:click=remove
                >
                    "✕"
                </button>
            </div>
        }
        .into_any()
    };
    let is_empty = order.items.is_empty();
    let services_state = services::ServicesState::new(id, reload);
    let status = order.summary.status;
    let below = Callback::new(move |item: Item| match services_state {
        Some(state) => services::item_services(item, status, state),
        None => ().into_any(),
    });
    view! {
        {move || match form.get() {
            FormState::New => view! { <ItemForm draft=existing_draft(id) item=None done=done /> }.into_any(),
            FormState::Edit(item) => {
                view! { <ItemForm draft=existing_draft(id) item=Some(*item) done=done /> }.into_any()
            }
            FormState::Closed => {
                draft
                    .then(|| {
                        view! {
                            <button class="button" data-testid="add-item" on:click=move |_| form.set(FormState::New)>
                                {t(Text::AddProduct)}
                            </button>
                        }
                    })
                    .into_any()
            }
        }}
        {is_empty
            .then(|| {
                view! {
                    <div class="empty">
                        <h2>{t(Text::EmptyOrders)}</h2>
                        <p>{t(Text::EmptyOrdersHint)}</p>
                    </div>
                }
            })}
        <ItemGroups order=order actions=actions below=below photo=services_state.map(services::ServicesState::photo) />
        {services_state.map(|state| view! { <services::ServiceDialogs state=state /> })}
    }
}

#[component]
fn HistoryTab(id: OrderId) -> impl IntoView {
    let history = LocalResource::new(move || {
        api::send::<ShowClientOrderHistory>((id,), Nothing {}, Nothing {}, Options::default())
    });
    use_live_object(&[Topic::Order], move || Some(id), move || history.refetch());
    view! {
        <Loaded
            resource=history
            content={|list: Listing<HistoryEntry>| view! { <HistoryList entries=list.data /> }.into_any()}
        />
    }
}
