//! Where to pay, by the short code, without a login.

use frontend_ui::{
    api::{self, Options},
    components::Loaded,
    features::funds,
    format,
    i18n::{Funds, t},
};
use leptos::prelude::*;
use leptos_router::hooks::use_params_map;
use shared_types::{
    endpoint::Nothing,
    topups::{RequestStatus, RequisitesPage, ShowRequisites},
};

/// The page.
#[component]
pub(crate) fn RequisitesView() -> impl IntoView {
    let params = use_params_map();
    let page = LocalResource::new(move || {
        let code = params.read().get("code").unwrap_or_default();
        api::send::<ShowRequisites>((code,), Nothing {}, Nothing {}, Options::default())
    });
    let content = |page: RequisitesPage| {
        let note = match (page.status, page.requisites.is_some()) {
            (RequestStatus::Requested, _) => Some(Funds::NotYet),
            (_, false) => Some(Funds::Over),
            _ => None,
        };
        let requisites = page
            .requisites
            .map(|text| view! { <p class="muted">{t(Funds::PayTo)}</p>{funds::requisites(text)} });
        view! {
            <section class="card">
                <h1><span class="brand">"Karavan"</span></h1>
                <div class="row spread"><strong>{page.agent_name}</strong>{funds::badge(page.status.as_str(), funds::request(page.status))}</div>
                <p class="total"><strong data-testid="amount">{format::money(page.amount)}</strong></p>
                {requisites}
                {note.map(|note| view! { <p class="note">{t(note)}</p> })}
            </section>
        }
        .into_any()
    };
    view! { <main class="login"><Loaded resource=page content=content/></main> }
}
