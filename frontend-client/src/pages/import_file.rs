//! Import of a file: choose, say what the columns hold, look at the faults, confirm, undo.

use super::import_texts::ImportText;
use frontend_ui::{
    api::{self, Error, Options},
    components::{NumberField, NumberInput, NumberReader, sentence},
    i18n::{Text, language, t},
    numbers::NumberKind,
};
use leptos::{ev::DragEvent, prelude::*, task::spawn_local, web_sys};
use shared_types::{
    endpoint::Nothing,
    id::{ImportId, OrderId},
    imports::{
        ChangeImport, ConfirmImport, Import, ImportChange, ImportField, ImportPreview, ImportStatus, PreviewQuery,
        PreviewRow, ShowImport, UndoImport, UploadImport, UploadQuery,
    },
    problem::ProblemCode,
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
        ImportField::ExternalId => t(ImportText::ExternalId),
        ImportField::Currency => t(Text::Currency),
    }
}

/// The server's word about a cell, in the page's language.
fn fault(message: &str) -> String {
    let known = [
        ("is required", ImportText::IsRequired),
        ("is not an http", ImportText::NotUrl),
        ("is not an amount", ImportText::NotAmount),
        ("is not a whole", ImportText::NotNumber),
        ("must be from", ImportText::Range),
        ("is longer", ImportText::TooLong),
        ("is not one of", ImportText::UnknownValue),
    ];
    let known = known.into_iter().find(|(start, _)| message.starts_with(start));
    known.map_or_else(|| message.to_owned(), |(_, text)| t(text).to_owned())
}

fn refusal(error: &Error) -> String {
    match (error, error.code()) {
        (Error::Problem(problem), Some(ProblemCode::FileUnreadable)) => {
            format!(
                "{}: {}",
                t(ImportText::Unreadable),
                problem.detail.as_deref().unwrap_or_default()
            )
        }
        (_, Some(ProblemCode::ImportClosed)) => t(ImportText::Closed).to_owned(),
        _ => sentence(error),
    }
}

/// What the import's part of the page knows.
#[derive(Clone, Copy)]
struct State {
    order: OrderId,
    shown: RwSignal<Option<ImportPreview>>,
    error: RwSignal<Option<String>>,
    busy: RwSignal<bool>,
    faulty: RwSignal<bool>,
    file: StoredValue<Option<web_sys::File>, LocalStorage>,
    changed: Callback<()>,
}

impl State {
    /// Runs one step at a time and shows the import as it is afterwards.
    fn run(self, step: impl Future<Output = Result<ImportId, Error>> + 'static, cursor: Option<u32>) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        self.error.set(None);
        spawn_local(async move {
            let shown = match step.await {
                Ok(id) => {
                    let query = PreviewQuery {
                        faulty: Some(self.faulty.get_untracked()),
                        limit: None,
                        cursor,
                    };
                    api::send::<ShowImport>((self.order, id), query, Nothing {}, Options::default()).await
                }
                Err(error) => Err(error),
            };
            match shown {
                Ok(preview) => self.shown.set(Some(preview)),
                Err(error) => self.error.set(Some(refusal(&error))),
            }
            self.busy.set(false);
        });
    }

    fn upload(self, sheet: Option<String>) {
        let Some(file) = self.file.get_value() else { return };
        let query = UploadQuery {
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
            self.faulty.set(false);
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
                let done = api::send::<ConfirmImport>((order, id), Nothing {}, Nothing {}, Options::default()).await;
                done.map(|import| import.id)
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

/// The file's part of the import tab.
#[component]
pub(crate) fn FileImport(
    /// The draft.
    order: OrderId,
    /// Called when the person goes back to the lines.
    changed: Callback<()>,
) -> impl IntoView {
    let state = State {
        order,
        shown: RwSignal::new(None),
        error: RwSignal::new(None),
        busy: RwSignal::new(false),
        faulty: RwSignal::new(false),
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
        <div class="card" data-testid="import-drop" on:dragover=move |event: DragEvent| event.prevent_default() on:drop=drop>
            <label class="field">
                <span>{t(ImportText::Choose)}</span>
                <input type="file" data-testid="import-file" accept=".xlsx,.xlsm,.xls,.csv,.tsv,.txt"
                    on:change=move |event| state.take(event_target::<web_sys::HtmlInputElement>(&event).files())/>
            </label>
            <a href=template download="karavan.xlsx" data-testid="import-template">{t(ImportText::Template)}</a>
            <p class="muted" role="status" hidden=move || !state.busy.get()>{t(ImportText::Reading)}</p>
            {move || state.error.get().map(|text| view! { <p class="note error" role="alert">{text}</p> })}
            {move || state.shown.get().map(|preview| shown(state, preview))}
        </div>
    }
    .into_any()
}

fn shown(state: State, preview: ImportPreview) -> AnyView {
    let ImportPreview {
        import,
        headers,
        rows,
        next_cursor,
    } = preview;
    let (id, open) = (import.id, import.status == ImportStatus::Preview);
    let counts = import.counts;
    let nothing = counts.new + counts.updated == 0;
    let summary = [
        (ImportText::New, counts.new),
        (ImportText::Updated, counts.updated),
        (ImportText::Unchanged, counts.unchanged),
        (ImportText::Faulty, counts.faulty),
        (ImportText::Skipped, counts.skipped),
    ]
    .map(|(text, count)| format!("{}: {count}", t(text)))
    .join(" · ");
    let again = move || state.run(async move { Ok(id) }, None);
    let only_faulty = move |_| {
        state.faulty.update(|faulty| *faulty = !*faulty);
        again();
    };
    let buttons = match import.status {
        ImportStatus::Preview => view! {
            <button class="button primary" data-testid="import-confirm" disabled=move || nothing || state.busy.get() on:click=move |_| state.confirm(id)>{t(ImportText::Confirm)}</button>
        }.into_any(),
        ImportStatus::Done => view! {
            <span class="note" data-testid="import-done">{t(ImportText::Done)}</span>
            <button class="button" data-testid="import-undo" disabled=move || state.busy.get() on:click=move |_| state.undo(id)>{t(ImportText::Undo)}</button>
            <button class="button primary" data-testid="import-back" on:click=move |_| state.changed.run(())>{t(Text::Items)}</button>
        }.into_any(),
        ImportStatus::Undone => view! {
            <span class="note" data-testid="import-undone">{t(ImportText::Undone)}</span>
            <button class="button" data-testid="import-back" on:click=move |_| state.changed.run(())>{t(Text::Items)}</button>
        }.into_any(),
    };
    let more = next_cursor.map(|cursor| {
        view! { <button class="button" on:click=move |_| state.run(async move { Ok(id) }, Some(cursor))>{t(Text::NextPage)}</button> }
    });
    let settings = open.then(|| settings(state, &import));
    let heads = columns(state, &import, &headers, open);
    let width = import.mapping.len();
    view! {
        {settings}
        <p data-testid="import-counts">{summary}</p>
        <div class="row">{buttons}
            <label><input type="checkbox" data-testid="import-only-faulty" prop:checked=move || state.faulty.get() on:change=only_faulty/>" "{t(ImportText::OnlyFaulty)}</label>
        </div>
        <div class="table">
            <table data-testid="import-rows">
                <thead><tr><th></th>{heads}</tr></thead>
                <tbody>{rows.into_iter().map(|row| line(row, width)).collect_view()}</tbody>
            </table>
        </div>
        {more}
    }
    .into_any()
}

/// Sheet and header row.
fn settings(state: State, import: &Import) -> AnyView {
    let (chosen, sheets) = (import.sheet.clone(), import.sheets.clone());
    let (mapping, kept) = (import.mapping.clone(), import.clone());
    let sheets = (sheets.len() > 1).then(|| {
        let options: Vec<_> = sheets.into_iter().map(|name| {
            let selected = name == chosen;
            view! { <option selected=selected>{name}</option> }
        }).collect();
        view! { <label class="field"><span>{t(ImportText::Sheet)}</span><select data-testid="import-sheet" on:change=move |event| state.upload(Some(event_target_value(&event)))>{options}</select></label> }
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
        state.change(&kept, body);
    };
    view! {
        <div class="grid three">{sheets}
            <div class="field" on:change=header><NumberField name="import-header" label=t(ImportText::HeaderRow) input=header_row/></div>
        </div>
    }
    .into_any()
}

/// The heads of the columns: a choice of field above the header of the file.
fn columns(state: State, import: &Import, headers: &[String], open: bool) -> Vec<AnyView> {
    let head = |(at, field): (usize, &Option<ImportField>)| {
        let (chosen, import) = (*field, import.clone());
        let options: Vec<_> = std::iter::once(None)
            .chain(ImportField::ALL.map(Some))
            .map(|field| {
                let name = field.map_or_else(|| t(ImportText::LeftOut), field_name);
                view! { <option value=field.map_or("", ImportField::as_str) selected=field == chosen>{name}</option> }
            })
            .collect();
        let choose = move |event| {
            let field = ImportField::from_name(&event_target_value(&event));
            let mut mapping = import.mapping.clone();
            // A field stands once: choosing it here takes it from where it was.
            for other in mapping.iter_mut().filter(|other| field.is_some() && **other == field) {
                *other = None;
            }
            if let Some(place) = mapping.get_mut(at) {
                *place = field;
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
        view! { <th><select data-testid=format!("import-column-{at}") aria-label=format!("{} {header}", at + 1) disabled=!open on:change=choose>{options}</select><br/>{header}</th> }.into_any()
    };
    import.mapping.iter().enumerate().map(head).collect()
}

/// A row; bad cells are marked and say why.
fn line(row: PreviewRow, width: usize) -> AnyView {
    let PreviewRow { number, cells, faults } = row;
    let said = |at: Option<u32>| -> Vec<String> {
        let of_column = faults.iter().filter(|fault| fault.column == at);
        of_column
            .map(|found| format!("{}: {}", field_name(found.field), fault(&found.message)))
            .collect()
    };
    let lost = said(None).join("; ");
    let cells: Vec<_> = (0..width)
        .map(|at| {
            let why = said(u32::try_from(at).ok()).join("; ");
            let text = cells.get(at).cloned().unwrap_or_default();
            let class = if why.is_empty() { "wide" } else { "wide fault" };
            let invalid = (!why.is_empty()).then_some("true");
            let said = (!why.is_empty()).then(|| view! { <br/><small class="fault">{why}</small> });
            view! { <td class=class aria-invalid=invalid>{text}{said}</td> }
        })
        .collect();
    view! { <tr><td class="muted">{number}{(!lost.is_empty()).then(|| view! { <br/><small class="fault">{lost}</small> })}</td>{cells}</tr> }.into_any()
}
