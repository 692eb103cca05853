//! A row of the cash book.

use super::{
    state::{CashState, OpenDialog},
    texts::{CashTexts, kind_name},
};
use frontend_ui::{
    components::{Column, RowAction, TableRow},
    i18n::PaymentTexts,
    prelude::*,
};
use shared_types::cash::{CashEntry, CashMovement};

/// The heads, in the order of the cells.
pub(super) fn columns() -> Vec<Column> {
    vec![
        Column::new("date", t(CashTexts::Day)),
        Column::new("", t(CashTexts::Operation)),
        Column::new("", t(CashTexts::Box)),
        Column::new("right amount", t(PaymentTexts::Amount)),
        Column::new("right amount", t(CashTexts::BalanceAfter)),
        Column::new("", t(CashTexts::Who)),
        Column::new("actions", ""),
    ]
}

/// One line per box.
fn lines(movements: &[CashMovement], line: impl Fn(&CashMovement) -> AnyView) -> AnyView {
    movements.iter().map(line).collect_view().into_any()
}

fn money_line(money: Money) -> AnyView {
    any_view! { <div class:fault=money.minor < 0>{format::money(money)}</div> }
}

/// The category, the note, and links to the objects that the entry is about.
fn operation(entry: &CashEntry) -> AnyView {
    let name = entry
        .category_name
        .clone()
        .unwrap_or_else(|| t(kind_name(entry.kind)).to_owned());
    let rate = entry.rate.map(|rate| {
        let text = format!(
            "{}: 1 {} = {} {}",
            t(CashTexts::Rate),
            rate.currency.code(),
            format::decimal(&rate.rate.to_string()),
            rate.of.code()
        );
        view! {
            <small class="muted" data-testid="rate">
                {text}
            </small>
        }
    });
    let reversal = entry.reverses.map(|id| {
        view! { <small class="warn">{format!("{} №{id}", t(CashTexts::Reversal))}</small> }
    });
    let reversed = entry.reversed_by.map(|id| {
        view! {
            <small class="warn" data-testid="reversed">
                {format!("{} · №{id}", t(CashTexts::Reversed))}
            </small>
        }
    });
    let note = (!entry.note.is_empty()).then(|| {
        view! {
            <small class="muted multiline" dir="auto">
                {entry.note.clone()}
            </small>
        }
    });
    let links = [
        entry
            .order_id
            .map(|id| (format!("/agent/orders/{id}"), entry.order_number.clone())),
        entry.client_id.map(|id| {
            let client = entry.client_code.clone().zip(entry.client_name.clone());
            (
                format!("/agent/clients/{id}"),
                client.map(|(code, name)| format!("{code} {name}")),
            )
        }),
        entry
            .delivery_id
            .map(|id| (format!("/agent/deliveries/{id}"), entry.delivery_number.clone())),
    ];
    let links = links.into_iter().flatten().map(|(url, name)| {
        view! {
            <a dir="auto" href=url>
                {name}
            </a>
            " "
        }
    });
    any_view! {
        <strong dir="auto">{name}</strong>
        " "
        {rate}
        {reversal}
        {reversed}
        {note}
        {links.collect_view()}
    }
}

pub(super) fn entry_row(entry: CashEntry, state: CashState) -> TableRow {
    let may_reverse =
        current_user().may(Object::Cash, Level::Edit) && entry.reverses.is_none() && entry.reversed_by.is_none();
    let id = entry.id.0;
    let cells = view! {
        <td class="name date">{format::date(entry.day)} " " <small class="muted">{format!("№{id}")}</small></td>
        <td class="text">{operation(&entry)}</td>
        <td class="text">
            {lines(
                &entry.movements,
                |movement| {
                    any_view! { <div dir="auto">{movement.box_name.clone()}</div> }
                },
            )}
        </td>
        <td class="right amount">{lines(&entry.movements, |movement| money_line(movement.amount))}</td>
        <td class="right amount">{lines(&entry.movements, |movement| money_line(movement.balance))}</td>
        <td class="text">
            <bdi>{entry.actor_name.clone()}</bdi>
            " "
            <small class="muted">{format::date_time(entry.created_at)}</small>
        </td>
        <td class="actions">
            {may_reverse
                .then(move || {
                    view! {
                        <button
                            type="button"
                            class="quiet"
                            data-testid="reverse"
                            on:click=move |_| state.open(OpenDialog::Reverse(Box::new(entry.clone())))
                        >
                            {t(CashTexts::Reverse)}
                        </button>
                    }
                })}
        </td>
    };
    TableRow {
        id,
        action: RowAction::Nothing,
        test_id: "cash-entry",
        class: String::new(),
        cells: cells.into_any(),
    }
}
