//! The cash book: boxes with their balances, entries with filters and sums, and the dialogs that make them.

mod box_dialog;
mod box_history;
mod boxes;
mod day_dialog;
mod entry_dialogs;
mod filters;
mod links;
mod row;
mod state;
mod texts;

use chrono::NaiveDate;
use filters::FilterOptions;
use frontend_ui::{
    components::{Table, download, phone_sheet},
    i18n::StaffTexts,
    prelude::*,
};
use shared_types::{
    cash::{
        CashBook, CashEntry, CashEntryQuery, CashFlow, CashSummary, CashTotals, ExportCashEntries, ListCashEntries,
        ShowCashBook, SumCashEntries,
    },
    page::CappedCount,
};
use state::{CashState, OpenDialog, page_url};
use texts::CashTexts;

/// The cash book of the agent.
#[component]
pub(crate) fn CashPage() -> impl IntoView {
    let query = filters::query_from_url();
    let book = use_value(&[Topic::CashBox], || api::get::<ShowCashBook>(Nothing {}));
    let list = use_list(
        &[Topic::CashBox],
        |entry: &CashEntry| entry.id.0,
        move |_| api::get::<ListCashEntries>(query.get()),
    );
    let summary = use_value(&[Topic::CashBox], move || {
        api::get::<SumCashEntries>(CashEntryQuery {
            cursor: None,
            ..query.get()
        })
    });
    let state = CashState {
        action: use_action().reloading(move || {
            book.reload();
            list.reload();
            summary.reload();
        }),
        dialog: RwSignal::new(None),
    };
    let total = move || {
        let entries = summary.with(|summary| summary.entries)?;
        Some(CappedCount::from_count(u32::try_from(entries).unwrap_or(u32::MAX)))
    };
    let next_url = move |cursor| {
        page_url(&CashEntryQuery {
            cursor: Some(cursor),
            ..query.get()
        })
    };
    let content = move || {
        any_view! {
            <Table
                class="request-table cash-entries"
                label=t(StaffTexts::Cash)
                columns=row::columns()
                rows=list.table_rows(move |entry| row::entry_row(entry, state))
                pager=Some(list.pager(next_url, total))
            />
        }
    };
    let empty = move || {
        if query.get() == CashEntryQuery::default() {
            empty_state(t(CashTexts::Empty), Some(t(CashTexts::EmptyHint)))
        } else {
            empty_state(t(CashTexts::NothingFound), None)
        }
    };
    // The filters stay when an entry of a colleague changes a balance.
    let parts = move |has_boxes: &bool| {
        if !has_boxes {
            return empty_state(t(CashTexts::NoBoxes), Some(t(CashTexts::NoBoxesHint)));
        }
        any_view! {
            {book.part(|book: &CashBook| book.boxes.clone(), move |rows| boxes::boxes(rows, query, state))}
            {book.part(FilterOptions::from_book, move |options| filters::filters(options, query, summary))}
            {summary.part(|summary: &CashSummary| summary.totals.clone(), |totals| sums(totals))}
        }
    };
    let has_boxes = Memo::new(move |_| book.with(|book| !book.boxes.is_empty()).unwrap_or_default());
    view! {
        <div class="page-head">
            <h1>{t(StaffTexts::Cash)}</h1>
            <div class="spacer"></div>
            {head_buttons(has_boxes, state, query)}
        </div>
        {move || state.dialog.get().is_none().then(|| view! { <ErrorNote error=state.action /> })}
        {book.page(Skeleton::Rows, move || book.part(|book: &CashBook| !book.boxes.is_empty(), parts))}
        {move || has_boxes.get().then(|| list.view(Skeleton::Table, empty, content))}
        {move || {
            let dialog = state.dialog.get()?;
            let today = book.read(|book| book.today)?;
            Some(open_dialog(dialog, (*book, today), state))
        }}
    }
}

/// On a phone the entries are made at once, and the rest is behind a button.
fn head_buttons(has_boxes: Memo<bool>, state: CashState, query: Memo<CashEntryQuery>) -> AnyView {
    let rights = current_user();
    let (may_edit, may_manage) = (
        rights.may(Object::Cash, Level::Edit),
        rights.may(Object::Cash, Level::Manage),
    );
    let button = move |class: &'static str, test_id: &'static str, text: CashTexts, dialog: OpenDialog| {
        any_view! {
            <button type="button" class=class data-testid=test_id on:click=move |_| state.open(dialog.clone())>
                {t(text)}
            </button>
        }
    };
    let may_enter = move || may_edit && has_boxes.get();
    let entries = move || {
        may_enter().then(|| {
            view! {
                {button("button", "new-income", CashTexts::Income, OpenDialog::Entry(CashFlow::Income))}
                {button("button primary", "new-expense", CashTexts::Expense, OpenDialog::Entry(CashFlow::Expense))}
            }
        })
    };
    let rest = any_view! {
        {move || may_enter().then(|| button("button", "new-move", CashTexts::Move, OpenDialog::Move))}
        {may_manage.then(|| button("button", "new-box", CashTexts::NewBox, OpenDialog::NewBox))}
        {download::<ExportCashEntries>((), move || query.get_untracked())}
    };
    any_view! {
        {entries}
        {phone_sheet("cash-actions", "menu-button", t(CashTexts::More), Icon::Ellipsis.view().into_any(), true, rest)}
    }
}

/// The sums of the entries that are listed, by currency.
fn sums(totals: &[CashTotals]) -> AnyView {
    if totals.is_empty() {
        return ().into_any();
    }
    let part = |name: CashTexts, money: Money| {
        (money.minor != 0).then(|| {
            view! {
                <div data-testid=format!("sum-{name:?}-{}", money.currency.code())>
                    <span>{t(name)}</span>
                    <strong>{format::money(money)}</strong>
                </div>
            }
        })
    };
    let rows = totals.iter().map(|sums| {
        view! {
            {part(CashTexts::Income, sums.income)}
            {part(CashTexts::Expense, sums.expense)}
            {part(CashTexts::MovedIn, sums.moved_in)}
            {part(CashTexts::MovedOut, sums.moved_out)}
        }
    });
    any_view! {
        <section class="card">
            <div class="report-sums cash-row" tabindex="0" role="group" aria-label=t(CashTexts::Sums)>
                {rows.collect_view()}
            </div>
        </section>
    }
}

fn open_dialog(dialog: OpenDialog, (book, today): (Live<CashBook>, NaiveDate), state: CashState) -> AnyView {
    match dialog {
        OpenDialog::Entry(flow) => {
            any_view! { <entry_dialogs::EntryDialog flow=flow book=book today=today state=state /> }
        }
        OpenDialog::Move => any_view! { <entry_dialogs::MoveDialog book=book today=today state=state /> },
        OpenDialog::Reverse(entry) => any_view! { <entry_dialogs::ReverseDialog entry=*entry state=state /> },
        OpenDialog::CloseDay(cash_box) => {
            any_view! { <day_dialog::DayDialog cash_box=cash_box today=today state=state /> }
        }
        OpenDialog::NewBox => any_view! { <box_dialog::BoxDialog state=state /> },
        OpenDialog::ChangeBox(cash_box) => {
            any_view! { <box_dialog::BoxDialog changed=Some(cash_box) state=state /> }
        }
    }
}
