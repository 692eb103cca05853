//! The preview of the rows with their errors, and the buttons that import them or undo the import.

use super::texts::ImportTexts;
use super::{
    columns::{column_heads, field_name, sheet_settings},
    questions::questions,
    state::ImportState,
};
use crate::{
    features::{items::Thumbnail, sheet_import::SheetTexts},
    i18n::field_error_text,
    prelude::*,
};
use shared_types::{
    imports::{ImportField, ImportPreview, ImportStatus, PreviewItem, PreviewRow},
    items::LotPrice,
};

pub(super) fn preview_table(state: ImportState, preview: ImportPreview) -> AnyView {
    let ImportPreview {
        import,
        headers,
        rows,
        next_cursor,
    } = preview;
    let (id, open) = (import.id, import.status == ImportStatus::Preview);
    let counts = import.counts;
    let waits = import.undecided_columns().next().is_some() || import.open_questions().next().is_some();
    let has_no_changes = counts.new + counts.updated == 0 || waits;
    let summary = [
        (t(ImportTexts::New), counts.new),
        (t(ImportTexts::Updated), counts.updated),
        (t(ImportTexts::Unchanged), counts.unchanged),
        (t(SheetTexts::Faulty), counts.faulty),
        (t(ImportTexts::Skipped), counts.skipped),
    ]
    .map(|(text, count)| format!("{text}: {count}"))
    .join(" · ");
    let reload = move || state.run(async move { Ok(id) }, None);
    let toggle_only_faulty = move |_| {
        state.only_faulty.update(|only_faulty| *only_faulty = !*only_faulty);
        reload();
    };
    let buttons = match import.status {
        ImportStatus::Preview => any_view! {
            <button
                class="button primary"
                data-testid="import-confirm"
                disabled=move || has_no_changes || state.action.is_busy()
                on:click=move |_| state.confirm(id)
            >
                {t(ImportTexts::Confirm)}
            </button>
        },
        ImportStatus::Done => any_view! {
            <span class="note" data-testid="import-done">
                {t(ImportTexts::Done)}
            </span>
            <button
                class="button"
                data-testid="import-undo"
                disabled=move || state.action.is_busy()
                on:click=move |_| state.undo(id)
            >
                {t(ImportTexts::Undo)}
            </button>
            <button class="button primary" data-testid="import-back" on:click=move |_| state.leave.run(())>
                {t(Text::Items)}
            </button>
        },
        ImportStatus::Undone => any_view! {
            <span class="note" data-testid="import-undone">
                {t(ImportTexts::Undone)}
            </span>
            <button class="button" data-testid="import-back" on:click=move |_| state.leave.run(())>
                {t(Text::Items)}
            </button>
        },
    };
    let more = next_cursor.map(|cursor| {
        view! {
            <button class="button" on:click=move |_| state.run(async move { Ok(id) }, Some(cursor))>
                {t(Text::NextPage)}
            </button>
        }
    });
    let settings = open.then(|| sheet_settings(state, &import));
    let asked = open.then(|| questions(state, &import, &headers));
    let heads = column_heads(state, &import, &headers, open);
    let mapping = import.mapping;
    any_view! {
        {settings}
        <p data-testid="import-counts">{summary}</p>
        {asked}
        <div class="row">
            {buttons} <label class="check-line">
                <input
                    type="checkbox"
                    data-testid="import-only-faulty"
                    prop:checked=move || state.only_faulty.get()
                    on:change=toggle_only_faulty
                />
                {t(SheetTexts::OnlyFaulty)}
            </label>
        </div>
        <div class="table import-table needs-width" tabindex="0">
            <table data-testid="import-rows" style=format!("--columns: {}", mapping.len())>
                <thead>
                    <tr>
                        <th></th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows.into_iter().map(|row| preview_row(row, &mapping)).collect_view()}</tbody>
            </table>
        </div>
        {more}
    }
}

/// The number that is stored of a cell. `None` for texts.
fn stored_number(item: &PreviewItem, field: Option<ImportField>) -> Option<String> {
    match field? {
        ImportField::Price => {
            let lot = |price| LotPrice {
                price,
                per: item.price_per,
            };
            item.price.map(lot).map(format::lot_price)
        }
        ImportField::Quantity => Some(item.quantity.to_string()),
        ImportField::PricePer => Some(item.price_per.to_string()),
        _ => None,
    }
}

/// A row of the preview: the values to be stored, with the text of the cell below if it differs. Invalid cells show their errors.
fn preview_row(row: PreviewRow, mapping: &[Option<ImportField>]) -> AnyView {
    let PreviewRow {
        number,
        cells,
        faults,
        item,
        more_items,
    } = row;
    // The quantity of a row with sizes is their sum.
    let others: i32 = more_items.iter().map(|item| item.quantity).sum();
    let item = item.map(|item| PreviewItem {
        quantity: item.quantity + others,
        ..item
    });
    let messages = |at: Option<u32>| -> Vec<String> {
        let column_faults = faults.iter().filter(|fault| fault.column == at);
        column_faults
            .map(|found| format!("{}: {}", field_name(found.field), field_error_text(&found.error)))
            .collect()
    };
    // Faults of fields that are not mapped to a column.
    let unmapped = messages(None).join("; ");
    let cells: Vec<_> = mapping
        .iter()
        .enumerate()
        .map(|(at, field)| {
            let message = messages(u32::try_from(at).ok()).join("; ");
            let text = cells.get(at).cloned().unwrap_or_default();
            let stored = item.as_ref().and_then(|item| stored_number(item, *field));
            let title = text.clone();
            let text = match stored {
                Some(stored) => {
                    let typed = (stored.replace('\u{a0}', " ") != text).then_some(text);
                    any_view! {
                        <span data-testid="stored">{stored}</span>
                        {typed
                            .map(|text| {
                                view! {
                                    <small class="muted typed" dir="auto">
                                        {text}
                                    </small>
                                }
                            })}
                    }
                }
                None if *field == Some(ImportField::ImageUrl) && message.is_empty() && text.starts_with("http") => {
                    any_view! {
                        <span class="cell-picture" title=title>
                            <Thumbnail url=Some(text.clone()) title=text />
                        </span>
                    }
                }
                None => any_view! {
                    <span class="cell-text" title=title>
                        {text}
                    </span>
                },
            };
            let class = match (message.is_empty(), field) {
                (false, _) => "fault",
                (true, None | Some(ImportField::Ignored)) => "muted",
                (true, _) => "",
            };
            let invalid = (!message.is_empty()).then_some("true");
            let note = (!message.is_empty()).then(|| {
                view! { <small class="fault">{message}</small> }
            });
            view! {
                <td class=class aria-invalid=invalid>
                    {text}
                    {note}
                </td>
            }
        })
        .collect();
    any_view! {
        <tr>
            <td class="muted">
                {number}
                {(!unmapped.is_empty())
                    .then(|| {
                        view! {
                            <br />
                            <small class="fault">{unmapped}</small>
                        }
                    })}
            </td>
            {cells}
        </tr>
    }
}
