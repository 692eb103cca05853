//! What the order costs, and paying it.

use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Loaded},
    features::money::MoneyPanel,
    session::current,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::OrderId,
    money::Currency,
    orders::{OrderMoney, PayOrder, PayRequest, ShowClientMoney},
};

/// The panel beside the lines.
#[component]
pub(super) fn Money(id: OrderId, reload: Callback<()>) -> impl IntoView {
    let money =
        LocalResource::new(move || api::send::<ShowClientMoney>((id,), Nothing {}, Nothing {}, Options::default()));
    let error = RwSignal::new(None::<Error>);
    let may_pay = current().may(Object::Balance, Level::Edit);
    // One key for the life of the panel: however often it is pressed, it is paid once.
    let key = StoredValue::new(api::fresh_key());
    let pay = Callback::new(move |currency: Currency| {
        let options = Options {
            idempotency_key: Some(format!("{}-{}", key.get_value(), currency.code())),
            ..Options::default()
        };
        spawn_local(async move {
            match api::send::<PayOrder>((id,), Nothing {}, PayRequest { currency }, options).await {
                Ok(_) => reload.run(()),
                Err(refused) => {
                    error.set(Some(refused));
                    money.refetch();
                }
            }
        });
    });
    view! {
        <ErrorNote error=error/>
        <Loaded resource=money content={move |money: OrderMoney| {
            if may_pay {
                view! { <MoneyPanel money=money pay=pay/> }.into_any()
            } else {
                view! { <MoneyPanel money=money/> }.into_any()
            }
        }}/>
    }
    .into_any()
}
