//! The public page of payment details, opened by its short code without a login.

use frontend_ui::{
    api::{self, Options},
    components::Loaded,
    features::payments,
    format,
    i18n::{PaymentTexts, t},
};
use leptos::prelude::*;
use leptos_router::hooks::use_params_map;
use shared_types::{
    endpoint::Nothing,
    topups::{RequestStatus, RequisitesPage, ShowRequisites},
};

/// The page of payment details.
#[component]
pub(crate) fn PublicRequisitesPage() -> impl IntoView {
    let params = use_params_map();
    let page = LocalResource::new(move || {
        let code = params.read().get("code").unwrap_or_default();
        api::send::<ShowRequisites>((code,), Nothing {}, Nothing {}, Options::default())
    });
    let content = |page: RequisitesPage| {
        let note = match (page.status, page.requisites.is_some()) {
            (RequestStatus::Requested, _) => Some(PaymentTexts::RequisitesPending),
            (_, false) => Some(PaymentTexts::RequestClosed),
            _ => None,
        };
        let requisites = page.requisites.map(|text| {
            view! {
                <p class="muted">{t(PaymentTexts::WhereToPay)}</p>
                {payments::requisites_block(text)}
            }
        });
        view! {
            <section class="card">
                <h1>
                    <span class="brand">"Karavan"</span>
                </h1>
                <div class="row spread">
                    <strong>{page.agent_name}</strong>
                    {payments::status_badge(page.status.as_str(), payments::request_status_name(page.status))}
                </div>
                <p class="total">
                    <strong data-testid="amount">{format::money(page.amount)}</strong>
                </p>
                {requisites}
                {note.map(|note| view! { <p class="note">{t(note)}</p> })}
            </section>
        }
        .into_any()
    };
    view! {
        <main class="login">
            <Loaded resource=page content=content />
        </main>
    }
}
