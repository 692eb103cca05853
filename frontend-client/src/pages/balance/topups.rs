//! Top-ups: the form for a request, and the list of requests.

use super::{currency::currency_name, order_payment::OrderPayment};
use crate::pages::{
    request_steps::{CountedRequests, counted_head, counted_requests, request_list, topup_next},
    requisites::payment_code,
    terms::agent_terms,
};
use frontend_ui::{features::payments, i18n::PaymentTexts, prelude::*};
use leptos_router::hooks::{use_location, use_query_map};
use shared_types::{
    ledger::BALANCE_CURRENCIES,
    topups::{
        BalanceRequest, BalanceRequestQuery, CancelTopup, ListOwnBalanceRequests, NewBalanceRequest, ReportTopup,
        RequestMove, RequestStatus, RequestTopup,
    },
};

frontend_ui::texts! {
    /// A text about top-ups.
    enum TopupTexts;
    Requested: "Заявка на пополнение отправлена", "The top-up is requested", "充值申请已提交";
    Reported: "Оплата отмечена, агент её проверит", "The payment is reported. The agent is checking it", "已标记付款，代购商将核实";
    Canceled: "Заявка отменена", "The request is canceled", "申请已取消";
}

/// The form for a top-up request, and the list of requests.
#[component]
pub(super) fn TopupRequests() -> impl IntoView {
    let map = use_query_map();
    let parameter = |name: &str| map.read_untracked().get(name).unwrap_or_default();
    let amount = NumberInput::required(NumberKind::Amount, parameter("topup"));
    let currency = RwSignal::new(
        Some(parameter("currency"))
            .filter(|code| !code.is_empty())
            .unwrap_or_else(|| "RUB".to_owned()),
    );
    // Who comes to pay an order returns to it. The address comes from the URL, so only pages of this cabinet are accepted.
    let back = Some(parameter("back")).filter(|path| path.starts_with("/client/"));
    let form = NodeRef::<leptos::html::Form>::new();
    let comes_to_top_up = !parameter("topup").is_empty() || use_location().hash.get_untracked() == "#topup";
    Effect::new(move |_| {
        if let Some(form) = form.get().filter(|_| comes_to_top_up) {
            form.scroll_into_view();
        }
    });
    let comment = RwSignal::new(String::new());
    let counted = counted_requests();
    let requests = use_list(
        &[Topic::Topup],
        |row: &BalanceRequest| row.id.0,
        move |_| {
            let counted = counted.get();
            api::get::<ListOwnBalanceRequests>(BalanceRequestQuery {
                status: (counted == Some(CountedRequests::ToPay)).then_some(RequestStatus::Issued),
                recently_rejected: (counted == Some(CountedRequests::Rejected)).then_some(true),
                ..BalanceRequestQuery::default()
            })
        },
    );
    let action = use_action().reloading(move || requests.reload());
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let read = numbers.amount(amount);
        let (true, Some(requested)) = (numbers.finish(), read) else {
            return;
        };
        let body = NewBalanceRequest {
            amount: requested,
            currency: Currency::from_code(&currency.get_untracked()).unwrap_or(Currency::Rub),
            comment: Some(comment.get_untracked()),
        };
        let call = api::send::<RequestTopup>((), Nothing {}, body, Options::default());
        action.run(call, move |_| {
            notify(t(TopupTexts::Requested));
            amount.text.set(String::new());
            comment.set(String::new());
        });
    };
    let terms = agent_terms();
    let currencies = Signal::derive(move || {
        let payments = terms().payments;
        let offered = BALANCE_CURRENCIES
            .into_iter()
            .filter(|currency| payments.accepts(*currency));
        offered
            .map(|currency| (currency.code().to_owned(), currency_name(currency)))
            .collect::<Vec<_>>()
    });
    // Select the first offered currency if the selected one is not offered.
    Effect::new(move |_| {
        let offered = currencies.get();
        let selected = currency.get_untracked();
        if let Some((first, _)) = offered
            .first()
            .filter(|_| offered.iter().all(|(code, _)| *code != selected))
        {
            currency.set(first.clone());
        }
    });
    let payment_note = move || Some(terms().payments.note).filter(|note| !note.is_empty());
    let may_ask = current_user().may(Object::Topups, Level::Edit);
    let empty = || any_view! { <p class="muted">{t(PaymentTexts::NoRequests)}</p> };
    let content = move || {
        let card = move |row| request_card(row, may_ask, action);
        let cards = move || match counted.get() {
            Some(_) => requests.rows().view(card),
            None => request_list(requests.rows(), |row| row.status.is_open(), card),
        };
        cards.into_any()
    };
    any_view! {
        {counted_head(counted, move || requests.rows().count(), "/client/balance")}
        {may_ask
            .then(|| {
                view! {
                    <form class="card" id="topup" node_ref=form hidden=move || counted.get().is_some() on:submit=send>
                        {back.map(|back| view! { <OrderPayment back=back /> })}
                        <h2>{t(PaymentTexts::TopUp)}</h2>
                        <ErrorNote error=action />
                        {move || {
                            payment_note()
                                .map(|note| {
                                    view! {
                                        <p class="note multiline" data-testid="payment-note">
                                            {note}
                                        </p>
                                    }
                                })
                        }}
                        <div class="grid two">
                            <NumberField
                                name="amount"
                                label=t(PaymentTexts::Amount)
                                input=amount
                                error=action
                                unit=currency
                            />
                            <SelectField name="currency" label=t(Text::Currency) value=currency options=currencies />
                        </div>
                        <Field name="comment" label=t(PaymentTexts::CommentHint) value=comment error=action />
                        <button class="button primary" data-testid="request-topup">
                            {t(PaymentTexts::RequestRequisites)}
                        </button>
                    </form>
                }
            })}
        {requests.view(Skeleton::Rows, empty, content)}
    }
}

fn request_card(row: BalanceRequest, may_edit: bool, action: Action) -> AnyView {
    let id = row.id;
    let address = format!("/client/r/{}", row.code);
    let subject = format!("{} · {}", row.code, format::money(row.amount));
    let buttons = row
        .moves
        .iter()
        .filter(|_| may_edit)
        .map(|step| {
            let step = *step;
            let (label, class) = match step {
                RequestMove::Report => (PaymentTexts::ReportPayment, "button primary"),
                _ => (PaymentTexts::CancelRequest, "quiet"),
            };
            let subject = subject.clone();
            let on_click = move |_| {
                let options = Options::default();
                if step == RequestMove::Report {
                    let call = api::send::<ReportTopup>((id,), Nothing {}, Nothing {}, options);
                    action.run(call, |_| notify(t(TopupTexts::Reported)));
                } else {
                    let question = (t(PaymentTexts::ConfirmCancelRequest).to_owned(), t(label));
                    let call = api::send::<CancelTopup>((id,), Nothing {}, Nothing {}, options);
                    action.run_confirmed(subject.clone(), question, call, |_| notify(t(TopupTexts::Canceled)));
                }
            };
            view! {
                <button class=class data-testid=step.as_str() on:click=on_click>
                    {t(label)}
                </button>
            }
        })
        .collect_view();
    let requisites = row.requisites.clone().map(|text| {
        view! {
            {payments::requisites_block(text)}
            {row.payment_code.as_ref().map(payment_code)}
            <a class="quiet" href=address target="_blank">
                {t(PaymentTexts::PublicLink)}
            </a>
        }
    });
    let amount = row.confirmed.unwrap_or(row.amount);
    any_view! {
        <section class="card request" data-testid="request">
            <div class="row spread">
                <strong>{format::money(amount)}</strong>
                {payments::status_badge(row.status.as_str(), payments::request_status_name(row.status))}
            </div>
            <small class="muted">{format::date_time(row.created_at)}" · "{row.code}" "<bdi>{row.comment}</bdi></small>
            <p data-testid="next">{topup_next(row.status)}</p>
            {requisites}
            {row
                .reject_reason
                .map(|reason| {
                    view! {
                        <p dir="auto" class="fault">
                            {reason}
                        </p>
                    }
                })}
            <div class="row">{buttons}</div>
        </section>
    }
}
