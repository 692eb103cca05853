//! The rows of a sheet of clients: as a table with their errors, and as a file to correct.

use super::{super::texts::ClientTexts, texts::ClientImportTexts};
use frontend_ui::{i18n::field_error_text, prelude::*};
use shared_types::{clients::CheckedClientRow, fields::Rule, ledger::BALANCE_CURRENCIES};

/// The fields of a row in the order of the template, with the texts of their cells.
fn cells(checked: &CheckedClientRow) -> [(&'static str, &str); 7] {
    let row = &checked.row;
    [
        ("name", row.name.as_str()),
        ("phone", row.phone.as_str()),
        ("company", row.company.as_str()),
        ("language", row.language.as_str()),
        ("code", row.code.as_str()),
        ("balance", row.balance.as_str()),
        ("currency", row.currency.as_str()),
    ]
}

fn column_names() -> [&'static str; 7] {
    [
        t(Text::Name),
        t(ClientTexts::Phone),
        t(Text::Company),
        t(Text::Language),
        t(ClientImportTexts::Code),
        t(LifecycleTexts::Balance),
        t(Text::Currency),
    ]
}

/// The opening balance of a row. `None` without one, and for a text that is no amount.
pub(super) fn opening_balance(checked: &CheckedClientRow) -> Option<Money> {
    let code = Some(checked.row.currency.as_str()).filter(|code| !code.is_empty());
    let currency = code.map_or(BALANCE_CURRENCIES.first().copied(), Currency::from_code)?;
    Money::parse(&checked.row.balance, currency).ok()
}

/// The errors of a cell as a sentence.
fn cell_error(checked: &CheckedClientRow, field: &str) -> Option<String> {
    let errors = checked.errors.0.get(field)?;
    let messages: Vec<String> = errors
        .iter()
        .map(|error| match Rule::from_error(error) {
            Some(Rule::Taken) if field == "balance" => t(ClientImportTexts::HasOperations).to_owned(),
            Some(Rule::Taken) if field == "code" => t(ClientImportTexts::CodeTaken).to_owned(),
            Some(Rule::Repeated) if field == "code" => t(ClientImportTexts::CodeRepeated).to_owned(),
            Some(Rule::Taken) => t(ClientImportTexts::AlreadyClient).to_owned(),
            Some(Rule::Repeated) => t(ClientImportTexts::Repeated).to_owned(),
            _ => field_error_text(error),
        })
        .collect();
    Some(messages.join("; "))
}

fn row_error(checked: &CheckedClientRow) -> Option<&'static str> {
    checked.over_plan.then(|| t(ClientImportTexts::OverPlan))
}

/// The rows with their errors below the cells.
pub(super) fn row_table(rows: Vec<CheckedClientRow>) -> AnyView {
    let row = |checked: CheckedClientRow| {
        let cell = |(field, text): (&'static str, &str)| {
            let error = cell_error(&checked, field);
            let class = if error.is_some() { "wide fault" } else { "wide" };
            let invalid = error.is_some().then_some("true");
            let existing = checked.client.as_ref().filter(|_| field == "name");
            let existing = existing.map(|client| {
                let text = format!("{} {}: {}", client.code, client.name, t(ClientImportTexts::OnlyBalance));
                view! {
                    <br />
                    <small data-testid="import-existing">{text}</small>
                }
            });
            // As it is stored: with its currency.
            let money = opening_balance(&checked).filter(|_| field == "balance");
            view! {
                <td class=class aria-invalid=invalid>
                    {money.map_or_else(|| text.to_owned(), format::money)}
                    {existing}
                    {error
                        .map(|error| {
                            view! {
                                <br />
                                <small class="fault">{error}</small>
                            }
                        })}
                </td>
            }
        };
        let cells: Vec<_> = cells(&checked).into_iter().map(cell).collect();
        let whole = row_error(&checked).map(|error| {
            view! {
                <br />
                <small class="fault">{error}</small>
            }
        });
        view! {
            <tr>
                <td class="muted">{checked.row.number} {whole}</td>
                {cells}
            </tr>
        }
    };
    let heads = column_names().map(|name| view! { <th>{name}</th> });
    any_view! {
        <div class="table" tabindex="0">
            <table data-testid="import-rows">
                <thead>
                    <tr>
                        <th>{t(ClientImportTexts::Row)}</th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
}

/// A CSV file with the rows and their errors, as a URL. It has the columns of the template, so it can be imported when it is corrected.
pub(super) fn refused_file(rows: &[CheckedClientRow]) -> String {
    let mut lines = vec![csv_line(
        column_names().into_iter().chain([t(ClientImportTexts::Error)]),
    )];
    for checked in rows {
        let errors = cells(checked)
            .into_iter()
            .filter_map(|(field, _)| cell_error(checked, field))
            .chain(row_error(checked).map(str::to_owned));
        let errors = errors.collect::<Vec<_>>().join("; ");
        let texts = cells(checked).map(|(_, text)| text);
        lines.push(csv_line(texts.into_iter().chain([errors.as_str()])));
    }
    let text = format!("\u{feff}{}\r\n", lines.join("\r\n"));
    format!("data:text/csv;charset=utf-8,{}", js_sys::encode_uri_component(&text))
}

fn csv_line<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let quoted = cells.map(|cell| format!("\"{}\"", cell.replace('"', "\"\"")));
    quoted.collect::<Vec<_>>().join(";")
}
