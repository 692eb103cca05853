//! A combobox to choose a client: the server searches for the typed text.

use frontend_ui::{api::Fetched, prelude::*};
use shared_types::{
    clients::{ClientOption, ClientSearch, FindClients},
    id::ClientId,
};
use std::time::Duration;

/// The maximum number of options.
const MAX_OPTIONS: usize = 20;

fn label(client: &ClientOption) -> String {
    format!("{} · {}", client.code, client.name)
}

/// The name of a client, or the id of one that the person may not see.
pub(crate) async fn client_name(id: ClientId) -> Option<String> {
    let query = ClientSearch {
        client_id: Some(id),
        ..ClientSearch::default()
    };
    let found = api::get::<FindClients>(query).await.ok()?;
    let name = found.data.first().map(label);
    Some(name.unwrap_or_else(|| format!("№ {id}")))
}

/// The field with its options, by the ARIA combobox pattern: arrow keys, Enter, Escape.
#[component]
pub(crate) fn ClientPicker(
    /// The chosen client.
    #[prop(into)]
    chosen: Signal<Option<ClientId>>,
    /// Called with the chosen client, or with `None` when the choice is cleared.
    choose: Callback<Option<ClientId>>,
    /// Whether a typed text clears the choice. Otherwise only an empty text does.
    #[prop(optional)]
    clear_on_input: bool,
) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let options = RwSignal::new(Vec::<ClientOption>::new());
    let (open, active) = (RwSignal::new(false), RwSignal::new(0_usize));
    let last_request = RwSignal::new(0_u32);
    let find = move |search: String| {
        let request = last_request.get_untracked() + 1;
        last_request.set(request);
        spawn_local(async move {
            let query = ClientSearch {
                search: Some(search).filter(|search| !search.trim().is_empty()),
                client_id: None,
            };
            let found = api::get::<FindClients>(query).await;
            // The response is ignored if a newer search was started meanwhile.
            if let (Ok(found), true) = (found, last_request.try_get_untracked() == Some(request)) {
                options.set(found.data.into_iter().take(MAX_OPTIONS).collect());
                active.set(0);
            }
        });
    };
    // The URL has only the id of the chosen client.
    let name = Fetched::new(move || {
        let chosen = chosen.get();
        async move { client_name(chosen?).await }
    });
    Effect::new(move |_| {
        if let Some(name) = name.get()
            && !open.get_untracked()
            && text.with_untracked(String::is_empty) != name.is_none()
        {
            text.set(name.unwrap_or_default());
        }
    });
    let mut search = leptos::leptos_dom::helpers::debounce(Duration::from_millis(200), find);
    let select = move |client: ClientOption| {
        text.set(label(&client));
        open.set(false);
        choose.run(Some(client.id));
    };
    let on_input = move |event| {
        let typed = event_target_value(&event);
        text.set(typed.clone());
        open.set(true);
        if (clear_on_input || typed.trim().is_empty()) && chosen.get_untracked().is_some() {
            choose.run(None);
        }
        search(typed);
    };
    let on_keydown = move |event: leptos::ev::KeyboardEvent| {
        let last = options.with_untracked(Vec::len).saturating_sub(1);
        match event.key().as_str() {
            "ArrowDown" => {
                open.set(true);
                active.update(|active| *active = (*active + 1).min(last));
            }
            "ArrowUp" => active.update(|active| *active = active.saturating_sub(1)),
            "Enter" => {
                let Some(client) = options.with_untracked(|list| list.get(active.get_untracked()).cloned()) else {
                    return;
                };
                if open.get_untracked() {
                    select(client);
                }
            }
            // With a closed list the key is for the dialog around the field.
            "Escape" if open.get_untracked() => open.set(false),
            _ => return,
        }
        event.prevent_default();
    };
    let option = move |(index, client): (usize, ClientOption)| {
        let shown = label(&client);
        let selected = client.clone();
        // `mousedown` comes before the field loses its focus; `click` would come after the list is closed.
        let on_mousedown = move |event: leptos::ev::MouseEvent| {
            event.prevent_default();
            select(selected.clone());
        };
        view! {
            <li
                id=format!("client-option-{index}")
                role="option"
                data-testid="client-option"
                aria-selected=move || (active.get() == index).to_string()
                class:active=move || active.get() == index
                on:mousedown=on_mousedown
            >
                {shown}
            </li>
        }
    };
    let list = move || {
        let shown = open.get() && options.with(|list| !list.is_empty());
        shown.then(|| {
            let items = options.get().into_iter().enumerate().map(option).collect_view();
            view! {
                <ul id="client-options" class="options" role="listbox" aria-label=t(Text::Client)>
                    {items}
                </ul>
            }
        })
    };
    any_view! {
        <div class="picker">
            <input
                type="search"
                dir="auto"
                role="combobox"
                data-testid="filter-client"
                placeholder=t(Text::Client)
                aria-label=t(Text::Client)
                autocomplete="off"
                aria-autocomplete="list"
                aria-controls="client-options"
                aria-expanded=move || open.get().to_string()
                aria-activedescendant=move || open.get().then(|| format!("client-option-{}", active.get()))
                prop:value=move || text.get()
                on:input=on_input
                on:keydown=on_keydown
                on:focus=move |_| find(String::new())
                on:click=move |_| open.set(true)
                on:blur=move |_| open.set(false)
            />
            {list}
        </div>
    }
}
