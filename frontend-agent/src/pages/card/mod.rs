//! The order card on the agent's side: lines in work, the price, the money, the history.

mod bulk;
mod delivery;
mod line_form;
mod services;
mod steps;

use crate::{
    notes,
    pages::{labels, scan::Words},
};
use bulk::Bulk;
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Loaded, NumberCell, NumberInput, NumberReader},
    features::{
        chat::ChatPanel,
        history::HistoryList,
        items::{ItemGroups, totals},
        money::MoneyPanel,
        orders::whole,
        services::icon,
        status::{self, StatusBadge},
    },
    format,
    i18n::{Life, Text, t},
    numbers::NumberKind,
    session::current,
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::hooks::use_params_map;
use line_form::LineForm;
use shared_types::{
    access::{Level, Object},
    codes::CodeKind,
    endpoint::Nothing,
    id::{ItemId, OrderId},
    items::{Item, ItemGroup},
    money::PriceText,
    notes::NoteKind,
    orders::{
        ChangeGroup, GroupChange, HistoryEntry, ListAgentItems, Order, OrderMoney, OrderStatus, ShowAgentHistory,
        ShowAgentMoney, ShowAgentOrder,
    },
    page::Listing,
};
use std::collections::BTreeSet;
use steps::Steps;

/// What the parts of the card share.
#[derive(Clone, Copy)]
pub(crate) struct Desk {
    /// The order's id.
    id: OrderId,
    /// The lines that are chosen.
    chosen: RwSignal<BTreeSet<ItemId>>,
    /// The last refusal.
    error: RwSignal<Option<Error>>,
    /// Reads everything anew.
    reload: Callback<()>,
    /// The dialogs that are open; they stand outside of what is read anew, so that nobody's typing is lost to it.
    asked: RwSignal<Option<steps::Asked>>,
    moving: RwSignal<Option<(bulk::Asked, Vec<Item>)>>,
    editing: RwSignal<Option<(Item, bool)>>,
    /// Services of the lines; nothing for whoever may not see them.
    bench: Option<services::Bench>,
}

impl Desk {
    /// Ends an action: shows the refusal, or reads the card anew.
    fn done<T>(self, result: Result<T, Error>) -> bool {
        match result {
            Ok(_) => {
                self.error.set(None);
                self.chosen.update(BTreeSet::clear);
                self.reload.run(());
                true
            }
            Err(refused) => {
                self.error.set(Some(refused));
                false
            }
        }
    }
}

/// The bench of an order; another one only when another order is opened.
#[derive(Clone, Copy)]
struct ById(Option<services::Bench>);

impl PartialEq for ById {
    fn eq(&self, _: &Self) -> bool {
        false
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
    let early = RwSignal::new(None);
    let order = LocalResource::new(move || whole::<ShowAgentOrder, ListAgentItems>(id.get(), early));
    let sees_money = current().may(Object::OrderPrices, Level::View);
    let money = sees_money.then(|| {
        LocalResource::new(move || api::send::<ShowAgentMoney>((id.get(),), Nothing {}, Nothing {}, Options::default()))
    });
    let history = LocalResource::new(move || {
        api::send::<ShowAgentHistory>((id.get(),), Nothing {}, Nothing {}, Options::default())
    });
    let reload = Callback::new(move |()| {
        order.refetch();
        if let Some(money) = money {
            money.refetch();
        }
        history.refetch();
    });
    let (chosen, error) = (RwSignal::new(BTreeSet::new()), RwSignal::new(None::<Error>));
    let (asked, moving, editing) = (RwSignal::new(None), RwSignal::new(None), RwSignal::new(None));
    let benches = Memo::new(move |_| ById(services::Bench::new(id.get(), reload)));
    let desk = move || Desk {
        bench: benches.get_untracked().0,
        id: id.get_untracked(),
        chosen,
        error,
        reload,
        asked,
        moving,
        editing,
    };
    view! {
        <Loaded resource=order early=early content={move |order: Order| view! { <Head order=order.clone() desk=desk()/> }.into_any()}/>
        <ErrorNote error=error/>
        <div class="work">
            <div class="main">
                <Loaded resource=order early=early content={move |order: Order| view! { <Lines order=order desk=desk()/> }.into_any()}/>
            </div>
            <div class="side">
                {money.map(|money| view! { <Loaded resource=money content={|money: OrderMoney| view! { <MoneyPanel money=money/> }.into_any()}/> })}
                {move || view! { <ChatPanel order=id.get()/> }}
                <section class="below">
                    <h2>{t(Text::HistoryTab)}</h2>
                    <Loaded resource=history content={|list: Listing<HistoryEntry>| view! { <HistoryList entries=list.data/> }.into_any()}/>
                </section>
            </div>
        </div>
        {move || asked.get().map(|what| view! { <steps::Ask what=what desk=desk()/> })}
        {move || moving.get().map(|(what, items)| view! { <bulk::Ask what=what items=items desk=desk()/> })}
        {move || editing.get().map(|(item, prices)| view! { <LineForm item=item prices=prices desk=desk()/> })}
        {move || benches.get().0.map(|bench| view! { <services::Dialogs bench=bench/> })}
    }
}

#[component]
fn Head(order: Order, desk: Desk) -> impl IntoView {
    let place = [order.destination_country.clone(), order.destination_city.clone()]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ");
    let sum = totals(&order);
    let summary = order.summary.clone();
    let note = notes::mark(NoteKind::Order, summary.id.0, summary.has_note, summary.number.clone());
    let chosen = order.delivery;
    let is_priced_now = summary.status == OrderStatus::Submitted && current().may(Object::OrderPrices, Level::Edit);
    view! {
        <div class="page-head">
            <h1 data-testid="order-number">{summary.number}</h1>
            {note}
            <StatusBadge status=summary.status/>
            <span class="muted">{status::kind(summary.order_type)}</span>
            <div class="spacer"></div>
            <span class="total">{t(Text::Total)}" "<strong data-testid="total">{sum}</strong></span>
            <a class="icon" target="_blank" data-testid="order-label" aria-label=t(Words::PrintLabel) title=t(Words::PrintLabel) href=labels::address(CodeKind::Order, [summary.id.0])>{icon("print")}</a>
            <Steps order=order desk=desk/>
        </div>
        <p class="facts">
            {(!summary.title.is_empty()).then(|| view! { <strong>{summary.title.clone()}</strong> })}
            <span>{t(Text::Client)}": "{summary.client_code}" · "{summary.client_name}</span>
            <span>{t(Text::Destination)}": "{if place.is_empty() { "—".to_owned() } else { place }}</span>
            <span>{t(Text::CreatedAt)}": "{format::moment(summary.created_at)}</span>
        </p>
        <delivery::Delivered chosen=chosen open=is_priced_now desk=desk/>
    }
    .into_any()
}

#[component]
fn Lines(order: Order, desk: Desk) -> impl IntoView {
    let rights = current();
    let (works, prices) = (
        rights.may(Object::Orders, Level::Edit),
        rights.may(Object::OrderPrices, Level::Edit),
    );
    let is_priced_now = order.summary.status == OrderStatus::Submitted;
    let items = order.items.clone();
    let actions = move |item: &Item| {
        let note = notes::mark(NoteKind::Item, item.id.0, item.has_note, item.title.clone());
        if !works {
            return view! { <div class="actions">{note}</div> }.into_any();
        }
        let edited = item.clone();
        view! { <div class="actions">{note}<button class="icon" data-testid="edit-line" aria-label=t(Text::Edit) title=t(Text::Edit) on:click=move |_| desk.editing.set(Some((edited.clone(), prices && is_priced_now)))>"✎"</button></div> }.into_any()
    };
    let lead = Callback::new(move |item: Item| {
        let id = item.id;
        let toggle = move |event| {
            let checked = event_target_checked(&event);
            desk.chosen.update(|chosen| {
                if checked {
                    chosen.insert(id);
                } else {
                    chosen.remove(&id);
                }
            });
        };
        view! { <span class="lead"><input type="checkbox" data-testid="choose-line" aria-label=item.title prop:checked=move || desk.chosen.with(|chosen| chosen.contains(&id)) on:change=toggle/></span> }.into_any()
    });
    let beside = Callback::new(move |group: ItemGroup| domestic(group, prices && is_priced_now, desk));
    let all: BTreeSet<ItemId> = items.iter().map(|item| item.id).collect();
    let count = all.len();
    let choose_all = move |event| {
        let checked = event_target_checked(&event);
        desk.chosen.set(if checked { all.clone() } else { BTreeSet::new() });
    };
    let status = order.summary.status;
    let below = Callback::new(move |item: Item| match desk.bench {
        Some(bench) => services::beneath(item, status, bench),
        None => ().into_any(),
    });
    let photo = desk.bench.map(services::Bench::photo);
    let groups = if works {
        view! { <ItemGroups order=order.clone() actions=actions lead=lead beside=beside below=below photo=photo/> }
            .into_any()
    } else {
        view! { <ItemGroups order=order.clone() actions=actions beside=beside below=below photo=photo/> }.into_any()
    };
    view! {
        {works.then(|| view! { <label class="row"><input type="checkbox" data-testid="choose-all" prop:checked=move || desk.chosen.with(BTreeSet::len) == count on:change=choose_all/><span class="muted">{t(Life::SelectAll)}</span></label> })}
        {groups}
        {works.then(|| view! { <Bulk items=items desk=desk/> })}
    }
    .into_any()
}

/// Domestic shipping of a shop: a number while the order is priced, a word after that.
fn domestic(group: ItemGroup, may_edit: bool, desk: Desk) -> AnyView {
    let note = notes::mark(NoteKind::Group, group.id.0, group.has_note, group.shop_name.clone());
    let held = group
        .domestic
        .map(shared_types::money::Money::amount)
        .unwrap_or_default();
    if !may_edit {
        let told = group
            .domestic
            .map(|domestic| view! { <small class="muted">{t(Life::Domestic)}" "{format::money(domestic)}</small> });
        return view! { {told}{note} }.into_any();
    }
    let domestic = NumberInput::new(NumberKind::Amount, held);
    let save = move |_| {
        let mut numbers = NumberReader::default();
        let typed = numbers.amount(domestic);
        if !numbers.is_complete() {
            return;
        }
        let domestic = typed.unwrap_or_else(|| PriceText("0".to_owned()));
        spawn_local(async move {
            let path = (desk.id, group.id);
            desk.done(api::send::<ChangeGroup>(path, Nothing {}, GroupChange { domestic }, Options::default()).await);
        });
    };
    view! {
        <span class="row numbered" on:change=save><small class="muted">{t(Life::Domestic)}</small><NumberCell name="domestic" label=t(Life::Domestic) input=domestic/></span>
        {note}
    }
    .into_any()
}
