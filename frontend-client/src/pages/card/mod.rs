//! The order card on the client's side: lines, price and payment, history.

mod destination;
mod money;
mod services;
mod track;

use super::{import::ImportForm, import_file::FileImport, line_form::LineForm};
use destination::Destination;
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Loaded},
    features::{
        chat::ChatPanel,
        history::HistoryList,
        items::{ItemGroups, totals},
        orders::whole,
        status::{self, StatusBadge},
    },
    i18n::{Text, t},
    session::current,
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::hooks::use_params_map;
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::OrderId,
    items::{Item, ItemMove, ItemStatus, RemoveItem},
    orders::{
        CancelOrder, HistoryEntry, ListClientItems, MoveReason, Order, OrderMove, OrderStatus, ShowClientHistory,
        ShowClientOrder, SubmitOrder, TakeBackOrder,
    },
    page::Listing,
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tab {
    Items,
    Import,
    History,
}

async fn make(id: OrderId, step: OrderMove) -> Result<Order, Error> {
    let options = Options::default();
    match step {
        OrderMove::Submit => api::send::<SubmitOrder>((id,), Nothing {}, Nothing {}, options).await,
        OrderMove::TakeBack => api::send::<TakeBackOrder>((id,), Nothing {}, Nothing {}, options).await,
        _ => api::send::<CancelOrder>((id,), Nothing {}, MoveReason::default(), options).await,
    }
}

/// The page: it reads the address and fetches.
#[component]
pub(crate) fn CardPage() -> impl IntoView {
    let params = use_params_map();
    let id = Memo::new(move |_| {
        params
            .read()
            .get("id")
            .and_then(|id| id.parse().ok())
            .unwrap_or(OrderId(0))
    });
    let tab = RwSignal::new(Tab::Items);
    let early = RwSignal::new(None);
    let order = LocalResource::new(move || whole::<ShowClientOrder, ListClientItems>(id.get(), early));
    let sees_money = current().may(Object::OrderPrices, Level::View);
    let reload = Callback::new(move |()| order.refetch());
    let paying = money::PayState::new();
    Effect::new(move |_| {
        id.track();
        paying.clear();
    });
    // What there is to see of the order; every reading tells of it anew.
    let seen = move || {
        let known = |order: &Order| (order.summary.id, order.summary.status);
        let whole = order.with(|order| order.as_ref().and_then(|order| order.as_ref().ok().map(known)));
        whole.or_else(|| early.with(|early| early.as_ref().map(known)))
    };
    // The chat is there as soon as the order is the agent's too, and stays while the order is read anew: somebody may be typing.
    let chat = Memo::new(move |there: Option<&Option<OrderId>>| {
        let held = there.copied().flatten().filter(|held| *held == id.get());
        seen().map_or(held, |(id, status)| (status != OrderStatus::Draft).then_some(id))
    });
    // On a phone, what is to be paid stands above the lines.
    let layout = move || {
        let is_quoted = seen().is_some_and(|(_, status)| status == OrderStatus::Quoted);
        if is_quoted { "work side-first" } else { "work" }
    };
    view! {
        <div class=layout>
            <div class="main">
                <Loaded resource=order early=early content={move |order: Order| view! { <Card order=order tab=tab reload=reload/> }.into_any()}/>
            </div>
            <div class="side">
                {move || seen().filter(|_| sees_money).map(|(id, _)| view! { <money::Money id=id state=paying reload=reload/> })}
                {move || chat.get().map(|id| view! { <ChatPanel order=id/> })}
            </div>
        </div>
    }
}

#[component]
fn Card(order: Order, tab: RwSignal<Tab>, reload: Callback<()>) -> impl IntoView {
    let id = order.summary.id;
    let (error, busy) = (RwSignal::new(None::<Error>), RwSignal::new(false));
    let may_edit = current().may(Object::Orders, Level::Edit);
    let draft = order.summary.status.is_editable_by_client() && may_edit;
    let moves = order.moves.iter().filter(|_| may_edit).filter_map(|step| {
        let (step, name) = (*step, status::move_name(*step)?);
        let class = if step == OrderMove::Submit { "button primary" } else { "button" };
        let press = move |_| {
            if step == OrderMove::Cancel && !window().confirm_with_message(t(Text::CancelOrder)).unwrap_or(false) {
                return;
            }
            busy.set(true);
            spawn_local(async move {
                match make(id, step).await {
                    Ok(_) => reload.run(()),
                    Err(refused) => error.set(Some(refused)),
                }
                busy.set(false);
            });
        };
        Some(view! { <button class=class data-testid=step.as_str() disabled=move || busy.get() on:click=press>{name}</button> })
    }).collect_view();
    let tab_button = move |value: Tab, text: Text, mark: &'static str| {
        view! {
            <button class="tab" role="tab" data-testid=mark aria-selected=move || (tab.get() == value).to_string() on:click=move |_| tab.set(value)>{t(text)}</button>
        }
    };
    let summary = order.summary.clone();
    let sum = totals(&order);
    let lines = order.clone();
    let content = move || match tab.get() {
        Tab::Items => view! { <Lines order=lines.clone() draft=draft reload=reload error=error/> }.into_any(),
        Tab::Import => {
            let done = Callback::new(move |()| {
                tab.set(Tab::Items);
                reload.run(());
            });
            view! { <FileImport order=id changed=done/><ImportForm order=id done=done/> }.into_any()
        }
        Tab::History => view! { <History id=id/> }.into_any(),
    };
    view! {
        <div class="page-head">
            <h1 data-testid="order-number">{summary.number}</h1>
            <StatusBadge status=summary.status/>
            <span class="muted">{status::kind(summary.order_type)} " · " {order.agent_name.clone()}</span>
            <div class="spacer"></div>
            {moves}
        </div>
        <ErrorNote error=error/>
        <Destination order=order draft=draft reload=reload/>
        <div class="toolbar">
            <div class="tabs" role="tablist">
                {tab_button(Tab::Items, Text::Items, "tab-items")}
                {draft.then(|| tab_button(Tab::Import, Text::ImportTab, "tab-import"))}
                {tab_button(Tab::History, Text::HistoryTab, "tab-history")}
            </div>
            <div class="spacer"></div>
            <span class="total">{t(Text::Total)}" "<strong data-testid="total">{sum}</strong></span>
        </div>
        {content}
    }
}

#[derive(Clone, PartialEq)]
enum Form {
    Closed,
    New,
    Edit(Box<Item>),
}

#[component]
fn Lines(order: Order, draft: bool, reload: Callback<()>, error: RwSignal<Option<Error>>) -> impl IntoView {
    let form = RwSignal::new(Form::Closed);
    let id = order.summary.id;
    // The client's own parcel: a mistyped track can be mended until it comes.
    let tracks = order.summary.status == OrderStatus::Expected && current().may(Object::Orders, Level::Edit);
    let done = Callback::new(move |()| {
        form.set(Form::Closed);
        reload.run(());
    });
    let actions = move |item: &Item| {
        if item.moves.contains(&ItemMove::Send) || item.status == ItemStatus::Sent && tracks {
            return view! { <track::Track order=id item=item.clone() reload=reload error=error/> }.into_any();
        }
        if !draft {
            return ().into_any();
        }
        let (edited, line) = (item.clone(), item.id);
        let remove = move |_| {
            if !window().confirm_with_message(t(Text::Delete)).unwrap_or(false) {
                return;
            }
            spawn_local(async move {
                match api::send::<RemoveItem>((id, line), Nothing {}, Nothing {}, Options::default()).await {
                    Ok(_) => reload.run(()),
                    Err(refused) => error.set(Some(refused)),
                }
            });
        };
        view! {
            <div class="actions">
                <button class="icon" data-testid="edit-line" aria-label=t(Text::Edit) title=t(Text::Edit) on:click=move |_| form.set(Form::Edit(Box::new(edited.clone())))>"✎"</button>
                <button class="icon" data-testid="remove-line" aria-label=t(Text::Delete) title=t(Text::Delete) on:click=remove>"✕"</button>
            </div>
        }.into_any()
    };
    let is_empty = order.items.is_empty();
    let wishes = services::Wishes::new(id, reload);
    let status = order.summary.status;
    let below = Callback::new(move |item: Item| match wishes {
        Some(wishes) => services::beneath(item, status, wishes),
        None => ().into_any(),
    });
    view! {
        {move || match form.get() {
            Form::New => view! { <LineForm order=id item=None done=done/> }.into_any(),
            Form::Edit(item) => view! { <LineForm order=id item=Some(*item) done=done/> }.into_any(),
            Form::Closed => draft.then(|| view! {
                <button class="button" data-testid="add-line" on:click=move |_| form.set(Form::New)>{t(Text::AddProduct)}</button>
            }).into_any(),
        }}
        {is_empty.then(|| view! { <div class="empty"><h2>{t(Text::EmptyOrders)}</h2><p>{t(Text::EmptyOrdersHint)}</p></div> })}
        <ItemGroups order=order actions=actions below=below photo=wishes.map(services::Wishes::photo)/>
        {wishes.map(|wishes| view! { <services::Dialogs wishes=wishes/> })}
    }
}

#[component]
fn History(id: OrderId) -> impl IntoView {
    let history =
        LocalResource::new(move || api::send::<ShowClientHistory>((id,), Nothing {}, Nothing {}, Options::default()));
    view! { <Loaded resource=history content={|list: Listing<HistoryEntry>| view! { <HistoryList entries=list.data/> }.into_any()}/> }
}
