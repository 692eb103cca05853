//! Import of clients from a spreadsheet: a preview with the errors of each row, then the creation in pieces.

mod rows;
mod texts;

use super::earlier_orders::EarlierTexts;
use frontend_ui::{
    components::{Breadcrumb, Crumb},
    features::sheet_import::{SheetFile, SheetTexts, hidden_cells, sheet_choice},
    i18n::language,
    prelude::*,
};
use leptos::web_sys;
use rows::{opening_balance, refused_file, row_table};
use shared_types::clients::{
    CheckedClientRow, ClientImport, ClientSheet, ClientSheetQuery, ClientSheetRow, IMPORTED_ROWS, ImportClients,
    ReadClientSheet,
};
use texts::ClientImportTexts;

/// The progress of an import.
#[derive(Clone, Default)]
struct Progress {
    created: u32,
    credited: u32,
    refused: Vec<CheckedClientRow>,
    /// Rows that are not sent yet.
    rest: Vec<ClientSheetRow>,
}

/// The state of the page.
#[derive(Clone, Copy)]
struct ImportState {
    file: StoredValue<Option<web_sys::File>, LocalStorage>,
    sheet: RwSignal<Option<ClientSheet>>,
    progress: RwSignal<Option<Progress>>,
    only_faulty: RwSignal<bool>,
    action: Action,
}

impl ImportState {
    fn new() -> Self {
        Self {
            file: StoredValue::new_local(None),
            sheet: RwSignal::new(None),
            progress: RwSignal::new(None),
            only_faulty: RwSignal::new(false),
            action: use_action(),
        }
    }

    /// Reads the file and shows the preview of a sheet.
    fn read(self, sheet: Option<String>) {
        let Some(file) = self.file.get_value().filter(|_| !untrack(|| self.action.is_busy())) else {
            return;
        };
        self.progress.set(None);
        let call = async move {
            let read = api::upload::<ReadClientSheet>((), ClientSheetQuery { sheet }, &file).await;
            self.sheet.try_set(read.as_ref().ok().cloned());
            read
        };
        self.action.run(call, |_| {});
    }

    /// Starts the creation of the rows without errors. Asks first if money is credited: the creation can't be undone.
    fn add(self) {
        let Some(sheet) = self.sheet.get_untracked() else {
            return;
        };
        let Some(sums) = opening_sums(&sheet.rows) else {
            return self.add_rows(sheet);
        };
        let question = format!("{}: {sums}", t(ClientImportTexts::OpeningSum));
        self.action.run_confirmed(
            t(ClientImportTexts::Add).to_owned(),
            (question, t(ClientImportTexts::Add)),
            async { Ok(()) },
            move |()| self.add_rows(sheet),
        );
    }

    fn add_rows(self, sheet: ClientSheet) {
        let (valid, refused): (Vec<_>, Vec<_>) = sheet.rows.into_iter().partition(CheckedClientRow::is_valid);
        self.progress.set(Some(Progress {
            created: 0,
            credited: 0,
            refused,
            rest: valid.into_iter().map(|checked| checked.row).collect(),
        }));
        self.add_rest();
    }

    /// Creates the rows that are not created yet, in pieces. A failed piece can be sent again: the server creates no row twice.
    fn add_rest(self) {
        if untrack(|| self.action.is_busy()) {
            return;
        }
        let call = async move {
            while let Some(Some(mut progress)) = self.progress.try_get_untracked() {
                let piece: Vec<_> = progress.rest.iter().take(IMPORTED_ROWS).cloned().collect();
                if piece.is_empty() {
                    break;
                }
                let sent = piece.len();
                let body = ClientImport { rows: piece };
                let result = api::call::<ImportClients>((), body).await?;
                progress.rest.drain(..sent);
                progress.created += result.created;
                progress.credited += result.credited;
                progress.refused.extend(result.refused);
                progress.refused.sort_by_key(|refused| refused.row.number);
                self.progress.try_set(Some(progress));
            }
            Ok(())
        };
        self.action.run(call, |()| {});
    }
}

#[component]
pub(crate) fn ClientImportPage() -> impl IntoView {
    let state = ImportState::new();
    let take = move |file: web_sys::File| {
        state.file.set_value(Some(file));
        state.only_faulty.set(false);
        state.read(None);
    };
    let template = format!("/api/client-template.xlsx?language={}", language().as_str());
    view! {
        <Breadcrumb path=vec![Crumb::list("/agent/clients", t(LifecycleTexts::Clients))] />
        <div class="page-head">
            <h1>{t(ClientImportTexts::Title)}</h1>
        </div>
        <p class="muted">{t(ClientImportTexts::Hint)}</p>
        {current_user()
            .may(Object::OrderPrices, Level::Edit)
            .then(|| view! { <a href="/agent/clients/import/orders">{t(EarlierTexts::Title)}</a> })}
        <SheetFile
            take=UnsyncCallback::new(take)
            template=template
            template_name="karavan-clients.xlsx"
            action=state.action
        >
            {move || match state.progress.get() {
                Some(progress) => Some(progress_view(state, progress)),
                None => state.sheet.get().map(|sheet| preview(state, sheet)),
            }}
        </SheetFile>
    }
}

/// The rows of the sheet with their errors, and the button that adds the rows without errors.
fn preview(state: ImportState, sheet: ClientSheet) -> AnyView {
    let choice = sheet_choice(sheet.sheets, &sheet.sheet, move |name| state.read(Some(name)));
    if sheet.rows.is_empty() {
        return any_view! {
            {choice}
            {empty_state(t(ClientImportTexts::NoRows), None)}
        };
    }
    let valid = sheet.rows.iter().filter(|row| row.is_valid()).count();
    let faulty = sheet.rows.len() - valid;
    let counts = format!(
        "{}: {valid} · {}: {faulty}",
        t(ClientImportTexts::Ready),
        t(SheetTexts::Faulty)
    );
    let openings = opening_sums(&sheet.rows).map(|sums| {
        view! { <p data-testid="import-openings">{t(ClientImportTexts::OpeningSum)} ": " <strong>{sums}</strong></p> }
    });
    // Filled columns that would be lost are asked about.
    let accepted = RwSignal::new(sheet.ignored_columns.is_empty());
    let ignored = (!accepted.get_untracked()).then(|| ignored_columns(&sheet.ignored_columns, accepted));
    let hidden = hidden_cells(sheet.hidden);
    let rows = StoredValue::new(sheet.rows);
    let shown = move || {
        let only_faulty = state.only_faulty.get();
        let mut rows = rows.get_value();
        rows.retain(|row| !only_faulty || !row.is_valid());
        row_table(rows)
    };
    let only_faulty = move |event| state.only_faulty.set(event_target_checked(&event));
    any_view! {
        {choice}
        <p data-testid="import-counts">{counts}</p>
        {hidden}
        {openings}
        {ignored}
        <div class="row">
            {confirm_button(t(ClientImportTexts::Add), valid, (accepted, state.action), move || state.add())}
            <label class="check-line">
                <input
                    type="checkbox"
                    data-testid="import-only-faulty"
                    prop:checked=move || state.only_faulty.get()
                    on:change=only_faulty
                />
                {t(SheetTexts::OnlyFaulty)}
            </label>
        </div>
        {shown}
    }
}

/// The opening balances that the rows without errors get, in each currency.
fn opening_sums(rows: &[CheckedClientRow]) -> Option<String> {
    let valid = rows.iter().filter(|row| row.is_valid());
    let sums = format::sums(valid.filter_map(opening_balance));
    (!sums.is_empty()).then_some(sums)
}

/// The button that confirms a preview, with the number of rows without errors.
pub(in crate::pages::clients) fn confirm_button(
    text: &'static str,
    valid: usize,
    (accepted, action): (RwSignal<bool>, Action),
    run: impl Fn() + 'static,
) -> AnyView {
    any_view! {
        <button
            class="button primary"
            data-testid="import-confirm"
            disabled=move || valid == 0 || action.is_busy() || !accepted.get()
            on:click=move |_| run()
        >
            {format!("{text}: {valid}")}
        </button>
    }
}

/// Names the filled columns that are not imported, with the box that accepts it.
pub(in crate::pages::clients) fn ignored_columns(names: &[String], accepted: RwSignal<bool>) -> AnyView {
    let names = names
        .iter()
        .map(|name| format!("«{name}»"))
        .collect::<Vec<_>>()
        .join(", ");
    any_view! {
        <div class="note question" data-testid="import-undecided">
            <p>{t(ClientImportTexts::NotImported)} " " <strong>{names}</strong></p>
            <label>
                <input
                    type="checkbox"
                    data-testid="import-ignore"
                    prop:checked=move || accepted.get()
                    on:change=move |event| accepted.set(event_target_checked(&event))
                />
                " "
                {t(ClientImportTexts::IgnoreThem)}
            </label>
        </div>
    }
}

/// The clients added so far, the refused rows, and the button that continues after a failure.
fn progress_view(state: ImportState, progress: Progress) -> AnyView {
    let Progress {
        created,
        credited,
        refused,
        rest,
    } = progress;
    let credited = match credited {
        0 => String::new(),
        clients => format!(" · {}: {clients}", t(ClientImportTexts::Credited)),
    };
    let remaining = match rest.len() {
        0 => String::new(),
        rows => format!(" · {}: {rows}", t(ClientImportTexts::Remaining)),
    };
    let counts = format!(
        "{}: {created}{credited} · {}: {}{remaining}",
        t(ClientImportTexts::Added),
        t(ClientImportTexts::Refused),
        refused.len()
    );
    let has_rest = !rest.is_empty();
    let file = (!refused.is_empty()).then(|| {
        view! {
            <a class="button" href=refused_file(&refused) download="karavan-clients.csv" data-testid="import-refused">
                {t(ClientImportTexts::Download)}
            </a>
        }
    });
    any_view! {
        <p class="note" role="status" data-testid="import-done">
            {counts}
        </p>
        <div class="row">
            {has_rest
                .then(|| {
                    view! {
                        <button
                            class="button primary"
                            data-testid="import-rest"
                            disabled=move || state.action.is_busy()
                            on:click=move |_| state.add_rest()
                        >
                            {t(ClientImportTexts::AddRest)}
                        </button>
                    }
                })} {file}
        </div>
        {(!refused.is_empty()).then(|| row_table(refused))}
    }
}
