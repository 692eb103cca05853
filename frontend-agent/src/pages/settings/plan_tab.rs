//! The agent's plan. It is changed on the page of the service balance, where its price is paid.

use crate::pages::balance::{self, BillingTexts};
use frontend_ui::prelude::*;
use shared_types::billing::{ServiceAccount, ShowServiceAccount};

#[component]
pub(super) fn PlanTab() -> impl IntoView {
    let account = use_value(&[], || api::get::<ShowServiceAccount>(Nothing {}));
    let content = |account: ServiceAccount| {
        any_view! {
            <section class="card" data-testid="plan">
                <h2>{t(BillingTexts::Plan)}</h2>
                {balance::current_plan(&account)}
                <div class="row">
                    <a href="/agent/balance" class="button" data-testid="to-service-balance">
                        {t(BillingTexts::Title)}
                    </a>
                </div>
            </section>
        }
    };
    view! { {account.show(Skeleton::Rows, move |value| content(value.clone()))} }
}
