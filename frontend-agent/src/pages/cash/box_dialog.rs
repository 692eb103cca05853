//! The dialog that adds or changes a cash box.

use super::{box_history::box_history, state::CashState, texts::CashTexts};
use crate::pages::assignees::{assignee_options, fetch_assignees};
use frontend_ui::prelude::*;
use shared_types::cash::{AddCashBox, CashBox, CashBoxChange, ChangeCashBox, NewCashBox};

#[component]
pub(super) fn BoxDialog(#[prop(optional_no_strip)] changed: Option<CashBox>, state: CashState) -> impl IntoView {
    let text = |read: fn(&CashBox) -> String| RwSignal::new(changed.as_ref().map(read).unwrap_or_default());
    let name = text(|row| row.name.clone());
    let holder = text(|row| row.holder_id.map(|id| id.to_string()).unwrap_or_default());
    let account = text(|row| row.bank_account.clone().unwrap_or_default());
    let currency = RwSignal::new(Currency::Rub.code().to_owned());
    let (people, selected) = (fetch_assignees(), changed.as_ref().and_then(|row| row.holder_id));
    let people = Signal::derive(move || {
        let no_one = (String::new(), t(CashTexts::NoHolder).to_owned());
        std::iter::once(no_one)
            .chain(assignee_options(people, selected))
            .collect::<Vec<_>>()
    });
    let currencies = Currency::COMMON
        .iter()
        .map(|currency| {
            (
                currency.code().to_owned(),
                format!("{} {}", currency.code(), currency.sign()),
            )
        })
        .collect::<Vec<_>>();
    let action = state.action;
    let stored = changed.clone();
    let send_change = move |change: CashBoxChange, row: &CashBox| {
        let options = Options {
            version: Some(row.version),
            ..Options::default()
        };
        let call = api::send::<ChangeCashBox>((row.id,), Nothing {}, change, options);
        action.run(call, move |_| state.close());
    };
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let holder_id = holder.get_untracked().parse().ok();
        let name = name.get_untracked();
        // People copy the number in groups.
        let is_separator = |sign: char| sign.is_whitespace() || matches!(sign, '.' | '-');
        let bank_account = Some(account.get_untracked().replace(is_separator, ""));
        if let Some(row) = &stored {
            let change = CashBoxChange {
                name: Some(name),
                holder_id: Some(holder_id),
                bank_account,
                archived: None,
            };
            send_change(change, row);
        } else {
            let body = NewCashBox {
                name,
                currency: Currency::from_code(&currency.get_untracked()).unwrap_or(Currency::Rub),
                holder_id,
                bank_account,
            };
            let call = api::send::<AddCashBox>((), Nothing {}, body, Options::default());
            action.run(call, move |_| state.close());
        }
    };
    let archive = changed.clone().map(|row| {
        let label = if row.archived {
            CashTexts::FromArchive
        } else {
            CashTexts::MoveToArchive
        };
        let toggle = move |_| {
            let change = CashBoxChange {
                archived: Some(!row.archived),
                ..CashBoxChange::default()
            };
            send_change(change, &row);
        };
        view! {
            <button
                type="button"
                class="button"
                data-testid="archive-box"
                disabled=move || action.is_busy()
                on:click=toggle
            >
                {t(label)}
            </button>
        }
    });
    let history = changed.as_ref().map(|row| box_history(row.id));
    let is_new = changed.is_none();
    let title = match &changed {
        Some(row) => format!("{} · {}", row.name, format::money(row.balance)),
        None => t(CashTexts::NewBox).to_owned(),
    };
    any_view! {
        <Dialog title=title close=Callback::new(move |()| state.close())>
            <form class="fields" on:submit=send>
                <ErrorNote error=action />
                <Field name="name" label=t(Text::Name) value=name error=action required=true focus=true />
                {is_new
                    .then(|| {
                        view! {
                            <SelectField
                                name="currency"
                                label=t(Text::Currency)
                                value=currency
                                options=Signal::stored(currencies)
                            />
                        }
                    })}
                <SelectField name="holder_id" label=t(CashTexts::Holder) value=holder options=people />
                <Field
                    name="bank_account"
                    label=t(CashTexts::BankAccount)
                    value=account
                    error=action
                    inputmode="numeric"
                />
                <div class="row">
                    <button class="button primary" data-testid="save-box" disabled=move || action.is_busy()>
                        {t(Text::Save)}
                    </button>
                    {archive}
                </div>
            </form>
            {history}
        </Dialog>
    }
}
