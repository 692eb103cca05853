//! The dialog that closes a day: the sum that should be there, the counted sum, the difference, and earlier closings.

use super::{state::CashState, texts::CashTexts};
use frontend_ui::{components::DayField, i18n::PaymentTexts, prelude::*};
use shared_types::{
    cash::{
        CashBox, CashClosing, CashDay, CashDayQuery, CashReopening, CloseCashDay, NewCashClosing, ReopenCashDay,
        ShowCashDay,
    },
    id::CashClosingId,
    money::PriceText,
};

/// A difference in words: as counted, too much or missing.
fn difference_text(difference: Money) -> String {
    let name = match difference.minor {
        0 => return t(CashTexts::NoDifference).to_owned(),
        minor if minor > 0 => CashTexts::Surplus,
        _ => CashTexts::Shortage,
    };
    let amount = Money::new(difference.minor.saturating_abs(), difference.currency);
    format!("{}: {}", t(name), format::money(amount))
}

#[component]
pub(super) fn DayDialog(cash_box: CashBox, today: chrono::NaiveDate, state: CashState) -> impl IntoView {
    let (id, currency) = (cash_box.id, cash_box.balance.currency);
    let day = RwSignal::new(today.to_string());
    let (note, reason) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let counted = NumberInput::required(NumberKind::Amount, "");
    let shown = use_value(&[Topic::CashBox], move || {
        let query = CashDayQuery {
            day: day.get().parse().ok(),
        };
        api::send::<ShowCashDay>((id,), query, Nothing {}, Options::default())
    });
    let action = state.action;
    let expected = move || shown.with(|day| day.expected);
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let read = numbers.amount(counted);
        let expected = shown.read(|day| day.expected);
        if let (Some(counted), Some(expected), true) = (read, expected, numbers.finish()) {
            let body = NewCashClosing {
                day: day.get_untracked().parse().ok(),
                counted,
                expected: PriceText(expected.amount()),
                note: note.get_untracked(),
            };
            let call = api::send::<CloseCashDay>((id,), Nothing {}, body, Options::default());
            action.run(call, move |closing| {
                notify(format!(
                    "{}: {}. {}",
                    t(CashTexts::DayIsClosed),
                    format::date(closing.day),
                    difference_text(closing.difference)
                ));
                state.close();
            });
        }
    };
    let reopen = Callback::new(move |closing: CashClosingId| {
        let body = CashReopening {
            reason: reason.get_untracked(),
        };
        let call = api::send::<ReopenCashDay>((closing,), Nothing {}, body, Options::default());
        action.run(call, move |closing| {
            notify(format!("{}: {}", t(CashTexts::DayIsOpen), format::date(closing.day)));
            state.close();
        });
    });
    let difference = move || {
        let difference = Money::new(counted.preview()?.saturating_sub(expected()?.minor), currency);
        Some(view! {
            <p class:fault=difference.minor != 0 data-testid="difference">
                <strong>{difference_text(difference)}</strong>
            </p>
        })
    };
    any_view! {
        <Dialog
            title=format!("{} · {}", t(CashTexts::CloseDay), cash_box.name)
            close=Callback::new(move |()| state.close())
            wide=true
        >
            <form class="fields" on:submit=send>
                <ErrorNote error=action />
                <p class="muted">{t(CashTexts::CloseHint)}</p>
                <DayField name="day" label=t(CashTexts::Day) value=day error=action required=true />
                <p data-testid="expected">
                    {t(CashTexts::Expected)} ": " <strong>{move || expected().map(format::money)}</strong>
                </p>
                <NumberField
                    name="counted"
                    label=t(CashTexts::Counted)
                    input=counted
                    error=action
                    unit=Signal::stored(currency.code().to_owned())
                />
                {difference}
                <Field name="note" label=t(CashTexts::Note) value=note error=action />
                <div class="row">
                    <button class="button primary" data-testid="confirm-step" disabled=move || action.is_busy()>
                        {t(CashTexts::CloseDay)}
                    </button>
                </div>
            </form>
            {shown
                .part(|day: &CashDay| day.closings.clone(), move |closings| history(closings, reason, action, reopen))}
        </Dialog>
    }
}

/// The closings, newest first. The last one that is in force can be taken back.
fn history(
    closings: &[CashClosing],
    reason: RwSignal<String>,
    action: Action,
    reopen: Callback<CashClosingId>,
) -> AnyView {
    if closings.is_empty() {
        return ().into_any();
    }
    let may_reopen = current_user().may(Object::Cash, Level::Manage);
    let last = closings
        .iter()
        .filter(|closing| closing.reopened_at.is_none())
        .max_by_key(|closing| closing.day);
    let last = last.map(|closing| closing.id).filter(|_| may_reopen);
    let rows = closings.iter().map(closing_row);
    let form = last.map(|id| {
        let send = move |event: SubmitEvent| {
            event.prevent_default();
            reopen.run(id);
        };
        view! {
            <form class="fields" on:submit=send>
                <Field name="reason" label=t(PaymentTexts::Reason) value=reason error=action required=true />
                <div class="row">
                    <button class="button destructive" data-testid="reopen-day" disabled=move || action.is_busy()>
                        {t(CashTexts::ReopenDay)}
                    </button>
                </div>
            </form>
        }
    });
    any_view! {
        <details>
            <summary data-testid="closings">{t(CashTexts::Closings)}</summary>
            <div class="table free" tabindex="0">
                <table>
                    <thead>
                        <tr>
                            <th>{t(CashTexts::Day)}</th>
                            <th class="right">{t(CashTexts::Expected)}</th>
                            <th class="right">{t(CashTexts::Counted)}</th>
                            <th>{t(CashTexts::Difference)}</th>
                            <th>{t(CashTexts::Who)}</th>
                        </tr>
                    </thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </div>
            {form}
        </details>
    }
}

fn closing_row(closing: &CashClosing) -> AnyView {
    let reopened = closing.reopened_at.map(|at| {
        let parts = [
            Some(format!("{} {}", t(CashTexts::DayIsOpen), format::date_time(at))),
            closing.reopened_by.clone(),
            closing.reopen_reason.clone(),
        ];
        let text: Vec<String> = parts.into_iter().flatten().collect();
        view! {
            <small class="warn" data-testid="reopened">
                {text.join(" · ")}
            </small>
        }
    });
    any_view! {
        <tr data-testid="closing">
            <td>{format::date(closing.day)}</td>
            <td class="right">{format::money(closing.expected)}</td>
            <td class="right">{format::money(closing.counted)}</td>
            <td class="wide" dir="auto">
                <span class:fault=closing.difference.minor != 0>{difference_text(closing.difference)}</span>
                " "
                <small class="muted">{closing.note.clone()}</small>
                {reopened}
            </td>
            <td>
                <bdi>{closing.actor_name.clone()}</bdi>
                " "
                <small class="muted">{format::date_time(closing.created_at)}</small>
            </td>
        </tr>
    }
}
