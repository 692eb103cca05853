//! The cash boxes with their balances. A box is a link to its entries.

use super::{
    state::{CashState, OpenDialog, page_url},
    texts::CashTexts,
};
use frontend_ui::{components::download_of_kind, prelude::*};
use shared_types::cash::{BankStatementQuery, CashBox, CashEntryQuery, ExportBankStatement};

fn box_view(cash_box: &CashBox, query: Memo<CashEntryQuery>, state: CashState) -> AnyView {
    let id = cash_box.id;
    let is_shown = move || query.with(|query| query.box_id == Some(id));
    let url = move || {
        page_url(&CashEntryQuery {
            // A second click shows all boxes.
            box_id: (!is_shown()).then_some(id),
            cursor: None,
            ..query.get()
        })
    };
    let may = |level| current_user().may(Object::Cash, level);
    let (may_edit, may_manage) = (may(Level::Edit), may(Level::Manage));
    let (closed, changed) = (cash_box.clone(), cash_box.clone());
    let close_day = (may_edit && !cash_box.archived).then(|| {
        view! {
            <button
                type="button"
                class="quiet"
                data-testid="close-day"
                aria-label=format!("{}: {}", t(CashTexts::CloseDay), cash_box.name)
                on:click=move |_| state.open(OpenDialog::CloseDay(closed.clone()))
            >
                {t(CashTexts::CloseDay)}
            </button>
        }
    });
    let closed_through = cash_box.closed_through.map(|day| {
        view! { <span data-testid="closed-through">{format!("{} {}", t(CashTexts::ClosedThrough), format::date(day))}</span> }
    });
    let change = may_manage.then(|| {
        view! {
            <button
                type="button"
                class="quiet"
                data-testid="change-box"
                aria-label=format!("{}: {}", t(CashTexts::ChangeBox), cash_box.name)
                on:click=move |_| state.open(OpenDialog::ChangeBox(changed.clone()))
            >
                {t(Text::Edit)}
            </button>
        }
    });
    let statement = cash_box.bank_account.is_some().then(|| {
        let days = move || {
            let query = query.get_untracked();
            BankStatementQuery {
                from: query.from,
                to: query.to,
            }
        };
        download_of_kind::<ExportBankStatement>((t(CashTexts::Statement), "statement", "quiet"), (id,), days)
    });
    let holder = if cash_box.archived {
        Some(t(CashTexts::Archived).to_owned())
    } else {
        cash_box.holder_name.clone()
    };
    any_view! {
        <div data-testid="cash-box">
            <a dir="auto" href=url aria-current=move || is_shown().then_some("true")>
                {cash_box.name.clone()}
            </a>
            <strong class:fault=cash_box.balance.minor < 0 data-testid="balance">
                {format::money(cash_box.balance)}
            </strong>
            <span dir="auto">{holder}</span>
            {closed_through}
            <div class="row">{close_day} {change} {statement}</div>
        </div>
    }
}

/// All boxes that are in use, and archived ones that are not empty.
pub(super) fn boxes(boxes: &[CashBox], query: Memo<CashEntryQuery>, state: CashState) -> AnyView {
    let boxes = boxes.iter().map(|cash_box| box_view(cash_box, query, state));
    any_view! {
        <section class="card">
            <div class="report-sums cash-row" tabindex="0" role="group" aria-label=t(CashTexts::Boxes)>
                {boxes.collect_view()}
            </div>
        </section>
    }
}
