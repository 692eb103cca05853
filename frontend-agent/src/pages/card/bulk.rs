//! What can be done with all chosen lines at once: the moves they have in common.

use super::Desk;
use crate::pages::{labels, scan::Words};
use frontend_ui::{
    api::{self, Options},
    components::{Dialog, ErrorNote, Field, NumberField, NumberInput, NumberReader},
    features::lines,
    i18n::{Life, t},
    numbers::NumberKind,
    session::current,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    codes::CodeKind,
    endpoint::Nothing,
    id::ItemId,
    items::{Item, ItemMove, ItemMoves, Merge, MergeItems, MoveItems, Split, SplitItem},
    money::PriceText,
    orders::{RefundOrder, RefundRequest},
};

/// The moves that staff make by hand.
const BY_HAND: [ItemMove; 9] = [
    ItemMove::Approve,
    ItemMove::Buy,
    ItemMove::Send,
    ItemMove::Receive,
    ItemMove::Resolve,
    ItemMove::Refuse,
    ItemMove::Report,
    ItemMove::Return,
    ItemMove::Refund,
];

/// What a dialog asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    Step(ItemMove),
    Split,
}

/// The bar beneath the lines; nothing while nothing is chosen.
#[component]
pub(super) fn Bulk(items: Vec<Item>, desk: Desk) -> impl IntoView {
    let items = StoredValue::new(items);
    let chosen = move || {
        let ids = desk.chosen.get();
        items.with_value(|items| {
            items
                .iter()
                .filter(|item| ids.contains(&item.id))
                .cloned()
                .collect::<Vec<_>>()
        })
    };
    let refunds = current().may(Object::Balance, Level::Manage);
    let bar = move || {
        let lines = chosen();
        if lines.is_empty() {
            return ().into_any();
        }
        let count = lines.len();
        // A refund is a matter of one line and of money.
        let possible = BY_HAND.into_iter().filter(|step| {
            (*step != ItemMove::Refund || (count == 1 && refunds)) && lines.iter().all(|line| line.moves.contains(step))
        });
        let buttons = possible.map(|step| {
            view! { <button class="button" data-testid=format!("bulk-{}", step.as_str()) on:click=move |_| desk.moving.set(Some((Asked::Step(step), chosen())))>{lines::step(step)}</button> }
        }).collect_view();
        let merge = move |_| {
            let items: Vec<ItemId> = desk.chosen.get_untracked().into_iter().collect();
            spawn_local(async move {
                desk.done(api::send::<MergeItems>((desk.id,), Nothing {}, Merge { items }, Options::default()).await);
            });
        };
        view! {
            <div class="bulk" data-testid="bulk">
                <strong>{t(Life::Selected)}": "{count}</strong>
                {buttons}
                <a class="quiet" target="_blank" data-testid="bulk-labels" href=labels::address(CodeKind::Item, lines.iter().map(|line| line.id.0))>{t(Words::PrintLabel)}</a>
                {(count == 1).then(|| view! { <button class="quiet" data-testid="bulk-split" on:click=move |_| desk.moving.set(Some((Asked::Split, chosen())))>{t(Life::Split)}</button> })}
                {(count > 1).then(|| view! { <button class="quiet" data-testid="bulk-merge" on:click=merge>{t(Life::Merge)}</button> })}
            </div>
        }
        .into_any()
    };
    view! {
        {bar}
    }
    .into_any()
}

#[derive(Clone, Copy)]
struct Fields {
    reason: RwSignal<String>,
    number: RwSignal<String>,
    price: NumberInput,
    track: RwSignal<String>,
    cell: RwSignal<String>,
    counted: NumberInput,
}

fn filled(signal: RwSignal<String>) -> Option<String> {
    Some(signal.get_untracked()).filter(|text| !text.trim().is_empty())
}

impl Fields {
    fn new() -> Self {
        let text = || RwSignal::new(String::new());
        Self {
            reason: text(),
            number: text(),
            price: NumberInput::new(NumberKind::Amount, ""),
            track: text(),
            cell: text(),
            counted: NumberInput::new(NumberKind::Whole, ""),
        }
    }

    fn moves(self, step: ItemMove, items: Vec<ItemId>, price: Option<PriceText>, counted: Option<i64>) -> ItemMoves {
        ItemMoves {
            step,
            items,
            reason: filled(self.reason),
            marketplace_order_number: filled(self.number),
            price,
            domestic_track: filled(self.track),
            cell: filled(self.cell),
            counted_quantity: counted,
        }
    }
}

/// The dialog of a move.
#[component]
pub(super) fn Ask(what: Asked, items: Vec<Item>, desk: Desk) -> impl IntoView {
    let close = Callback::new(move |()| desk.moving.set(None));
    let fields = Fields {
        counted: match what {
            Asked::Split => NumberInput::required(NumberKind::Whole, ""),
            Asked::Step(_) => NumberInput::new(NumberKind::Whole, ""),
        },
        ..Fields::new()
    };
    let error = desk.error;
    let ids: Vec<ItemId> = items.iter().map(|item| item.id).collect();
    let single = ids.len() == 1;
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let (price, counted) = (numbers.amount(fields.price), numbers.units(fields.counted));
        if !numbers.finish() {
            return;
        }
        let ids = ids.clone();
        spawn_local(async move {
            let options = Options {
                idempotency_key: Some(api::fresh_key()),
                ..Options::default()
            };
            let first = ids.first().copied().unwrap_or(ItemId(0));
            let done = match what {
                Asked::Step(ItemMove::Refund) => {
                    let body = RefundRequest {
                        item_id: Some(first),
                        amount: price,
                        reason: fields.reason.get_untracked(),
                    };
                    desk.done(api::send::<RefundOrder>((desk.id,), Nothing {}, body, options).await)
                }
                Asked::Step(step) => desk.done(
                    api::send::<MoveItems>((), Nothing {}, fields.moves(step, ids, price, counted), options).await,
                ),
                Asked::Split => {
                    let quantity = counted.unwrap_or_default();
                    desk.done(api::send::<SplitItem>((desk.id, first), Nothing {}, Split { quantity }, options).await)
                }
            };
            if done {
                close.run(());
            }
        });
    };
    let title = match what {
        Asked::Step(step) => lines::step(step),
        Asked::Split => t(Life::Split),
    };
    let text = move |name: &'static str, label: Life, value: RwSignal<String>| {
        view! { <Field name=name label=t(label) value=value error=error/> }.into_any()
    };
    let number = move |name: &'static str, label: String, input: NumberInput| {
        view! { <NumberField name=name label=label input=input error=error/> }.into_any()
    };
    let form = match what {
        Asked::Split => number("quantity", t(Life::SplitHint).to_owned(), fields.counted),
        Asked::Step(ItemMove::Buy) => view! {
            {text("marketplace_order_number", Life::MarketplaceOrder, fields.number)}
            {single.then(|| number("price", t(Life::ActualPrice).to_owned(), fields.price))}
        }.into_any(),
        Asked::Step(ItemMove::Send) => text("domestic_track", Life::Track, fields.track),
        Asked::Step(ItemMove::Receive) => view! {
            {text("cell", Life::Cell, fields.cell)}
            {single.then(|| number("counted_quantity", format!("{} ({})", t(Life::Counted), t(Life::CountedHint)), fields.counted))}
        }.into_any(),
        Asked::Step(ItemMove::Refund) => view! {
            {number("amount", t(Life::RefundAmount).to_owned(), fields.price)}
            {text("reason", Life::Reason, fields.reason)}
        }.into_any(),
        Asked::Step(ItemMove::Approve) => ().into_any(),
        Asked::Step(_) => text("reason", Life::Reason, fields.reason),
    };
    let names = items
        .into_iter()
        .take(5)
        .map(|item| view! { <li lang="zh">{item.title}</li> })
        .collect_view();
    view! {
        <Dialog title=title close=close>
            <form on:submit=send>
                <ErrorNote error=error/>
                <ul class="muted">{names}</ul>
                {form}
                <div class="row"><button class="button primary" data-testid="confirm-bulk">{title}</button></div>
            </form>
        </Dialog>
    }
    .into_any()
}
