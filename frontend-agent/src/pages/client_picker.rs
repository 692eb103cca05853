//! A client to filter by: typed, found by the server, chosen from what it offers.

use frontend_ui::{
    api,
    i18n::{Text, t},
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    clients::{ClientOption, ClientSearch, FindClients},
    id::ClientId,
};
use std::time::Duration;

/// Most clients offered below the field.
const OFFERED: usize = 20;

fn label(client: &ClientOption) -> String {
    format!("{} · {}", client.code, client.name)
}

/// The field with its list, after the pattern of a combobox: arrows, Enter, Escape.
#[component]
pub(crate) fn ClientPicker(
    /// Who is chosen.
    #[prop(into)]
    chosen: Signal<Option<ClientId>>,
    /// Chooses, or takes the choice back.
    choose: Callback<Option<ClientId>>,
) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let offered = RwSignal::new(Vec::<ClientOption>::new());
    let (open, at) = (RwSignal::new(false), RwSignal::new(0_usize));
    let asked = RwSignal::new(0_u32);
    let find = move |words: String| {
        let turn = asked.get_untracked() + 1;
        asked.set(turn);
        spawn_local(async move {
            let query = ClientSearch {
                search: Some(words).filter(|words| !words.trim().is_empty()),
            };
            let found = api::get::<FindClients>(query).await;
            // An answer that comes after a newer question is late.
            if let (Ok(found), true) = (found, asked.get_untracked() == turn) {
                offered.set(found.data.into_iter().take(OFFERED).collect());
                at.set(0);
            }
        });
    };
    // Whom the address names is told by name; the first list has most of them, the others stay a number.
    let name = LocalResource::new(move || {
        let chosen = chosen.get();
        async move {
            let chosen = chosen?;
            let found = api::get::<FindClients>(ClientSearch::default()).await.ok()?;
            let named = found.data.iter().find(|client| client.id == chosen).map(label);
            Some(named.unwrap_or_else(|| format!("№ {chosen}")))
        }
    });
    Effect::new(move |_| {
        if let Some(named) = name.get()
            && !open.get_untracked()
            && text.with_untracked(String::is_empty) != named.is_none()
        {
            text.set(named.unwrap_or_default());
        }
    });
    let mut search = leptos::leptos_dom::helpers::debounce(Duration::from_millis(200), find);
    let take = move |client: ClientOption| {
        text.set(label(&client));
        open.set(false);
        choose.run(Some(client.id));
    };
    let typed = move |event| {
        let words = event_target_value(&event);
        text.set(words.clone());
        open.set(true);
        if words.trim().is_empty() && chosen.get_untracked().is_some() {
            choose.run(None);
        }
        search(words);
    };
    let key = move |event: leptos::ev::KeyboardEvent| {
        let last = offered.with_untracked(Vec::len).saturating_sub(1);
        match event.key().as_str() {
            "ArrowDown" => {
                open.set(true);
                at.update(|at| *at = (*at + 1).min(last));
            }
            "ArrowUp" => at.update(|at| *at = at.saturating_sub(1)),
            "Enter" => {
                let Some(client) = offered.with_untracked(|list| list.get(at.get_untracked()).cloned()) else {
                    return;
                };
                if open.get_untracked() {
                    take(client);
                }
            }
            "Escape" => open.set(false),
            _ => return,
        }
        event.prevent_default();
    };
    let focus = move |_| {
        find(String::new());
        open.set(true);
    };
    let option = move |(index, client): (usize, ClientOption)| {
        let shown = label(&client);
        let held = client.clone();
        // The press comes before the field loses its focus, the click after the list is gone.
        let press = move |event: leptos::ev::MouseEvent| {
            event.prevent_default();
            take(held.clone());
        };
        view! { <li id=format!("client-option-{index}") role="option" data-testid="client-option" aria-selected=move || (at.get() == index).to_string() class:active=move || at.get() == index on:mousedown=press>{shown}</li> }
    };
    let list = move || {
        let shown = open.get() && offered.with(|list| !list.is_empty());
        shown.then(|| {
            let options = offered.get().into_iter().enumerate().map(option).collect_view();
            view! { <ul id="client-options" class="options" role="listbox" aria-label=t(Text::Client)>{options}</ul> }
        })
    };
    view! {
        <div class="picker">
            <input type="search" role="combobox" data-testid="filter-client" placeholder=t(Text::Client) aria-label=t(Text::Client) autocomplete="off"
                aria-autocomplete="list" aria-controls="client-options" aria-expanded=move || open.get().to_string()
                aria-activedescendant=move || open.get().then(|| format!("client-option-{}", at.get()))
                prop:value=move || text.get() on:input=typed on:keydown=key on:focus=focus on:blur=move |_| open.set(false)/>
            {list}
        </div>
    }
    .into_any()
}
