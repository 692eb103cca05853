//! The choice of the sheet, of the header row, and of a field for each column.

use super::state::ImportState;
use super::texts::ImportTexts;
use crate::{features::sheet_import::sheet_choice, prelude::*};
use shared_types::imports::{Import, ImportChange, ImportField};

pub(super) fn field_name(field: ImportField) -> &'static str {
    match field {
        ImportField::Title => t(Text::Name),
        ImportField::Url => t(Text::Link),
        ImportField::Price => t(Text::Price),
        ImportField::Quantity => t(Text::Quantity),
        ImportField::ImageUrl => t(ImportTexts::Picture),
        ImportField::Variant => t(Text::Variant),
        ImportField::Shop => t(Text::Shop),
        ImportField::Comment => t(Text::Comment),
        ImportField::ExternalId => t(ImportTexts::ExternalId),
        ImportField::Currency => t(Text::Currency),
        ImportField::PricePer => t(LifecycleTexts::PricePer),
        ImportField::SizeQuantity => t(ImportTexts::SizeQuantity),
        ImportField::Ignored => t(ImportTexts::LeftOut),
    }
}

/// The choice of the sheet and of the header row.
pub(super) fn sheet_settings(state: ImportState, import: &Import) -> AnyView {
    let sheets = sheet_choice(import.sheets.clone(), &import.sheet, move |name| {
        state.upload(Some(name));
    });
    let (mapping, current) = (import.mapping.clone(), import.clone());
    let header_row = NumberInput::required(NumberKind::Whole, import.header_row.to_string());
    let header = move |_| {
        let mut numbers = NumberReader::default();
        let Some(row) = numbers.units(header_row).and_then(|row| u32::try_from(row).ok()) else {
            return;
        };
        let body = ImportChange {
            header_row: Some(row),
            mapping: mapping.clone(),
            decimal_marks: None,
        };
        state.change(&current, body);
    };
    any_view! {
        <div class="grid three">
            {sheets} <div class="field" on:change=header>
                <NumberField name="import-header" label=t(ImportTexts::HeaderRow) input=header_row />
            </div>
        </div>
    }
}

/// The column heads: a select box for the field above the header of the file.
pub(super) fn column_heads(state: ImportState, import: &Import, headers: &[String], open: bool) -> Vec<AnyView> {
    let undecided: Vec<usize> = import.undecided_columns().collect();
    let head = |(at, field): (usize, &Option<ImportField>)| {
        let (chosen, import) = (*field, import.clone());
        let options: Vec<_> = std::iter::once(None)
            .chain(ImportField::ALL.map(Some))
            .chain(ImportField::OTHERS.map(Some))
            .map(|field| {
                let name = field.map_or_else(|| t(ImportTexts::Undecided), field_name);
                view! {
                    <option dir="auto" value=field.map_or("", ImportField::as_str) selected=field == chosen>
                        {name}
                    </option>
                }
            })
            .collect();
        let undecided = undecided.contains(&at);
        let choose = move |event| {
            let field = ImportField::from_name(&event_target_value(&event));
            let mut mapping = import.mapping.clone();
            // Most fields are mapped once: selecting such a field here removes it from its other column.
            let is_single = field.is_some_and(|field| !field.is_repeatable());
            for other in mapping.iter_mut().filter(|other| is_single && **other == field) {
                *other = None;
            }
            if let Some(target) = mapping.get_mut(at) {
                *target = field;
            }
            state.change(
                &import,
                ImportChange {
                    mapping,
                    ..ImportChange::default()
                },
            );
        };
        let header = headers.get(at).cloned().unwrap_or_default();
        any_view! {
            <th class:fault=undecided>
                <select
                    aria-invalid=undecided.then_some("true")
                    data-testid=format!("import-column-{at}")
                    aria-label=format!("{} {header}", at + 1)
                    // A choice is stored at once, and a second one would not have it.
                    disabled=move || !open || state.action.is_busy()
                    on:change=choose
                >
                    {options}
                </select>
                <span class="head">{header}</span>
            </th>
        }
    };
    import.mapping.iter().enumerate().map(head).collect()
}
