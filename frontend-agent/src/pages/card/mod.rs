//! The order card on the agent's side: items, status changes, payments, chat and history.

mod bulk;
mod delivery;
mod item_form;
mod order_moves;
mod purchase_fields;
mod purchases;
mod services;

use crate::{
    notes,
    pages::{labels, scan::ScanTexts},
};
use bulk::BulkBar;
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Loaded, NumberCell, NumberInput, NumberReader, page_by_id},
    countries,
    features::{
        chat::ChatPanel,
        history::HistoryList,
        items::{ItemGroups, totals_text},
        money::MoneyPanel,
        order_status::{self, StatusBadge},
        orders::load_with_all_items,
        recipients::recipient_view,
        services::icon,
        shipping::OrderParcels,
    },
    format,
    i18n::{LifecycleTexts, Text, t},
    live::{Topic, use_live_object},
    numbers::NumberKind,
    session::current_user,
};
use item_form::ItemForm;
use leptos::{prelude::*, task::spawn_local};
use leptos_router::components::A;
use order_moves::OrderMoves;
use shared_types::{
    access::{Level, Object},
    codes::CodeKind,
    endpoint::Nothing,
    id::{ItemId, OrderId},
    items::{Item, ItemGroup, ItemStatus},
    money::{Currency, PriceText},
    notes::NoteKind,
    orders::{
        ChangeGroup, GroupChange, HistoryEntry, ListAgentOrderItems, Order, OrderMoney, OrderStatus, ShowAgentOrder,
        ShowAgentOrderHistory, ShowAgentOrderMoney,
    },
    page::Listing,
};
use std::collections::BTreeSet;

/// State shared by the parts of the card.
#[derive(Clone, Copy)]
pub(crate) struct CardState {
    id: OrderId,
    /// The selected items.
    selected_items: RwSignal<BTreeSet<ItemId>>,
    /// The error of the last request.
    error: RwSignal<Option<Error>>,
    /// Fetches the order, the payments and the history again.
    reload: Callback<()>,
    /// The open dialogs. They are rendered outside of the reloaded content, so that a reload does not lose what was typed.
    order_dialog: RwSignal<Option<order_moves::OrderDialog>>,
    items_dialog: RwSignal<Option<(bulk::ItemsDialog, Vec<Item>)>>,
    edited_item: RwSignal<Option<(Item, bool)>>,
    /// Services of the items; `None` without the permission to see them.
    services: Option<services::ServicesState>,
}

impl CardState {
    /// Clears the selection and reloads the card after a successful change, or shows the error. Returns whether it succeeded.
    fn handle_result<T>(self, result: Result<T, Error>) -> bool {
        match result {
            Ok(_) => {
                self.error.set(None);
                self.selected_items.update(BTreeSet::clear);
                self.reload.run(());
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
    let reloads = RwSignal::new(0_usize);
    let reload = Callback::new(move |()| {
        reloads.update(|count| *count += 1);
        order.refetch();
        if let Some(money) = money {
            money.refetch();
        }
        history.refetch();
    });
    let (selected_items, error) = (RwSignal::new(BTreeSet::new()), RwSignal::new(None::<Error>));
    let (order_dialog, items_dialog, edited_item) = (RwSignal::new(None), RwSignal::new(None), RwSignal::new(None));
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
    };
    let currency = move || match order.get_untracked() {
        Some(Ok(order)) => order.currency,
        _ => Currency::Cny,
    };
    let shown = order_moves::ShownOrder {
        version: Signal::derive(move || Some(order.get()?.ok()?.version)),
        money: Signal::derive(move || money?.get()?.ok()),
    };
    view! {
        <Loaded
            resource=order
            partial=partial
            content=move |order: Order| view! { <CardHeader order=order.clone() state=state() /> }.into_any()
        />
        <ErrorNote error=error />
        <div class="main-and-side">
            <div class="main">
                <Loaded
                    resource=order
                    partial=partial
                    content=move |order: Order| view! { <OrderItems order=order state=state() /> }.into_any()
                />
            </div>
            <div class="side">
                {money
                    .map(|money| {
                        view! {
                            <Loaded
                                resource=money
                                content=|money: OrderMoney| view! { <MoneyPanel money=money /> }.into_any()
                            />
                        }
                    })}
                {may_see_money
                    .then(|| view! { {move || view! { <purchases::PurchasesPanel id=id.get() reloads=reloads /> }} })}
                {move || view! { <ChatPanel order=id.get() /> }} <section class="below">
                    <h2>{t(Text::HistoryTab)}</h2>
                    <Loaded
                        resource=history
                        content={|list: Listing<HistoryEntry>| view! { <HistoryList entries=list.data /> }.into_any()}
                    />
                </section>
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
                .map(|services_state| view! { <services::ServiceDialogs services_state=services_state /> })
        }}
    }
}

#[component]
fn CardHeader(order: Order, state: CardState) -> impl IntoView {
    let destination = countries::destination_text(order.destination_country, order.destination_city.as_deref());
    let recipient = order.recipient.clone().map(recipient_view);
    let sees_parcels = current_user().may(Object::Shipments, Level::View);
    let titles = order
        .items
        .iter()
        .map(|item| (item.id, item.title.clone()))
        .collect::<Vec<_>>();
    let id = order.summary.id;
    let is_packable = order.items.iter().any(|item| item.status == ItemStatus::AtWarehouse);
    let pack = (is_packable && current_user().may(Object::Shipments, Level::Edit)).then(|| {
        let url = format!(
            "/agent/shipments?tab=to_pack&order={id}&client={}",
            order.summary.client_id
        );
        view! {
            <A href=url attr:class="button" attr:data-testid="pack-order">
                {t(LifecycleTexts::ToPack)}
            </A>
        }
    });
    let total = totals_text(&order);
    let comment = order.comment.clone();
    let summary = order.summary.clone();
    let note = notes::note_button(NoteKind::Order, summary.id.0, summary.has_note, summary.number.clone());
    let delivery = order.delivery;
    let can_change_delivery =
        summary.status == OrderStatus::Submitted && current_user().may(Object::OrderPrices, Level::Edit);
    view! {
        <div class="page-head">
            <h1 data-testid="order-number">{summary.number}</h1>
            {note}
            <StatusBadge status=summary.status />
            <span class="muted">{order_status::type_name(summary.order_type)}</span>
            <div class="spacer"></div>
            <span class="total">{t(Text::Total)}" "<strong data-testid="total">{total}</strong></span>
            <a
                class="icon"
                target="_blank"
                data-testid="order-label"
                aria-label=t(ScanTexts::PrintLabel)
                title=t(ScanTexts::PrintLabel)
                href=labels::url(CodeKind::Order, [summary.id.0])
            >
                {icon("print")}
            </a>
            {pack}
            <OrderMoves order=order state=state />
        </div>
        <p class="facts">
            {(!summary.title.is_empty()).then(|| view! { <strong>{summary.title.clone()}</strong> })}
            <span>{t(Text::Client)}": "{summary.client_code}" · "{summary.client_name}</span>
            <span>{t(Text::Destination)}": "{if destination.is_empty() { "—".to_owned() } else { destination }}</span>
            <span>{t(Text::CreatedAt)}": "{format::date_time(summary.created_at)}</span>
        </p>
        <delivery::OrderDelivery choice=delivery editable=can_change_delivery state=state />
        {(!comment.is_empty())
            .then(|| {
                view! {
                    <p class="note multiline" data-testid="order-comment">
                        {comment.clone()}
                    </p>
                }
            })}
        {recipient}
        {sees_parcels.then(|| view! { <OrderParcels order=id titles=titles /> })}
    }
    .into_any()
}

#[component]
fn OrderItems(order: Order, state: CardState) -> impl IntoView {
    let rights = current_user();
    let (may_edit, may_price) = (
        rights.may(Object::Orders, Level::Edit),
        rights.may(Object::OrderPrices, Level::Edit),
    );
    let is_submitted = order.summary.status == OrderStatus::Submitted;
    let items = order.items.clone();
    let actions = move |item: &Item| {
        let note = notes::note_button(NoteKind::Item, item.id.0, item.has_note, item.title.clone());
        if !may_edit {
            return view! { <div class="actions">{note}</div> }.into_any();
        }
        let edited = item.clone();
        view! {
            <div class="actions">
                {note}
                <button
                    class="icon"
                    data-testid="edit-item"
                    aria-label=t(Text::Edit)
                    title=t(Text::Edit)
                    on:click=move |_| state.edited_item.set(Some((edited.clone(), may_price && is_submitted)))
                >
                    "✎"
                </button>
            </div>
        }
        .into_any()
    };
    let lead = Callback::new(move |item: Item| {
        let id = item.id;
        let toggle = move |event| {
            let checked = event_target_checked(&event);
            state.selected_items.update(|chosen| {
                if checked {
                    chosen.insert(id);
                } else {
                    chosen.remove(&id);
                }
            });
        };
        view! {
            <span class="lead">
                <input
                    type="checkbox"
                    data-testid="select-item"
                    aria-label=item.title
                    prop:checked=move || state.selected_items.with(|chosen| chosen.contains(&id))
                    on:change=toggle
                />
            </span>
        }
        .into_any()
    });
    let beside = Callback::new(move |group: ItemGroup| domestic_shipping(group, may_price && is_submitted, state));
    let all: BTreeSet<ItemId> = items.iter().map(|item| item.id).collect();
    let count = all.len();
    let choose_all = move |event| {
        let checked = event_target_checked(&event);
        state
            .selected_items
            .set(if checked { all.clone() } else { BTreeSet::new() });
    };
    let status = order.summary.status;
    let below = Callback::new(move |item: Item| match state.services {
        Some(services_state) => services::item_services(item, status, services_state),
        None => ().into_any(),
    });
    let photo = state.services.map(services::ServicesState::result_photo);
    let groups = if may_edit {
        view! { <ItemGroups order=order.clone() actions=actions lead=lead beside=beside below=below photo=photo /> }
            .into_any()
    } else {
        view! { <ItemGroups order=order.clone() actions=actions beside=beside below=below photo=photo /> }.into_any()
    };
    view! {
        {may_edit
            .then(|| {
                view! {
                    <label class="row">
                        <input
                            type="checkbox"
                            data-testid="choose-all"
                            prop:checked=move || state.selected_items.with(BTreeSet::len) == count
                            on:change=choose_all
                        />
                        <span class="muted">{t(LifecycleTexts::SelectAll)}</span>
                    </label>
                }
            })}
        {groups}
        {may_edit.then(|| view! { <BulkBar items=items state=state /> })}
    }
    .into_any()
}

/// The shop's shipping cost within China: a field while the order is being priced, plain text afterwards.
fn domestic_shipping(group: ItemGroup, may_edit: bool, state: CardState) -> AnyView {
    let note = notes::note_button(NoteKind::Group, group.id.0, group.has_note, group.shop_name.clone());
    let stored = group
        .domestic
        .map(shared_types::money::Money::amount)
        .unwrap_or_default();
    if !may_edit {
        let text = group.domestic.map(
            |domestic| view! { <small class="muted">{t(LifecycleTexts::DomesticShipping)}" "{format::money(domestic)}</small> },
        );
        return view! {
            {text}
            {note}
        }
        .into_any();
    }
    let domestic = NumberInput::new(NumberKind::Amount, stored);
    let save = move |_| {
        let mut numbers = NumberReader::default();
        let typed = numbers.amount(domestic);
        if !numbers.is_complete() {
            return;
        }
        let domestic = typed.unwrap_or_else(|| PriceText("0".to_owned()));
        spawn_local(async move {
            let path = (state.id, group.id);
            state.handle_result(
                api::send::<ChangeGroup>(path, Nothing {}, GroupChange { domestic }, Options::default()).await,
            );
        });
    };
    view! {
        <span class="row numbered" on:change=save>
            <small class="muted">{t(LifecycleTexts::DomesticShipping)}</small>
            <NumberCell name="domestic" label=t(LifecycleTexts::DomesticShipping) input=domestic />
        </span>
        {note}
    }
    .into_any()
}
