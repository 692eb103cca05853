//! The dialog that orders a service for an item.

use super::{ServiceTexts, custom_icon_text, service_name};
use crate::{
    api::Error,
    features::money::{AmountChange, amount_change_note},
    prelude::*,
};
use shared_types::{
    ledger::BALANCE_CURRENCIES,
    orders::Side,
    services::{NewItemService, OfferedService, OrderServices, PaymentTiming},
};

/// A dialog with the service, quantity, instructions and payment.
#[component]
pub fn OrderServiceForm(
    /// The offered services, and when they are paid.
    services: OrderServices,
    /// The side that orders.
    side: Side,
    /// The error of the last submit.
    #[prop(into)]
    error: Signal<Option<Error>>,
    /// Called with the service to order.
    send: Callback<NewItemService>,
    /// Called when the dialog is closed.
    close: Callback<()>,
) -> impl IntoView {
    let OrderServices {
        offered,
        paid_when,
        rate,
        ..
    } = services;
    if offered.is_empty() {
        return any_view! {
            <Dialog title=t(ServiceTexts::OrderService) close=close>
                <p class="muted">{t(ServiceTexts::NothingOffered)}</p>
            </Dialog>
        };
    }
    let first = offered.first().map(|first| first.id.to_string()).unwrap_or_default();
    let (which, qty) = (RwSignal::new(first), NumberInput::required(NumberKind::Whole, "1"));
    let (comment, from, free) = (
        RwSignal::new(String::new()),
        RwSignal::new(String::new()),
        RwSignal::new(false),
    );
    let label = |service: &OfferedService| {
        let price = service
            .price
            .map_or_else(|| t(ServiceTexts::Free).to_owned(), format::money);
        format!(
            "{} {} — {price}",
            custom_icon_text(&service.icon),
            service_name(&service.names)
        )
        .trim_start()
        .to_owned()
    };
    let options: Vec<_> = offered
        .iter()
        .map(|service| (service.id.to_string(), label(service)))
        .collect();
    let chosen = Memo::new(move |_| {
        let id = which.get();
        offered.iter().find(|service| service.id.to_string() == id).cloned()
    });
    let total = move || {
        let price = chosen.get().and_then(|service| service.price).filter(|_| !free.get())?;
        price.checked_mul(qty.preview()?)
    };
    let balances = move || {
        let own = total()?.currency;
        let options: Vec<_> = BALANCE_CURRENCIES
            .into_iter()
            .filter(|currency| *currency == own || *currency == Currency::Rub)
            .map(|currency| {
                (
                    currency.code().to_owned(),
                    format!("{} {}", currency.code(), currency.sign()),
                )
            })
            .collect();
        (paid_when == PaymentTiming::AtOnce && options.len() > 1).then_some(options)
    };
    // The charged amount: the total in the currency of the balance.
    let charged = move || {
        let total = total().filter(|_| paid_when == PaymentTiming::AtOnce)?;
        let own = total.currency;
        let default = if BALANCE_CURRENCIES.contains(&own) {
            own
        } else {
            Currency::Rub
        };
        match Currency::from_code(&from.get()).unwrap_or(default) {
            currency if currency == own => Some(total),
            currency => rate?.convert(total, currency),
        }
    };
    let submitted = RwSignal::new(None::<Money>);
    let change = Memo::new(move |_| {
        let error = error.get()?;
        let shown = submitted.get();
        let zero = |current: Money| Money::zero(current.currency);
        match &error {
            Error::Problem(problem) => AmountChange::from_error(shown.unwrap_or(zero(problem.current_amount?)), &error),
            _ => None,
        }
    });
    let other_error = Signal::derive(move || {
        error
            .get()
            .filter(|error| error.code() != Some(ProblemCode::AmountChanged))
    });
    // The former total is not shown below the changed one.
    let is_repriced = move || change.get().is_some() && charged() == submitted.get();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(service) = chosen.get_untracked() else { return };
        let mut numbers = NumberReader::default();
        let pieces = numbers.units(qty);
        if !numbers.finish() {
            return;
        }
        let shown = untrack(charged);
        // After a refusal, the current amount is on the screen and is confirmed by the next click.
        let amount = match change.get_untracked() {
            Some(change) if shown == submitted.get_untracked() => Some(change.current),
            _ => shown,
        };
        submitted.set(shown);
        send.run(NewItemService {
            amount,
            service_id: service.id,
            qty: pieces,
            comment: Some(comment.get_untracked()),
            pay_from: Currency::from_code(&from.get_untracked()),
            free: free.get_untracked().then_some(true),
        });
    };
    let when = move || {
        total().map(|_| match (paid_when, side) {
            (PaymentTiming::WithOrder, _) => t(ServiceTexts::WithOrder),
            (PaymentTiming::AtOnce, Side::Client) => t(ServiceTexts::AtOnce),
            (PaymentTiming::AtOnce, _) => t(ServiceTexts::AtOnceStaff),
            (PaymentTiming::Never, _) => t(ServiceTexts::OrderNotAccepted),
        })
    };
    any_view! {
        <Dialog title=t(ServiceTexts::OrderService) close=close>
            <form on:submit=submit data-testid="order-service-form">
                <ErrorNote error=other_error />
                {move || change.get().map(amount_change_note)}
                <SelectField name="service_id" label=t(ServiceTexts::Service) value=which options=options />
                <NumberField name="qty" label=t(ServiceTexts::Quantity) input=qty error=error />
                <Field name="comment" label=t(ServiceTexts::Instructions) value=comment error=error />
                {(side == Side::Staff)
                    .then(|| {
                        view! {
                            <label class="row">
                                <input
                                    type="checkbox"
                                    name="free"
                                    prop:checked=move || free.get()
                                    on:change=move |event| free.set(event_target_checked(&event))
                                />
                                <span>{t(ServiceTexts::FreeForClient)}</span>
                            </label>
                        }
                    })}
                {move || {
                    balances()
                        .map(|options| {
                            from.set(options.first().map(|(code, _)| code.clone()).unwrap_or_default());
                            view! {
                                <SelectField
                                    name="pay_from"
                                    label=t(ServiceTexts::PayFrom)
                                    value=from
                                    options=options
                                />
                            }
                        })
                }}
                <p class="muted">
                    {move || {
                        total()
                            .filter(|_| !is_repriced())
                            .map(|total| {
                                let charged = charged()
                                    .filter(|charged| *charged != total)
                                    .map(|charged| format!(" = {}", format::money(charged)));
                                view! {
                                    <strong data-testid="service-total">
                                        {t(ServiceTexts::Total)}": "{format::money(total)}{charged}". "
                                    </strong>
                                }
                            })
                    }} {when}
                </p>
                <div class="row">
                    <button type="button" class="quiet" on:click=move |_| close.run(())>
                        {t(Text::Cancel)}
                    </button>
                    <button class="button primary" data-testid="send-service">
                        {t(ServiceTexts::OrderService)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
