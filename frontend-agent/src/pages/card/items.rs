//! The items of the order card, with their selection, services and the shipping within China.

use super::{CardState, bulk::BulkBar, services};
use crate::notes;
use frontend_ui::{
    api::{self, Options},
    components::{Icon, NumberCell, NumberInput, NumberReader},
    features::{
        item_filter::{item_filter_bar, no_items},
        item_form::{ItemForm, existing_order},
        item_sections::Folding,
        items::ItemGroups,
    },
    format,
    i18n::{LifecycleTexts, Text, t},
    numbers::NumberKind,
    session::current_user,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::{ItemId, OrderId},
    items::{Item, ItemGroup},
    money::PriceText,
    notes::NoteKind,
    orders::{ChangeGroup, GroupChange, Order, OrderStatus},
};
use std::collections::BTreeSet;

frontend_ui::texts! {
    enum OrderItemsTexts;
    NoItems: "В заказе пока нет товаров", "The order has no items yet", "订单中暂无商品";
}

/// The form that adds an item. It is rendered outside of the reloaded content, so that a reload does not lose what was typed.
pub(super) fn new_item_form(id: OrderId, state: CardState) -> AnyView {
    let done = Callback::new(move |()| {
        state.is_adding_item.set(false);
        state.reload.run(());
    });
    view! { <ItemForm draft=existing_order(id) item=None done=done /> }.into_any()
}

/// The button that opens the form, while the order is being priced.
fn add_item_button(state: CardState) -> AnyView {
    (move || {
        (!state.is_adding_item.get()).then(|| {
            view! {
                <p>
                    <button class="button" data-testid="add-item" on:click=move |_| state.is_adding_item.set(true)>
                        {t(Text::AddProduct)}
                    </button>
                </p>
            }
        })
    })
    .into_any()
}

#[component]
pub(super) fn OrderItems(order: Order, state: CardState) -> impl IntoView {
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
                    {Icon::Pencil.view()}
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
    let version = order.version;
    let beside =
        Callback::new(move |group: ItemGroup| domestic_shipping(group, version, may_price && is_submitted, state));
    let count = items.len();
    let status = order.summary.status;
    let below = Callback::new(move |item: Item| match state.services {
        Some(services_state) => services::item_services(item, status, services_state),
        None => ().into_any(),
    });
    let photo = state.services.map(services::ServicesState::result_photo);
    let order = StoredValue::new(order);
    // What the filter hides is not selected.
    let matching = move || -> BTreeSet<ItemId> {
        let filtered = order.with_value(|order| state.filter.apply(order));
        filtered.items.iter().map(|item| item.id).collect()
    };
    let choose_all = move |event| {
        let is_checked = event_target_checked(&event);
        let chosen = if is_checked { untrack(matching) } else { BTreeSet::new() };
        state.selected_items.set(chosen);
    };
    let are_all_chosen = move || {
        let matching = matching();
        !matching.is_empty() && state.selected_items.with(|chosen| matching.is_subset(chosen))
    };
    let groups = move || {
        let filtered = order.with_value(|order| state.filter.apply(order));
        if filtered.items.is_empty() && state.filter.is_active() {
            return no_items(state.filter);
        }
        let folding = Folding::of_order(count, state.filter.is_active());
        if may_edit {
            view! { <ItemGroups order=filtered actions=actions lead=lead beside=beside below=below photo=photo folding=folding /> }
            .into_any()
        } else {
            view! { <ItemGroups order=filtered actions=actions beside=beside below=below photo=photo folding=folding /> }
            .into_any()
        }
    };
    let empty = (count == 0).then(|| {
        view! {
            <div class="empty" data-testid="no-items">
                <h2>{t(OrderItemsTexts::NoItems)}</h2>
            </div>
        }
    });
    view! {
        {(may_price && is_submitted).then(|| add_item_button(state))}
        {empty}
        {(count > 1).then(|| item_filter_bar(state.filter, &items))}
        {(may_edit && count > 0)
            .then(|| {
                view! {
                    <label class="row">
                        <input
                            type="checkbox"
                            data-testid="choose-all"
                            prop:checked=are_all_chosen
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
fn domestic_shipping(group: ItemGroup, version: i64, may_edit: bool, state: CardState) -> AnyView {
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
            let options = Options {
                version: Some(version),
                ..Options::default()
            };
            state.handle_result(api::send::<ChangeGroup>(path, Nothing {}, GroupChange { domestic }, options).await);
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
