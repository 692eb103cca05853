//! Import of the open orders of an earlier system: a preview with the sums, questions about unknown statuses, one confirmation, and the
//! undo of the latest imports.

mod rows;
mod texts;

use super::import::{confirm_button, ignored_columns};
use frontend_ui::{
    components::{Breadcrumb, Crumb},
    data::List,
    features::sheet_import::{SheetFile, SheetTexts, hidden_cells, sheet_choice},
    i18n::language,
    prelude::*,
};
use leptos::web_sys;
use rows::order_table;
use shared_types::orders::{
    EarlierOrder, EarlierResult, EarlierRows, EarlierSheet, EarlierSheetQuery, EarlierStage, ImportEarlierOrders,
    ListOrderImports, OrderImport, ReadEarlierOrders, UndoOrderImport,
};
use std::collections::BTreeMap;
pub(super) use texts::EarlierTexts;

fn stage_name(stage: EarlierStage) -> &'static str {
    t(match stage {
        EarlierStage::Submitted => EarlierTexts::StageSubmitted,
        EarlierStage::Paid => EarlierTexts::StagePaid,
        EarlierStage::Bought => EarlierTexts::StageBought,
        EarlierStage::Sent => EarlierTexts::StageSent,
        EarlierStage::AtWarehouse => EarlierTexts::StageAtWarehouse,
        EarlierStage::LeftOut => EarlierTexts::StageLeftOut,
    })
}

/// The state of the page.
#[derive(Clone, Copy)]
struct ImportState {
    file: StoredValue<Option<web_sys::File>, LocalStorage>,
    /// The stages of unknown statuses.
    answers: StoredValue<BTreeMap<String, String>>,
    sheet: RwSignal<Option<EarlierSheet>>,
    result: RwSignal<Option<EarlierResult>>,
    imports: List<OrderImport>,
    action: Action,
}

impl ImportState {
    /// Reads the file with the answers so far, and shows the preview of a sheet.
    fn read(self, sheet: Option<String>) {
        let Some(file) = self.file.get_value().filter(|_| !untrack(|| self.action.is_busy())) else {
            return;
        };
        self.result.set(None);
        let answers = self.answers.get_value();
        let stages = (!answers.is_empty()).then(|| serde_json::to_string(&answers).unwrap_or_default());
        let call = async move {
            let read = api::upload::<ReadEarlierOrders>((), EarlierSheetQuery { sheet, stages }, &file).await;
            self.sheet.try_set(read.as_ref().ok().cloned());
            read
        };
        self.action.run(call, |_| {});
    }

    fn answer(self, word: String, stage: String) {
        let sheet = self
            .sheet
            .with_untracked(|sheet| sheet.as_ref().map(|sheet| sheet.sheet.clone()));
        self.answers.update_value(|answers| {
            answers.insert(word, stage);
        });
        self.read(sheet.filter(|name| !name.is_empty()));
    }

    /// Imports the orders without errors. Asks first if money moves.
    fn import(self) {
        let Some(sheet) = self.sheet.get_untracked() else {
            return;
        };
        let question = money_lines(&sheet).join(" · ");
        let valid = sheet.orders.into_iter().filter(EarlierOrder::is_valid);
        let rows = valid.flat_map(|order| order.rows).map(|checked| checked.row).collect();
        let call = api::call::<ImportEarlierOrders>((), EarlierRows { rows });
        let done = move |result| {
            self.result.set(Some(result));
            self.imports.reload();
        };
        if question.is_empty() {
            return self.action.run(call, done);
        }
        let name = t(EarlierTexts::Import);
        self.action.run_confirmed(name.to_owned(), (question, name), call, done);
    }

    fn undo(self, id: shared_types::id::OrderImportId) {
        let name = t(EarlierTexts::Undo);
        let call = api::call::<UndoOrderImport>((id,), Nothing {});
        let question = (t(EarlierTexts::UndoQuestion).to_owned(), name);
        self.action.run_confirmed(name.to_owned(), question, call, move |_| {
            self.imports.reload();
            // The numbers are free again.
            self.read(None);
        });
    }
}

/// The sums that move with the import, by balances.
fn money_lines(sheet: &EarlierSheet) -> Vec<String> {
    let line = |text, sums: &[Money]| {
        let sums: Vec<String> = sums.iter().copied().map(format::money).collect();
        (!sums.is_empty()).then(|| format!("{}: {}", t(text), sums.join(" · ")))
    };
    let lines = [
        line(EarlierTexts::Credited, &sheet.credited),
        line(EarlierTexts::Charged, &sheet.charged),
    ];
    lines.into_iter().flatten().collect()
}

#[component]
pub(crate) fn EarlierOrdersPage() -> impl IntoView {
    let imports = use_list(
        &[],
        |import: &OrderImport| import.id.0,
        |_| api::call::<ListOrderImports>((), Nothing {}),
    );
    let state = ImportState {
        file: StoredValue::new_local(None),
        answers: StoredValue::new(BTreeMap::new()),
        sheet: RwSignal::new(None),
        result: RwSignal::new(None),
        imports,
        action: use_action(),
    };
    let take = move |file: web_sys::File| {
        state.file.set_value(Some(file));
        state.answers.set_value(BTreeMap::new());
        state.read(None);
    };
    let template = format!("/api/earlier-order-template.xlsx?language={}", language().as_str());
    view! {
        <Breadcrumb path=vec![Crumb::list("/agent/clients", t(LifecycleTexts::Clients))] />
        <div class="page-head">
            <h1>{t(EarlierTexts::Title)}</h1>
        </div>
        <p class="muted">{t(EarlierTexts::Hint)}</p>
        <SheetFile
            take=UnsyncCallback::new(take)
            template=template
            template_name="karavan-orders.xlsx"
            action=state.action
        >
            {move || match state.result.get() {
                Some(result) => Some(result_view(&result)),
                None => state.sheet.get().map(|sheet| preview(state, sheet)),
            }}
        </SheetFile>
        {imports.view(Skeleton::Rows, || ().into_any(), move || import_list(state))}
    }
}

/// The question about an unknown status.
fn question(state: ImportState, word: String) -> AnyView {
    let options = EarlierStage::ALL.map(|stage| view! { <option value=stage.as_str()>{stage_name(stage)}</option> });
    let label = format!("{} «{word}»?", t(EarlierTexts::WhichStage));
    let choose = move |event| state.answer(word.clone(), event_target_value(&event));
    any_view! {
        <div class="note question" data-testid="import-stage">
            <label>
                {label} " " <select on:change=choose>
                    <option value="" selected disabled>
                        {t(EarlierTexts::ChooseStage)}
                    </option>
                    {options}
                </select>
            </label>
        </div>
    }
}

/// The orders of the sheet with their errors and sums, and the button that imports the ones without errors.
fn preview(state: ImportState, sheet: EarlierSheet) -> AnyView {
    let choice = sheet_choice(sheet.sheets.clone(), &sheet.sheet, move |name| state.read(Some(name)));
    if sheet.orders.is_empty() {
        return any_view! {
            {choice}
            {empty_state(t(EarlierTexts::NoOrders), None)}
        };
    }
    let valid = sheet.orders.iter().filter(|order| order.is_valid()).count();
    let faulty = sheet.orders.iter().filter(|order| order.is_faulty()).count();
    let counts = format!(
        "{}: {valid} · {}: {faulty} · {}: {}",
        t(EarlierTexts::Ready),
        t(SheetTexts::Faulty),
        t(EarlierTexts::LeftOut),
        sheet.orders.len() - valid - faulty
    );
    let money = money_lines(&sheet)
        .into_iter()
        .map(|line| view! { <p data-testid="import-money">{line}</p> });
    let accepted = RwSignal::new(sheet.ignored_columns.is_empty());
    let ignored = (!accepted.get_untracked()).then(|| ignored_columns(&sheet.ignored_columns, accepted));
    let questions = sheet.words.into_iter().map(|word| question(state, word));
    any_view! {
        {choice}
        <p data-testid="import-counts">{counts}</p>
        {hidden_cells(sheet.hidden)}
        {questions.collect_view()}
        {money.collect_view()}
        {ignored}
        <div class="row">
            {confirm_button(t(EarlierTexts::Import), valid, (accepted, state.action), move || state.import())}
        </div>
        {order_table(&sheet.orders)}
    }
}

/// The number of imported orders, and the refused ones.
fn result_view(result: &EarlierResult) -> AnyView {
    let done = result.import.as_ref().map_or(0, |import| import.orders);
    let refused = result.refused.len();
    any_view! {
        <p class="note" role="status" data-testid="import-done">
            {format!("{}: {done} · {}: {refused}", t(EarlierTexts::Done), t(EarlierTexts::Refused))}
        </p>
        {(refused > 0).then(|| order_table(&result.refused))}
    }
}

/// The latest imports with the button that undoes one.
fn import_list(state: ImportState) -> AnyView {
    let row = move |import: OrderImport| {
        let id = import.id;
        let undo = if import.undone_at.is_some() {
            view! { <span class="muted">{t(EarlierTexts::Undone)}</span> }.into_any()
        } else {
            any_view! {
                <button
                    type="button"
                    class="quiet"
                    data-testid="undo-import"
                    disabled=move || state.action.is_busy()
                    on:click=move |_| state.undo(id)
                >
                    {t(EarlierTexts::Undo)}
                </button>
            }
        };
        any_view! {
            <li data-testid="order-import">
                {format!("{} · {}: {} · ", format::date_time(import.at), t(EarlierTexts::Orders), import.orders)}
                <bdi>{import.actor_name}</bdi> " " {undo}
            </li>
        }
    };
    any_view! {
        <section class="card">
            <h2>{t(EarlierTexts::Imports)}</h2>
            <ul>{state.imports.rows().view(row)}</ul>
        </section>
    }
}
