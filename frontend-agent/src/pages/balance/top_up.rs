//! Paying money in: online, or by a transfer to the operator's account.

use super::{BillingTexts, limits::may_manage};
use crate::service_banner;
use frontend_ui::{api::Fetched, features::payments, prelude::*, session};
use leptos_router::hooks::use_query_map;
use shared_types::{
    billing::{CreateServicePayment, NewServicePayment, ServicePayment, ServicePaymentStatus, ShowServicePayment},
    id::ServicePaymentId,
};

/// The state of the payment from which the provider has redirected the person back.
#[component]
fn ReturnedPayment() -> impl IntoView {
    let map = use_query_map();
    let id = move || {
        map.read()
            .get("payment")
            .and_then(|id| id.parse::<ServicePaymentId>().ok())
    };
    let reload_banner = service_banner::use_reload();
    let payment = Fetched::new(move || {
        let id = id();
        async move {
            let payment = api::send::<ShowServicePayment>((id?,), Nothing {}, Nothing {}, Options::default()).await;
            reload_banner();
            Some(payment)
        }
    });
    let note = |payment: ServicePayment| {
        let (class, text) = match payment.status {
            ServicePaymentStatus::Pending => ("note", BillingTexts::PaymentPending),
            ServicePaymentStatus::Review => ("note warn", BillingTexts::PaymentInReview),
            ServicePaymentStatus::Succeeded => ("note", BillingTexts::PaymentSucceeded),
            ServicePaymentStatus::Canceled => ("note warn", BillingTexts::PaymentCanceled),
            ServicePaymentStatus::Refunded => ("note", BillingTexts::PaymentRefunded),
        };
        view! {
            <p class=class role="status" data-testid="payment-state">
                {t(text)}
            </p>
        }
    };
    move || payment.get().flatten().and_then(Result::ok).map(note)
}

/// How money can be paid in.
#[derive(Clone, PartialEq)]
pub(super) struct Ways {
    pub(super) is_online: bool,
    /// Where receipts are sent, empty if it is not known; `None` if there are none.
    pub(super) receipt_email: Option<String>,
    /// Where to transfer money.
    pub(super) requisites: String,
}

#[component]
pub(super) fn TopUp(ways: Ways) -> impl IntoView {
    let requisites = ways.requisites;
    let requisites_view = (!requisites.is_empty()).then(|| payments::requisites_block(requisites.clone()));
    if !ways.is_online {
        let text = if requisites.is_empty() {
            BillingTexts::NoRequisites
        } else {
            BillingTexts::OnlineOff
        };
        return any_view! {
            <p class="muted" data-testid="online-off">
                {t(text)}
            </p>
            {requisites_view}
        };
    }
    any_view! {
        <ReturnedPayment />
        {may_manage().then(|| view! { <TopUpForm receipt_email=ways.receipt_email /> })}
        {requisites_view
            .map(|block| {
                view! {
                    <details>
                        <summary>{t(BillingTexts::Requisites)}</summary>
                        {block}
                    </details>
                }
            })}
    }
}

#[component]
fn TopUpForm(receipt_email: Option<String>) -> impl IntoView {
    let has_receipts = receipt_email.is_some();
    let email = RwSignal::new(receipt_email.unwrap_or_default());
    let amount = NumberInput::required(NumberKind::Amount, "");
    let action = use_action();
    let pay = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let read = numbers.amount(amount);
        let (true, Some(amount)) = (numbers.finish(), read) else {
            return;
        };
        let receipt_email = has_receipts.then(|| email.get_untracked());
        let body = NewServicePayment { amount, receipt_email };
        let call = api::send::<CreateServicePayment>((), Nothing {}, body, Options::default());
        action.run(call, |created: ServicePayment| match created.confirmation_url {
            Some(url) => session::redirect(&url),
            None => session::redirect(&format!("/agent/balance?payment={}", created.id)),
        });
    };
    view! {
        <form class="fields" on:submit=pay>
            <ErrorNote error=action />
            {has_receipts
                .then(|| {
                    view! {
                        <Field
                            name="receipt_email"
                            label=t(BillingTexts::ReceiptEmail)
                            value=email
                            error=action
                            kind="email"
                            autocomplete="email"
                            required=true
                        />
                    }
                })}
            <div class="row">
                <NumberField name="amount" label=t(BillingTexts::Amount) input=amount error=action />
                <button class="button primary" data-testid="top-up" disabled=move || action.is_busy()>
                    {t(BillingTexts::GoToPayment)}
                </button>
            </div>
            <small class="muted">{t(BillingTexts::PayOnline)}</small>
        </form>
    }
}
