//! The calculation of the order, and its payment.

use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Loaded},
    features::money::{AmountChange, MoneyPanel},
    session::current_user,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::{OrderId, QuoteId},
    money::Money,
    orders::{OrderMoney, PayOrder, PayRequest, ShowClientOrderMoney},
};

/// The outcome of the last payment. It outlives the panel, which is rebuilt when the order is reloaded.
#[derive(Clone, Copy)]
pub(super) struct PayState {
    error: RwSignal<Option<Error>>,
    change: RwSignal<Option<AmountChange>>,
    /// One idempotency key for the lifetime of the page, so that repeated clicks pay a quote once.
    key: StoredValue<String>,
}

impl PayState {
    pub(super) fn new() -> Self {
        Self {
            error: RwSignal::new(None),
            change: RwSignal::new(None),
            key: StoredValue::new(api::new_idempotency_key()),
        }
    }

    /// Clears the outcome when another order is opened.
    pub(super) fn clear(self) {
        self.error.set(None);
        self.change.set(None);
    }

    async fn pay(self, order: OrderId, quote_id: QuoteId, amount: Money) {
        let key = format!("{}-{quote_id}-{}", self.key.get_value(), amount.currency.code());
        let options = Options {
            idempotency_key: Some(key),
            ..Options::default()
        };
        let result = api::send::<PayOrder>((order,), Nothing {}, PayRequest { quote_id, amount }, options).await;
        let change = result.as_ref().err().and_then(|err| AmountChange::of(amount, err));
        self.change.set(change);
        self.error.set(result.err().filter(|_| change.is_none()));
    }
}

/// The payment panel beside the items.
#[component]
pub(super) fn Money(id: OrderId, state: PayState, reload: Callback<()>) -> impl IntoView {
    let money = LocalResource::new(move || {
        api::send::<ShowClientOrderMoney>((id,), Nothing {}, Nothing {}, Options::default())
    });
    let may_pay = current_user().may(Object::Balance, Level::Edit);
    let pay = move |quote: QuoteId| {
        Callback::new(move |amount: Money| {
            spawn_local(async move {
                state.pay(id, quote, amount).await;
                // Reload after an error, too, so that the page shows the current state.
                reload.run(());
            });
        })
    };
    view! {
        <ErrorNote error=state.error/>
        <Loaded resource=money content={move |money: OrderMoney| {
            match money.quote.as_ref().map(|quote| quote.id).filter(|_| may_pay) {
                Some(quote) => view! { <MoneyPanel money=money pay=pay(quote) change=state.change/> }.into_any(),
                None => view! { <MoneyPanel money=money/> }.into_any(),
            }
        }}/>
    }
    .into_any()
}
