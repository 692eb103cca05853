//! What the order costs, and paying it.

use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Loaded},
    features::money::{AmountChange, MoneyPanel},
    session::current,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::{OrderId, QuoteId},
    money::Money,
    orders::{OrderMoney, PayOrder, PayRequest, ShowClientMoney},
};

/// What became of the last payment. It outlives the panel, which is rebuilt when the order is read again.
#[derive(Clone, Copy)]
pub(super) struct PayState {
    error: RwSignal<Option<Error>>,
    change: RwSignal<Option<AmountChange>>,
    /// One key for the life of the page: however often a button is pressed, a quote is paid once.
    key: StoredValue<String>,
}

impl PayState {
    pub(super) fn new() -> Self {
        Self {
            error: RwSignal::new(None),
            change: RwSignal::new(None),
            key: StoredValue::new(api::fresh_key()),
        }
    }

    /// Forgets what became of another order.
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
        let paid = api::send::<PayOrder>((order,), Nothing {}, PayRequest { quote_id, amount }, options).await;
        let change = paid
            .as_ref()
            .err()
            .and_then(|refused| AmountChange::of(amount, refused));
        self.change.set(change);
        self.error.set(paid.err().filter(|_| change.is_none()));
    }
}

/// The panel beside the lines.
#[component]
pub(super) fn Money(id: OrderId, state: PayState, reload: Callback<()>) -> impl IntoView {
    let money =
        LocalResource::new(move || api::send::<ShowClientMoney>((id,), Nothing {}, Nothing {}, Options::default()));
    let may_pay = current().may(Object::Balance, Level::Edit);
    let pay = move |quote: QuoteId| {
        Callback::new(move |amount: Money| {
            spawn_local(async move {
                state.pay(id, quote, amount).await;
                // Whatever the answer was, the page shows the order as it is now.
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
