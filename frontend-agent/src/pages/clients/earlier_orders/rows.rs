//! The orders of a sheet as a table with their errors.

use super::texts::EarlierTexts;
use frontend_ui::{features::order_status, i18n::field_error_text, prelude::*};
use shared_types::{
    fields::{FieldError, Rule},
    orders::{CheckedEarlierRow, EarlierOrder, EarlierRow},
};

/// An error of a cell in the words of the import.
fn error_text(field: &str, error: &FieldError) -> String {
    let text = match (field, Rule::from_error(error)) {
        ("order_number", Some(Rule::Taken)) => EarlierTexts::NumberTaken,
        ("client", Some(Rule::NotYours)) => EarlierTexts::UnknownClient,
        ("client", Some(Rule::Repeated)) => EarlierTexts::OtherClient,
        ("status", Some(Rule::UnknownValue)) => EarlierTexts::UnknownStatus,
        ("paid", Some(Rule::OutOfRange(..))) => EarlierTexts::PaidDiffers,
        ("sum" | "paid", Some(Rule::CurrencyNotAccepted | Rule::MixedCurrencies)) => EarlierTexts::CurrencyUnnamed,
        _ => return field_error_text(error),
    };
    t(text).to_owned()
}

fn field_name(field: &str) -> &'static str {
    match field {
        "order_number" => t(Text::Number),
        "client" => t(Text::Client),
        "price" => t(Text::Price),
        "quantity" => t(Text::Quantity),
        "status" => t(Text::Status),
        "sum" => t(EarlierTexts::Sum),
        "paid" => t(EarlierTexts::PaidPart),
        "date" => t(Text::CreatedAt),
        "url" => t(Text::Link),
        _ => t(Text::Name),
    }
}

/// The goods of a row: their title, variant, price and quantity.
fn goods(row: &EarlierRow) -> String {
    let currency = Some(row.currency.as_str()).filter(|code| !code.is_empty());
    let currency = currency.map_or(Some(Currency::Cny), Currency::from_code);
    let price = currency.and_then(|currency| Money::parse(&row.price, currency).ok());
    let price = price.map_or_else(|| row.price.clone(), format::money);
    let title = if row.title.is_empty() { &row.url } else { &row.title };
    let name = [title.as_str(), row.variant.as_str()];
    let name: Vec<&str> = name.into_iter().filter(|part| !part.is_empty()).collect();
    format!("{} · {price} × {}", name.join(", "), row.quantity)
}

fn line(checked: &CheckedEarlierRow) -> AnyView {
    let errors: Vec<String> = checked
        .errors
        .0
        .iter()
        .flat_map(|(field, errors)| errors.iter().map(move |error| (field, error)))
        .map(|(field, error)| format!("{}: {}", field_name(field), error_text(field, error)))
        .collect();
    let errors = (!errors.is_empty()).then(|| {
        view! {
            <br />
            <small class="fault">{errors.join("; ")}</small>
        }
    });
    any_view! {
        <div>
            <small class="muted">{checked.row.number}</small>
            " "
            <bdi>{goods(&checked.row)}</bdi>
            {errors}
        </div>
    }
}

fn order_row(order: &EarlierOrder) -> AnyView {
    let client = order
        .client
        .as_ref()
        .map(|client| format!("{} · {}", client.code, client.name));
    let named = order.rows.first().map(|row| row.row.client.clone()).unwrap_or_default();
    let status = match order.status {
        Some(status) => order_status::status_name(status),
        None if order.is_faulty() => "",
        None => t(EarlierTexts::LeftOut),
    };
    any_view! {
        <tr aria-invalid=order.is_faulty().then_some("true")>
            <td>{order.number.clone()}</td>
            <td dir="auto">{client.unwrap_or(named)}</td>
            <td class="wide">{order.rows.iter().map(line).collect_view()}</td>
            <td>{status}</td>
            <td class="right">{order.sum.map(format::money)}</td>
            <td class="right">{order.paid.map(format::money)}</td>
        </tr>
    }
}

pub(super) fn order_table(orders: &[EarlierOrder]) -> AnyView {
    let heads = [
        t(Text::Number),
        t(Text::Client),
        t(Text::Items),
        t(Text::Status),
        t(EarlierTexts::Sum),
        t(EarlierTexts::PaidPart),
    ];
    any_view! {
        <div class="table earlier-orders" tabindex="0">
            <table data-testid="import-rows">
                <thead>
                    <tr>{heads.map(|name| view! { <th>{name}</th> })}</tr>
                </thead>
                <tbody>{orders.iter().map(order_row).collect_view()}</tbody>
            </table>
        </div>
    }
}
