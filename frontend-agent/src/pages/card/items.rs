//! The items of the order card as a table, by shop, with their selection and the shipping within China.

use super::{
    CardState,
    bulk::BulkBar,
    item_row::{RowRules, item_row},
};
use crate::notes;
use frontend_ui::{
    api::{self, Options},
    components::{Icon, NumberCell, NumberInput, NumberReader},
    features::{
        item_filter::{item_filter_bar, no_items},
        item_form::{ItemForm, existing_order},
        item_sections::{Folding, shop_name, shop_total},
        order_status::item_count,
        translation::{exhausted_note, shop_text},
    },
    format,
    i18n::{LifecycleTexts, Text, t},
    numbers::NumberKind,
    session::current_user,
};
use gloo_timers::future::TimeoutFuture;
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::ItemId,
    items::{Item, ItemGroup},
    money::{Money, PriceText},
    notes::NoteKind,
    orders::{ChangeGroup, GroupChange, Order, OrderStatus},
};
use std::collections::BTreeSet;

frontend_ui::texts! {
    enum OrderItemsTexts;
    NoItems: "В заказе пока нет товаров", "The order has no items yet", "订单中暂无商品";
    Item: "Товар", "Item", "商品";
    PriceByQuantity: "Цена × кол-во", "Price × qty", "单价 × 数量";
    Sum: "Сумма", "Sum", "金额";
}

/// Rows of a shop that are drawn at once. The others follow in steps, so that a large order is seen soon.
const STEP: usize = 15;
/// The pause between two steps, in milliseconds.
const STEP_PAUSE_MS: u32 = 10;

/// The form that adds an item. It is rendered outside of the reloaded content, so that a reload does not lose typed text.
#[component]
pub(super) fn NewItemForm(state: CardState) -> impl IntoView {
    let done = Callback::new(move |()| {
        state.is_adding_item.set(false);
        state.reload.run(());
    });
    view! { <ItemForm draft=existing_order(state.id) item=None done=done /> }
}

/// The button that opens the form, while the order is being priced.
fn add_item_button(state: CardState) -> AnyView {
    (move || {
        (!state.is_adding_item.get()).then(|| {
            view! {
                <button class="button" data-testid="add-item" on:click=move |_| state.is_adding_item.set(true)>
                    {t(Text::AddProduct)}
                </button>
            }
        })
    })
    .into_any()
}

/// The rows of a shop, drawn in steps. After a change of the order, the rows that were drawn before are drawn at once.
fn rows(items: Vec<Item>, rules: RowRules, state: CardState) -> AnyView {
    let count = items.len();
    let drawn = RwSignal::new(STEP.max(state.drawn_rows.get_value()).min(count));
    let items = StoredValue::new(items);
    if drawn.get_untracked() < count {
        spawn_local(async move {
            while drawn.try_get_untracked().is_some_and(|drawn| drawn < count) {
                TimeoutFuture::new(STEP_PAUSE_MS).await;
                drawn.try_update(|drawn| *drawn = (*drawn + STEP).min(count));
                let all = drawn.try_get_untracked().unwrap_or_default();
                state.drawn_rows.try_update_value(|drawn| *drawn = all.max(*drawn));
            }
        });
    }
    let visible = move || items.with_value(|items| items.iter().take(drawn.get()).cloned().collect::<Vec<_>>());
    view! { <For each=visible key=|item| item.id children=move |item| item_row(item, rules, state) /> }.into_any()
}

/// A shop with its items. Its head folds it.
fn shop_part(
    group: ItemGroup,
    items: Vec<Item>,
    beside: AnyView,
    opens: bool,
    rules: RowRules,
    state: CardState,
) -> AnyView {
    let id = group.id;
    let is_filtered = untrack(|| state.filter.is_active());
    // Items that a filter finds are visible, even if they were folded before.
    let found = RwSignal::new(true);
    let is_open = Memo::new(move |_| {
        if is_filtered {
            return found.get();
        }
        state
            .folded_shops
            .with(|folded| folded.get(&id).map_or(opens, |is_folded| !is_folded))
    });
    let fold = move |_| {
        let was_open = is_open.get_untracked();
        if is_filtered {
            found.set(!was_open);
        } else {
            state.folded_shops.update(|folded| {
                folded.insert(id, was_open);
            });
        }
    };
    let count = item_count(i32::try_from(items.len()).unwrap_or(i32::MAX));
    let total = shop_total(&items).map(format::money);
    let marketplace = group.marketplace.clone();
    let items = StoredValue::new(items);
    view! {
        <tbody class="shop-part">
            <tr class="shop-line">
                <th scope="rowgroup" colspan="9">
                    <button
                        type="button"
                        class="fold-shop"
                        data-testid="fold-shop"
                        aria-expanded=move || is_open.get().to_string()
                        on:click=fold
                    >
                        {Icon::ChevronDown.view()}
                        {shop_text(shop_name(&group))}
                        {marketplace.map(|marketplace| view! { <small class="muted">{marketplace}</small> })}
                        <small class="muted">{count}</small>
                    </button>
                    <span class="spacer"></span>
                    {beside}
                    {total.map(|total| view! { <strong data-testid="shop-total">{total}</strong> })}
                </th>
            </tr>
            {move || is_open.get().then(|| rows(items.get_value(), rules, state))}
        </tbody>
    }
    .into_any()
}

/// The head of the table, with the checkbox that selects all items which the filter shows.
fn head(select_all: Option<AnyView>) -> AnyView {
    view! {
        <thead>
            <tr class="items-head">
                <td class="pick">{select_all}</td>
                <td class="picture"></td>
                <th class="goods">{t(OrderItemsTexts::Item)}</th>
                <th class="price">{t(OrderItemsTexts::PriceByQuantity)}</th>
                <th class="item-sum">{t(OrderItemsTexts::Sum)}</th>
                <th class="item-track">{t(LifecycleTexts::Track)}</th>
                <th class="state">{t(Text::Status)}</th>
            </tr>
        </thead>
    }
    .into_any()
}

#[component]
pub(super) fn OrderItems(order: Order, state: CardState) -> impl IntoView {
    let rights = current_user();
    let status = order.summary.status;
    let is_submitted = status == OrderStatus::Submitted;
    let may_price = rights.may(Object::OrderPrices, Level::Edit) && is_submitted;
    let rules = RowRules {
        order: order.summary.id,
        status,
        may_edit: rights.may(Object::Orders, Level::Edit),
        may_price,
    };
    let (items, version, count) = (order.items.clone(), order.version, order.items.len());
    let exhausted = order.translation_exhausted.then(exhausted_note);
    let order = StoredValue::new(order);
    // Items that the filter hides are not selected.
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
    let select_all = rules.may_edit.then(|| {
        view! {
            <input
                type="checkbox"
                data-testid="choose-all"
                aria-label=t(LifecycleTexts::SelectAll)
                prop:checked=are_all_chosen
                on:change=choose_all
            />
        }
        .into_any()
    });
    let shops = move || {
        let filtered = order.with_value(|order| state.filter.apply(order));
        let folding = Folding::of_order(count, state.filter.is_active());
        let Order { groups, items, .. } = filtered;
        let shop = |(index, group): (usize, ItemGroup)| {
            let own: Vec<Item> = items.iter().filter(|item| item.group_id == group.id).cloned().collect();
            let beside = domestic_shipping(group.clone(), version, may_price, state);
            shop_part(group, own, beside, folding.opens(index), rules, state)
        };
        groups.into_iter().enumerate().map(shop).collect_view()
    };
    let nothing_found = move || {
        let is_hidden = matching().is_empty() && state.filter.is_active();
        is_hidden.then(|| no_items(state.filter))
    };
    let empty = (count == 0).then(|| {
        view! {
            <div class="empty" data-testid="no-items">
                <h2>{t(OrderItemsTexts::NoItems)}</h2>
            </div>
        }
    });
    view! {
        <div class="items-bar">
            {(count > 1).then(|| item_filter_bar(state.filter, &items))} {may_price.then(|| add_item_button(state))}
        </div>
        {exhausted}
        {empty}
        {(count > 0)
            .then(|| {
                view! {
                    <div class="items-table">
                        <table>{head(select_all)} {shops}</table>
                        {nothing_found}
                    </div>
                }
            })}
        {rules.may_edit.then(|| view! { <BulkBar items=items state=state /> })}
    }
    .into_any()
}

/// The shop's shipping cost within China: a field while the order is being priced, plain text afterwards.
fn domestic_shipping(group: ItemGroup, version: i64, may_edit: bool, state: CardState) -> AnyView {
    let note = notes::note_button(NoteKind::Group, group.id.0, group.has_note, group.shop_name.clone());
    let stored = group.domestic.map(Money::amount).unwrap_or_default();
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
        <span class="row numbered" data-row=group.id.0 on:change=save>
            <small class="muted">{t(LifecycleTexts::DomesticShipping)}</small>
            <NumberCell name="domestic" label=t(LifecycleTexts::DomesticShipping) input=domestic />
        </span>
        {note}
    }
    .into_any()
}
