//! The palette: a field and the list of matches, by the ARIA combobox pattern.

use super::{
    PaletteContext,
    entries::{Entry, Section, Target, find_objects, matching_pages},
    open_dialog,
    texts::PaletteTexts,
};
use frontend_ui::{
    components::{error_message, menu::MenuLink},
    prelude::*,
};
use leptos::{ev, html};
use leptos_router::{NavigateOptions, hooks::use_navigate};
use shared_types::{
    orders::{AgentOrderQuery, ExportAgentOrders},
    shipments::{CreateDelivery, DeliveryChange},
};
use std::time::Duration;

/// How long typing pauses before the server is asked.
const DEBOUNCE: Duration = Duration::from_millis(180);
const LIST_ID: &str = "palette-list";

fn option_id(index: usize) -> String {
    format!("palette-option-{index}")
}

/// Creates an empty delivery and opens it.
async fn create_delivery(open: impl Fn(&str)) {
    match api::send::<CreateDelivery>((), Nothing {}, DeliveryChange::default(), Options::default()).await {
        Ok(created) => open(&format!("/agent/deliveries/{}", created.summary.id)),
        Err(error) => notify(error_message(&error)),
    }
}

/// Downloads the current orders.
async fn export_orders() {
    let query = AgentOrderQuery::default();
    if let Err(error) = api::download::<ExportAgentOrders>((), query, "orders.xlsx").await {
        notify(error_message(&error));
    }
}

/// The palette. It is a modal dialog, which brings the focus trap, Escape, and the return of the focus.
#[component]
pub(crate) fn PaletteDialog() -> impl IntoView {
    let context = expect_context::<PaletteContext>();
    let links: Vec<MenuLink> = crate::menu().into_iter().flat_map(|group| group.links).collect();
    let rights = current_user().rights();
    let (text, active) = (RwSignal::new(String::new()), RwSignal::new(0_usize));
    let found = RwSignal::new(Vec::<Section>::new());
    let (failed, last_request) = (RwSignal::new(false), RwSignal::new(0_u32));
    let (page_rights, search_rights) = (rights.clone(), rights);
    let pages = Memo::new(move |_| matching_pages(&links, &page_rights, &text.get()));
    let sections = Memo::new(move |_| {
        let mut sections = found.get();
        sections.extend(pages.get());
        sections
    });
    let entries =
        Memo::new(move |_| -> Vec<Entry> { sections.get().into_iter().flat_map(|section| section.entries).collect() });
    let navigate = StoredValue::new_local(use_navigate());
    let go = move |url: &str| {
        navigate.try_with_value(|navigate| navigate(url, NavigateOptions::default()));
    };
    let open = move |entry: Entry| {
        // A page replaces the palette; the rest of the work does not depend on it.
        match entry.target {
            Target::Page(url) => go(&url),
            Target::NewOrder => open_dialog(context.new_order, &["orders", "new"]),
            Target::NewClient => open_dialog(context.new_client, &["clients", "new"]),
            Target::NewDelivery => {
                let navigate = navigate.with_value(Clone::clone);
                spawn_local(create_delivery(move |url| navigate(url, NavigateOptions::default())));
            }
            Target::ExportOrders => spawn_local(export_orders()),
        }
        context.palette.set(false);
    };
    let open_at = move |index: usize| {
        if let Some(entry) = entries.with_untracked(|entries| entries.get(index).cloned()) {
            open(entry);
        }
    };
    // Enter waits for the response to the last typed text: until then, the list may show the results of an earlier one.
    let (answered, is_entered) = (RwSignal::new(String::new()), RwSignal::new(false));
    let find = move |typed: String| {
        let request = last_request.get_untracked() + 1;
        last_request.set(request);
        if typed.trim().is_empty() {
            found.set(Vec::new());
            failed.set(false);
            answered.set(typed);
            return;
        }
        let rights = search_rights.clone();
        spawn_local(async move {
            let result = find_objects(rights, typed.clone()).await;
            // The response is ignored if a newer search was started, or the palette was closed.
            if last_request.try_get_untracked() != Some(request) {
                return;
            }
            failed.set(result.is_err());
            found.set(result.unwrap_or_default());
            active.set(0);
            answered.set(typed);
            if is_entered.get_untracked() {
                open_at(0);
            }
        });
    };
    let mut search = leptos::leptos_dom::helpers::debounce(DEBOUNCE, find);
    let on_keydown = move |event: ev::KeyboardEvent| {
        let last = entries.with_untracked(Vec::len).saturating_sub(1);
        match event.key().as_str() {
            "ArrowDown" => active.update(|active| *active = if *active >= last { 0 } else { *active + 1 }),
            "ArrowUp" => active.update(|active| *active = active.checked_sub(1).unwrap_or(last)),
            "Home" => active.set(0),
            "End" => active.set(last),
            "Enter" if answered.get_untracked() == text.get_untracked() => open_at(active.get_untracked()),
            "Enter" => is_entered.set(true),
            _ => return,
        }
        event.prevent_default();
    };
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        if let Some(dialog) = dialog.get() {
            // Fails only if the dialog is already open.
            let _ = dialog.show_modal();
        }
    });
    Effect::new(move |_| {
        let id = option_id(active.get());
        if let Some(option) = document().get_element_by_id(&id) {
            let options = leptos::web_sys::ScrollIntoViewOptions::new();
            options.set_block(leptos::web_sys::ScrollLogicalPosition::Nearest);
            option.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
    let option = move |(index, entry): (usize, Entry)| {
        let chosen = entry.clone();
        view! {
            <li
                id=option_id(index)
                role="option"
                data-testid="palette-option"
                aria-selected=move || (active.get() == index).to_string()
                on:click=move |_| open(chosen.clone())
                on:pointermove=move |_| active.set(index)
            >
                {entry.icon.view()}
                <span dir="auto" class="palette-title">
                    {entry.title}
                </span>
                <span dir="auto" class="palette-details">
                    {entry.details}
                </span>
            </li>
        }
    };
    let list = move || {
        let mut first = 0;
        let groups = sections.get().into_iter().map(|section| {
            let from = first;
            first += section.entries.len();
            let options = (from..).zip(section.entries).map(option).collect_view();
            view! {
                <li role="presentation" class="palette-heading">
                    {section.title}
                </li>
                {options}
            }
        });
        groups.collect_view()
    };
    let message = move || {
        let text = if failed.get() {
            Some(PaletteTexts::SearchFailed)
        } else {
            entries.with(Vec::is_empty).then_some(PaletteTexts::NothingFound)
        };
        text.map(|text| {
            view! {
                <p class="palette-message" data-testid="palette-message">
                    {t(text)}
                </p>
            }
        })
    };
    any_view! {
        <dialog
            class="palette"
            node_ref=dialog
            aria-label=t(PaletteTexts::Search)
            data-testid="palette"
            on:close=move |_| context.palette.set(false)
        >
            <div class="palette-field">
                {Icon::Search.view()}
                <input
                    type="text"
                    dir="auto"
                    role="combobox"
                    data-testid="palette-input"
                    placeholder=t(PaletteTexts::Placeholder)
                    aria-label=t(PaletteTexts::Placeholder)
                    autocomplete="off"
                    spellcheck="false"
                    aria-autocomplete="list"
                    aria-expanded="true"
                    aria-controls=LIST_ID
                    aria-activedescendant=move || option_id(active.get())
                    autofocus
                    on:input=move |event| {
                        let typed = event_target_value(&event);
                        text.set(typed.clone());
                        is_entered.set(false);
                        active.set(0);
                        search(typed);
                    }
                    on:keydown=on_keydown
                />
            </div>
            <ul id=LIST_ID role="listbox" aria-label=t(PaletteTexts::Results)>
                {list}
            </ul>
            <div role="status">{message}</div>
        </dialog>
    }
}
