//! Import of a spreadsheet file: upload, mapping of the columns, preview of the errors, confirmation and undo.

use super::import_texts::ImportTexts;
use frontend_ui::{
    api::{self, Error, Options},
    components::{NumberField, NumberInput, NumberReader, error_message},
    i18n::{Text, field_error_text, language, t},
    numbers::NumberKind,
};
use leptos::{ev::DragEvent, prelude::*, task::spawn_local, web_sys};
use shared_types::{
    endpoint::Nothing,
    id::{ImportId, OrderId},
    imports::{
        ChangeImport, ConfirmImport, Import, ImportChange, ImportField, ImportPreview, ImportStatus, ImportUploadQuery,
        PreviewQuery, PreviewRow, ShowImport, UndoImport, UploadImport,
    },
};

fn field_name(field: ImportField) -> &'static str {
    match field {
        ImportField::Title => t(Text::Name),
        ImportField::Url => t(Text::Link),
        ImportField::Price => t(Text::Price),
        ImportField::Quantity => t(Text::Quantity),
        ImportField::ImageUrl => t(Text::ImageLink),
        ImportField::Variant => t(Text::Variant),
        ImportField::Shop => t(Text::Shop),
        ImportField::Comment => t(Text::Comment),
        ImportField::ExternalId => t(ImportTexts::ExternalId),
        ImportField::Currency => t(Text::Currency),
    }
}

/// The state of the import.
#[derive(Clone, Copy)]
struct ImportState {
    order: OrderId,
    preview: RwSignal<Option<ImportPreview>>,
    error: RwSignal<Option<String>>,
    busy: RwSignal<bool>,
    only_faulty: RwSignal<bool>,
    file: StoredValue<Option<web_sys::File>, LocalStorage>,
    changed: Callback<()>,
}

impl ImportState {
    /// Runs a step and shows the import afterwards. Ignored while another step is running.
    fn run(self, step: impl Future<Output = Result<ImportId, Error>> + 'static, cursor: Option<u32>) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        self.error.set(None);
        spawn_local(async move {
            let preview = match step.await {
                Ok(id) => {
                    let query = PreviewQuery {
                        faulty: self.only_faulty.try_get_untracked(),
                        limit: None,
                        cursor,
                    };
                    api::send::<ShowImport>((self.order, id), query, Nothing {}, Options::default()).await
                }
                Err(error) => Err(error),
            };
            match preview {
                Ok(preview) => self.preview.set(Some(preview)),
                Err(error) => self.error.set(Some(error_message(&error))),
            }
            self.busy.set(false);
        });
    }

    fn upload(self, sheet: Option<String>) {
        let Some(file) = self.file.get_value() else { return };
        let query = ImportUploadQuery {
            name: Some(file.name().chars().take(200).collect()),
            sheet,
        };
        let order = self.order;
        self.run(
            async move {
                api::upload::<UploadImport>((order,), query, &file)
                    .await
                    .map(|import| import.id)
            },
            None,
        );
    }

    fn take(self, files: Option<web_sys::FileList>) {
        if let Some(file) = files.and_then(|files| files.get(0)) {
            self.file.set_value(Some(file));
            self.only_faulty.set(false);
            self.upload(None);
        }
    }

    fn change(self, import: &Import, body: ImportChange) {
        let path = (self.order, import.id);
        let step = api::send::<ChangeImport>(path, Nothing {}, body, Options::default());
        self.run(async move { step.await.map(|import| import.id) }, None);
    }

    fn confirm(self, id: ImportId) {
        let order = self.order;
        self.run(
            async move {
                let confirmed =
                    api::send::<ConfirmImport>((order, id), Nothing {}, Nothing {}, Options::default()).await;
                confirmed.map(|import| import.id)
            },
            None,
        );
    }

    fn undo(self, id: ImportId) {
        let order = self.order;
        self.run(
            async move {
                let undone = api::send::<UndoImport>((order, id), Nothing {}, Nothing {}, Options::default()).await;
                undone.map(|import| import.id)
            },
            None,
        );
    }
}

/// The import of a file in the import tab.
#[component]
pub(crate) fn FileImport(
    /// The draft.
    order: OrderId,
    /// Called when the user returns to the items.
    changed: Callback<()>,
) -> impl IntoView {
    let state = ImportState {
        order,
        preview: RwSignal::new(None),
        error: RwSignal::new(None),
        busy: RwSignal::new(false),
        only_faulty: RwSignal::new(false),
        file: StoredValue::new_local(None),
        changed,
    };
    let template = format!(
        "/api/import-template.xlsx?language={}",
        language().tag().get(..2).unwrap_or("ru")
    );
    let drop = move |event: DragEvent| {
        event.prevent_default();
        state.take(event.data_transfer().and_then(|data| data.files()));
    };
    view! {
        <div
            class="card"
            data-testid="import-drop"
            on:dragover=move |event: DragEvent| event.prevent_default()
            on:drop=drop
        >
            <label class="field">
                <span>{t(ImportTexts::Choose)}</span>
                <input
                    type="file"
                    data-testid="import-file"
                    accept=".xlsx,.xlsm,.xls,.csv,.tsv,.txt"
                    on:change=move |event| state.take(event_target::<web_sys::HtmlInputElement>(&event).files())
                />
            </label>
            <a href=template download="karavan.xlsx" data-testid="import-template">
                {t(ImportTexts::Template)}
            </a>
            <p class="muted" role="status" hidden=move || !state.busy.get()>
                {t(ImportTexts::Reading)}
            </p>
            {move || {
                state
                    .error
                    .get()
                    .map(|text| {
                        view! {
                            <p class="note error" role="alert">
                                {text}
                            </p>
                        }
                    })
            }}
            {move || state.preview.get().map(|preview| preview_table(state, preview))}
        </div>
    }
    .into_any()
}

fn preview_table(state: ImportState, preview: ImportPreview) -> AnyView {
    let ImportPreview {
        import,
        headers,
        rows,
        next_cursor,
    } = preview;
    let (id, open) = (import.id, import.status == ImportStatus::Preview);
    let counts = import.counts;
    let has_no_changes = counts.new + counts.updated == 0;
    let summary = [
        (ImportTexts::New, counts.new),
        (ImportTexts::Updated, counts.updated),
        (ImportTexts::Unchanged, counts.unchanged),
        (ImportTexts::Faulty, counts.faulty),
        (ImportTexts::Skipped, counts.skipped),
    ]
    .map(|(text, count)| format!("{}: {count}", t(text)))
    .join(" · ");
    let reload = move || state.run(async move { Ok(id) }, None);
    let toggle_only_faulty = move |_| {
        state.only_faulty.update(|only_faulty| *only_faulty = !*only_faulty);
        reload();
    };
    let buttons = match import.status {
        ImportStatus::Preview => view! {
            <button
                class="button primary"
                data-testid="import-confirm"
                disabled=move || has_no_changes || state.busy.get()
                on:click=move |_| state.confirm(id)
            >
                {t(ImportTexts::Confirm)}
            </button>
        }
        .into_any(),
        ImportStatus::Done => view! {
            <span class="note" data-testid="import-done">
                {t(ImportTexts::Done)}
            </span>
            <button
                class="button"
                data-testid="import-undo"
                disabled=move || state.busy.get()
                on:click=move |_| state.undo(id)
            >
                {t(ImportTexts::Undo)}
            </button>
            <button class="button primary" data-testid="import-back" on:click=move |_| state.changed.run(())>
                {t(Text::Items)}
            </button>
        }
        .into_any(),
        ImportStatus::Undone => view! {
            <span class="note" data-testid="import-undone">
                {t(ImportTexts::Undone)}
            </span>
            <button class="button" data-testid="import-back" on:click=move |_| state.changed.run(())>
                {t(Text::Items)}
            </button>
        }
        .into_any(),
    };
    let more = next_cursor.map(|cursor| {
        view! {
            <button class="button" on:click=move |_| state.run(async move { Ok(id) }, Some(cursor))>
                {t(Text::NextPage)}
            </button>
        }
    });
    let settings = open.then(|| sheet_settings(state, &import));
    let heads = column_heads(state, &import, &headers, open);
    let width = import.mapping.len();
    view! {
        {settings}
        <p data-testid="import-counts">{summary}</p>
        <div class="row">
            {buttons} <label>
                <input
                    type="checkbox"
                    data-testid="import-only-faulty"
                    prop:checked=move || state.only_faulty.get()
                    on:change=toggle_only_faulty
                />
                " "
                {t(ImportTexts::OnlyFaulty)}
            </label>
        </div>
        <div class="table" tabindex="0">
            <table data-testid="import-rows">
                <thead>
                    <tr>
                        <th></th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows.into_iter().map(|row| preview_row(row, width)).collect_view()}</tbody>
            </table>
        </div>
        {more}
    }
    .into_any()
}

/// The choice of the sheet and of the header row.
fn sheet_settings(state: ImportState, import: &Import) -> AnyView {
    let (chosen, sheets) = (import.sheet.clone(), import.sheets.clone());
    let (mapping, current) = (import.mapping.clone(), import.clone());
    let sheets = (sheets.len() > 1).then(|| {
        let options: Vec<_> = sheets
            .into_iter()
            .map(|name| {
                let selected = name == chosen;
                view! { <option selected=selected>{name}</option> }
            })
            .collect();
        view! {
            <label class="field">
                <span>{t(ImportTexts::Sheet)}</span>
                <select
                    data-testid="import-sheet"
                    on:change=move |event| state.upload(Some(event_target_value(&event)))
                >
                    {options}
                </select>
            </label>
        }
    });
    let header_row = NumberInput::required(NumberKind::Whole, import.header_row.to_string());
    let header = move |_| {
        let mut numbers = NumberReader::default();
        let Some(row) = numbers.units(header_row).and_then(|row| u32::try_from(row).ok()) else {
            return;
        };
        let body = ImportChange {
            header_row: Some(row),
            mapping: mapping.clone(),
        };
        state.change(&current, body);
    };
    view! {
        <div class="grid three">
            {sheets} <div class="field" on:change=header>
                <NumberField name="import-header" label=t(ImportTexts::HeaderRow) input=header_row />
            </div>
        </div>
    }
    .into_any()
}

/// The column heads: a select box for the field above the header of the file.
fn column_heads(state: ImportState, import: &Import, headers: &[String], open: bool) -> Vec<AnyView> {
    let head = |(at, field): (usize, &Option<ImportField>)| {
        let (chosen, import) = (*field, import.clone());
        let options: Vec<_> = std::iter::once(None)
            .chain(ImportField::ALL.map(Some))
            .map(|field| {
                let name = field.map_or_else(|| t(ImportTexts::LeftOut), field_name);
                view! {
                    <option value=field.map_or("", ImportField::as_str) selected=field == chosen>
                        {name}
                    </option>
                }
            })
            .collect();
        let choose = move |event| {
            let field = ImportField::from_name(&event_target_value(&event));
            let mut mapping = import.mapping.clone();
            // Each field is mapped at most once: selecting it here removes it from its other column.
            for other in mapping.iter_mut().filter(|other| field.is_some() && **other == field) {
                *other = None;
            }
            if let Some(target) = mapping.get_mut(at) {
                *target = field;
            }
            state.change(
                &import,
                ImportChange {
                    header_row: None,
                    mapping,
                },
            );
        };
        let header = headers.get(at).cloned().unwrap_or_default();
        view! {
            <th>
                <select
                    data-testid=format!("import-column-{at}")
                    aria-label=format!("{} {header}", at + 1)
                    disabled=!open
                    on:change=choose
                >
                    {options}
                </select>
                <br />
                {header}
            </th>
        }
        .into_any()
    };
    import.mapping.iter().enumerate().map(head).collect()
}

/// A row of the preview. Invalid cells are marked and show their errors.
fn preview_row(row: PreviewRow, width: usize) -> AnyView {
    let PreviewRow { number, cells, faults } = row;
    let messages = |at: Option<u32>| -> Vec<String> {
        let column_faults = faults.iter().filter(|fault| fault.column == at);
        column_faults
            .map(|found| format!("{}: {}", field_name(found.field), field_error_text(&found.error)))
            .collect()
    };
    // Faults of fields that are not mapped to a column.
    let unmapped = messages(None).join("; ");
    let cells: Vec<_> = (0..width)
        .map(|at| {
            let message = messages(u32::try_from(at).ok()).join("; ");
            let text = cells.get(at).cloned().unwrap_or_default();
            let class = if message.is_empty() { "wide" } else { "wide fault" };
            let invalid = (!message.is_empty()).then_some("true");
            let note = (!message.is_empty()).then(|| {
                view! {
                    <br />
                    <small class="fault">{message}</small>
                }
            });
            view! {
                <td class=class aria-invalid=invalid>
                    {text}
                    {note}
                </td>
            }
        })
        .collect();
    view! {
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
    .into_any()
}
