//! The dialog that credits a line, or a part of it, to a request.

use super::{
    state::{LinesState, credit_amount},
    texts::LineTexts,
};
use crate::pages::{client_balances::ClientBalances, topup_boxes::TopupBoxField};
use frontend_ui::{
    api::Fetched, components::error_message, features::sum_dialog::balance_rows, i18n::PaymentTexts, prelude::*,
};
use shared_types::topups::{BalanceRequest, ListPayableRequests, PayableQuery, StatementLine};

frontend_ui::texts! {
    /// A text of the dialog that credits a line.
    enum CreditTexts;
    Search: "Код заявки, код или имя клиента", "Code of the request, code or name of the client", "申请编号、客户编号或姓名";
    NoRequests: "Нет открытых заявок", "No open requests", "没有待付款的申请";
    LineLeft: "Останется в строке", "Will be left of the line", "流水剩余";
    Received: "Зачисляется", "Is credited", "入账金额";
}

/// The sum that a request gets from what is left of a line.
fn proposed(line: &StatementLine, request: &BalanceRequest) -> Money {
    Money::new(request.amount.minor.min(line.left.minor), request.amount.currency)
}

/// The requests that can be chosen. The first one is chosen when they are loaded.
fn request_choices(
    found: Vec<BalanceRequest>,
    chosen: RwSignal<Option<BalanceRequest>>,
    choose: Callback<BalanceRequest>,
) -> AnyView {
    if found.is_empty() {
        return any_view! { <p class="muted">{t(CreditTexts::NoRequests)}</p> };
    }
    let choices = found.into_iter().map(|request| {
        let (id, of_choice) = (request.id, request.clone());
        view! {
            <label class="choice" data-testid="payable">
                <input
                    type="radio"
                    name="request"
                    prop:checked=move || chosen.with(|chosen| chosen.as_ref().is_some_and(|chosen| chosen.id == id))
                    on:change=move |_| choose.run(of_choice.clone())
                />
                <span>
                    <strong>{format::money(request.amount)}</strong>
                    <bdi>{format!("{} {}", request.client_code, request.client_name)}</bdi>
                    <small class="muted">
                        {format!("{} · {}", request.code, format::date_time(request.created_at))}
                    </small>
                </span>
            </label>
        }
    });
    any_view! {
        <fieldset class="choices payable-requests" aria-label=t(LineTexts::Request)>
            {choices.collect_view()}
        </fieldset>
    }
}

#[component]
pub(super) fn CreditDialog(line: StatementLine, state: LinesState) -> impl IntoView {
    let search = RwSignal::new(String::new());
    let chosen = RwSignal::new(None::<BalanceRequest>);
    let amount = NumberInput::required(NumberKind::Amount, "");
    let (id, line) = (line.id, StoredValue::new(line));
    let choose = Callback::new(move |request: BalanceRequest| {
        amount.set(&line.with_value(|line| proposed(line, &request)).amount());
        chosen.set(Some(request));
    });
    let chosen_id = Memo::new(move |_| chosen.with(|chosen| chosen.as_ref().map(|request| request.id)));
    let cash_box = TopupBoxField::new(chosen_id.into());
    let found = Fetched::new(move || {
        let query = PayableQuery {
            search: Some(search.get()).filter(|text| !text.trim().is_empty()),
        };
        api::send::<ListPayableRequests>((id,), query, Nothing {}, Options::default())
    });
    Effect::new(move |_| {
        let first = found.with(|found| found?.as_ref().ok()?.data.first().cloned());
        if let Some(first) = first {
            choose.run(first);
        }
    });
    let type_search = StoredValue::new_local(leptos::leptos_dom::helpers::debounce(
        std::time::Duration::from_millis(300),
        move |text: String| {
            search.try_set(text);
        },
    ));
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(request) = chosen.get_untracked() else { return };
        let mut numbers = NumberReader::default();
        let amount = numbers.required_amount(amount);
        if let Some(amount) = amount.filter(|_| numbers.finish()) {
            state.credit(line.with_value(|line| credit_amount(line, &request, amount, cash_box.id())));
        }
    };
    let choices = move || match found.get() {
        Some(Ok(listing)) => request_choices(listing.data, chosen, choose),
        Some(Err(error)) => any_view! { <p class="fault">{error_message(&error)}</p> },
        None => any_view! { <p class="muted" aria-busy="true"></p> },
    };
    let sums = move || {
        let request = chosen.get()?;
        let currency = request.amount.currency;
        let balances = ClientBalances::fetch(request.client_id);
        let rows = move || {
            let credited = Money::new(amount.preview()?, currency);
            let left = line.with_value(|line| line.left.minor).saturating_sub(credited.minor);
            let amounts = [
                (t(CreditTexts::Received), "sum-received", credited),
                (t(CreditTexts::LineLeft), "line-rest", Money::new(left, currency)),
            ];
            Some(balance_rows(&amounts, balances.get(currency), credited.minor))
        };
        Some(rows.into_any())
    };
    let unit = Signal::derive(move || {
        let currency = chosen.with(|chosen| chosen.as_ref().map(|chosen| chosen.amount.currency));
        currency
            .unwrap_or(line.with_value(|line| line.left.currency))
            .code()
            .to_owned()
    });
    let (text, similar, left) = line.with_value(|line| {
        let similar = line.similar.as_ref().map(|similar| similar.line.clone());
        (line.line.clone(), similar, line.left)
    });
    any_view! {
        <Dialog
            title=format!("{} · {}", t(PaymentTexts::ConfirmTopup), format::money(left))
            close=Callback::new(move |()| state.dialog.set(None))
            wide=true
        >
            <form class="fields" on:submit=send>
                <ErrorNote error=state.action />
                <p class="line-text" dir="auto">
                    {text}
                </p>
                {similar
                    .map(|similar| {
                        view! {
                            <p class="note" data-testid="similar-line">
                                {format!("{}: {similar}", t(LineTexts::Similar))}
                            </p>
                        }
                    })}
                <input
                    class="search"
                    type="search"
                    dir="auto"
                    data-testid="search-requests"
                    placeholder=t(CreditTexts::Search)
                    aria-label=t(CreditTexts::Search)
                    on:input=move |event| type_search.update_value(|search| search(event_target_value(&event)))
                />
                {choices}
                <NumberField
                    name="amount"
                    label=t(PaymentTexts::AmountReceived)
                    input=amount
                    error=state.action
                    unit=unit
                />
                {cash_box.view()}
                {sums}
                <div class="row">
                    <button
                        class="button primary"
                        data-testid="confirm-step"
                        disabled=move || state.action.is_busy() || chosen.with(Option::is_none) || cash_box.is_missing()
                    >
                        {t(PaymentTexts::ConfirmTopup)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
