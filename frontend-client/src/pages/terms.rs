//! What the agent tells its clients: where parcels go, how to reach it, what to know before paying.

use frontend_ui::{
    api::{self, Error},
    features::clipboard,
    i18n::{Text, t},
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    settings::{AgentTerms, ShowAgentTerms},
};

frontend_ui::texts! {
    /// What the agent's terms say.
    enum Terms;
    Warehouse: "Адрес склада в Китае", "Warehouse address in China", "中国仓库地址";
    Contacts: "Как связаться с агентом", "How to reach the agent", "联系代购商";
}

/// What the agent offers; all of it until that is known, so that nothing is refused for a slow line.
pub(crate) fn terms() -> impl Fn() -> AgentTerms + Copy + Send + 'static {
    let asked: LocalResource<Result<AgentTerms, Error>> = LocalResource::new(|| api::get::<ShowAgentTerms>(Nothing {}));
    move || asked.get().and_then(Result::ok).unwrap_or_default()
}

/// Lines of text under a heading, with a button that copies them.
fn note(title: Terms, text: String, mark: &'static str) -> Option<AnyView> {
    if text.is_empty() {
        return None;
    }
    let copied = RwSignal::new(false);
    let held = text.clone();
    let copy = move |_| {
        let text = held.clone();
        spawn_local(async move { copied.set(clipboard::copy(&text).await) });
    };
    Some(
        view! {
            <details class="card told" data-testid=mark>
                <summary>{t(title)}</summary>
                <p class="lines">{text}</p>
                <button type="button" class="quiet" on:click=copy>{move || t(if copied.get() { Text::Copied } else { Text::Copy })}</button>
            </details>
        }
        .into_any(),
    )
}

/// The cards beside the client's orders: the warehouse with the client's own code, and the contacts.
#[component]
pub(crate) fn AgentCards() -> impl IntoView {
    let terms = terms();
    move || {
        let told = terms();
        let cards = [
            note(Terms::Warehouse, told.self_buyout.warehouse_address, "warehouse-card"),
            note(Terms::Contacts, told.contacts, "contacts-card"),
        ];
        let cards: Vec<AnyView> = cards.into_iter().flatten().collect();
        (!cards.is_empty()).then(|| view! { <div class="columns even">{cards}</div> })
    }
}
