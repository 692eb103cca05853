//! Ordering a service on a line: which, how many, what is wanted, who pays when.

use super::{ServiceText, name, own};
use crate::{
    api::Error,
    components::{Dialog, ErrorNote, Field, NumberField, NumberInput, NumberReader, SelectField},
    format,
    i18n::{Text, t},
    numbers::NumberKind,
};
use leptos::{ev::SubmitEvent, prelude::*};
use shared_types::{
    ledger::BALANCE_CURRENCIES,
    money::Currency,
    orders::Side,
    services::{NewItemService, OfferedService, OrderServices, PaidWhen},
};

/// The dialog.
#[component]
pub fn OrderForm(
    /// What can be ordered, and when it is paid.
    services: OrderServices,
    /// Which side orders.
    side: Side,
    /// The last refusal.
    error: RwSignal<Option<Error>>,
    /// Sends the order.
    send: Callback<NewItemService>,
    /// Takes the dialog away.
    close: Callback<()>,
) -> impl IntoView {
    let OrderServices { offered, paid_when, .. } = services;
    if offered.is_empty() {
        return view! {
            <Dialog title=t(ServiceText::Order) close=close><p class="muted">{t(ServiceText::NothingOffered)}</p></Dialog>
        }
        .into_any();
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
            .map_or_else(|| t(ServiceText::Free).to_owned(), format::money);
        format!("{} {} — {price}", own(&service.icon), name(&service.names))
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
        price.times(qty.preview()?)
    };
    let balances = move || {
        let own = total()?.currency;
        let can: Vec<_> = BALANCE_CURRENCIES
            .into_iter()
            .filter(|currency| *currency == own || *currency == Currency::Rub)
            .map(|currency| {
                (
                    currency.code().to_owned(),
                    format!("{} {}", currency.code(), currency.sign()),
                )
            })
            .collect();
        (paid_when == PaidWhen::AtOnce && can.len() > 1).then_some(can)
    };
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(service) = chosen.get_untracked() else { return };
        let mut numbers = NumberReader::default();
        let pieces = numbers.units(qty);
        if !numbers.finish() {
            return;
        }
        send.run(NewItemService {
            service_id: service.id,
            qty: pieces,
            comment: Some(comment.get_untracked()),
            pay_from: Currency::from_code(&from.get_untracked()),
            free: free.get_untracked().then_some(true),
        });
    };
    let when = move || {
        total().map(|_| match (paid_when, side) {
            (PaidWhen::WithOrder, _) => t(ServiceText::WithOrder),
            (PaidWhen::AtOnce, Side::Client) => t(ServiceText::AtOnce),
            (PaidWhen::AtOnce, _) => t(ServiceText::AtOnceStaff),
            (PaidWhen::Never, _) => t(ServiceText::NotNow),
        })
    };
    view! {
        <Dialog title=t(ServiceText::Order) close=close>
            <form on:submit=submit data-testid="order-service-form">
                <ErrorNote error=error/>
                <SelectField name="service_id" label=t(ServiceText::Which) value=which options=options/>
                <NumberField name="qty" label=t(ServiceText::Quantity) input=qty error=error/>
                <Field name="comment" label=t(ServiceText::Wish) value=comment error=error/>
                {(side == Side::Staff).then(|| view! {
                    <label class="row"><input type="checkbox" name="free" prop:checked=move || free.get() on:change=move |event| free.set(event_target_checked(&event))/><span>{t(ServiceText::ForFree)}</span></label>
                })}
                {move || balances().map(|options| {
                    from.set(options.first().map(|(code, _)| code.clone()).unwrap_or_default());
                    view! { <SelectField name="pay_from" label=t(ServiceText::PayFrom) value=from options=options/> }
                })}
                <p class="muted">
                    {move || total().map(|total| view! { <strong>{t(ServiceText::Total)}": "{format::money(total)}". "</strong> })}
                    {when}
                </p>
                <div class="row">
                    <button type="button" class="quiet" on:click=move |_| close.run(())>{t(Text::Cancel)}</button>
                    <button class="button primary" data-testid="send-service">{t(ServiceText::Order)}</button>
                </div>
            </form>
        </Dialog>
    }
    .into_any()
}
