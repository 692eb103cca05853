//! A combobox for countries: people type a name or choose one, the form gets the code.

use super::Icon;
use crate::{
    api::Error,
    countries::{country_name, country_name_of, exact_country, find_countries},
    i18n::t,
};
use leptos::{ev::KeyboardEvent, prelude::*};
use shared_types::country::Country;

crate::texts! {
    enum CountryTexts;
    NotFound: "Нет такой страны", "No such country", "未找到该国家或地区";
    Clear: "Очистить", "Clear", "清除";
}

/// A country as a searchable list. It follows the combobox pattern of ARIA: arrows move, Enter chooses, Escape closes.
#[component]
pub fn CountryField(
    /// The name of the DTO's field.
    name: &'static str,
    label: &'static str,
    /// The code of the chosen country, or an empty text.
    value: RwSignal<String>,
    /// The error of the form's last submit.
    #[prop(into, optional)]
    error: Signal<Option<Error>>,
    /// Called when a person chooses a country, or clears it.
    #[prop(optional)]
    changed: Option<Callback<String>>,
    /// Stands in the empty field, in place of the visible label.
    #[prop(optional)]
    placeholder: &'static str,
) -> impl IntoView {
    let typed = RwSignal::new(country_name_of(&value.get_untracked()));
    let (open, active) = (RwSignal::new(false), RwSignal::new(0_usize));
    // While the list is open, the field has the typed text.
    let searched = RwSignal::new(String::new());
    let found = Memo::new(move |_| find_countries(&searched.get()));
    Effect::new(move |_| {
        let code = value.get();
        if !open.get_untracked() {
            typed.set(country_name_of(&code));
        }
    });
    let set = move |code: &str| {
        if value.get_untracked() != code {
            value.set(code.to_owned());
            if let Some(changed) = changed {
                changed.run(code.to_owned());
            }
        }
    };
    let close = move || {
        open.set(false);
        typed.set(country_name_of(&value.get_untracked()));
    };
    let choose = move |country: Country| {
        set(country.code());
        typed.set(country_name(country));
        open.set(false);
    };
    let show = move || {
        searched.set(String::new());
        active.set(0);
        open.set(true);
    };
    let on_input = move |event| {
        let text = event_target_value(&event);
        typed.set(text.clone());
        searched.set(text.clone());
        active.set(0);
        open.set(true);
        if text.trim().is_empty() {
            set("");
        } else if let Some(country) = exact_country(&text) {
            set(country.code());
        }
    };
    let on_key = move |event: KeyboardEvent| {
        let count = found.with_untracked(Vec::len);
        match event.key().as_str() {
            "ArrowDown" if !open.get_untracked() => show(),
            "ArrowDown" => active.update(|index| *index = (*index + 1).min(count.saturating_sub(1))),
            "ArrowUp" => active.update(|index| *index = index.saturating_sub(1)),
            "Home" if open.get_untracked() => active.set(0),
            "End" if open.get_untracked() => active.set(count.saturating_sub(1)),
            "Enter" if open.get_untracked() => {
                let chosen =
                    found.with_untracked(|found| found.get(active.get_untracked()).map(|(country, _)| *country));
                if let Some(country) = chosen {
                    choose(country);
                }
            }
            "Escape" if open.get_untracked() => close(),
            _ => return,
        }
        event.prevent_default();
    };
    let list_id = format!("countries-{name}");
    let option_id = {
        let list_id = list_id.clone();
        move |index: usize| format!("{list_id}-{index}")
    };
    let active_id = {
        let option_id = option_id.clone();
        move || open.get().then(|| option_id(active.get()))
    };
    let fault = move || error.with(|error| error.as_ref().and_then(|error| error.field(name)));
    let list_of_options = list_id.clone();
    let options = move || {
        if !open.get() {
            return ().into_any();
        }
        let rows = found.get();
        if rows.is_empty() {
            return any_view! {
                <p class="country-list empty-list" role="status">
                    {t(CountryTexts::NotFound)}
                </p>
            };
        }
        let option_id = option_id.clone();
        let rows = rows.into_iter().enumerate().map(move |(index, (country, name))| {
            view! {
                <li
                    id=option_id(index)
                    role="option"
                    data-testid="country-option"
                    aria-selected=move || (active.get() == index).to_string()
                    class:active=move || active.get() == index
                    on:mousedown=move |event| {
                        event.prevent_default();
                        choose(country);
                    }
                >
                    {name}
                    <small class="muted">{country.code()}</small>
                </li>
            }
        });
        any_view! {
            <ul class="country-list" role="listbox" id=list_of_options.clone()>
                {rows.collect_view()}
            </ul>
        }
    };
    any_view! {
        <div class="field country-field">
            <label>
                <span class:visually-hidden=!placeholder.is_empty()>{label}</span>
                <input
                    type="text"
                    dir="auto"
                    role="combobox"
                    name=name
                    data-testid=name
                    autocomplete="off"
                    spellcheck="false"
                    placeholder=placeholder
                    aria-autocomplete="list"
                    aria-controls=list_id
                    aria-expanded=move || open.get().to_string()
                    aria-activedescendant=active_id
                    aria-invalid=move || fault().is_some().to_string()
                    data-code=move || value.get()
                    prop:value=move || typed.get()
                    on:input=on_input
                    on:keydown=on_key
                    on:click=move |_| show()
                    on:blur=move |_| close()
                />
            </label>
            {move || {
                (!value.get().is_empty())
                    .then(|| {
                        view! {
                            <button
                                type="button"
                                class="icon country-clear"
                                aria-label=t(CountryTexts::Clear)
                                on:click=move |_| {
                                    set("");
                                    typed.set(String::new());
                                }
                            >
                                {Icon::X.view()}
                            </button>
                        }
                    })
            }}
            {options}
            {move || fault().map(|fault| view! { <small class="fault">{fault}</small> })}
        </div>
    }
}
