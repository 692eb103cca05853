//! A field for a day: typed in the person's format, or chosen in a month below it.

mod calendar;
mod text;

use super::{
    Icon,
    deferred::{once_set, popover_opened},
    validity::{TextFault, next_id},
};
use crate::{
    api::Error,
    format,
    i18n::{self, ErrorTexts, Language, t},
};
use calendar::{focus_day, month_view};
use chrono::NaiveDate;
use leptos::{html, prelude::*};
use text::{parse_day, parse_time};

crate::texts! {
    enum DayTexts;
    Calendar: "Календарь", "Calendar", "日历";
    Time: "Время", "Time", "时间";
}

/// The time of a moment whose day is chosen first.
const START_OF_WORK: &str = "09:00";

/// How a day is typed.
fn placeholder() -> &'static str {
    match i18n::language() {
        Language::Ru => "дд.мм.гггг",
        Language::En => "mm/dd/yyyy",
        Language::Zh => "年/月/日",
    }
}

/// An input for a day without a label of its own. `choose` gets the day, or none if the input is empty.
#[component]
pub fn DayInput(
    test_id: &'static str,
    /// The name for screen readers; a field with a label of its own has none.
    #[prop(optional)]
    label: Option<&'static str>,
    /// The id by which a label names the input.
    #[prop(into, optional)]
    id: Option<String>,
    #[prop(into)] day: Signal<Option<NaiveDate>>,
    choose: Callback<Option<NaiveDate>>,
    #[prop(optional)] required: bool,
    #[prop(optional)] focus: bool,
    #[prop(into, optional)] is_invalid: Signal<bool>,
    /// The id of the sentence that says what is wrong.
    #[prop(into, optional)]
    described_by: Signal<Option<String>>,
    #[prop(optional)] refused: Option<Callback<web_sys::Event>>,
) -> impl IntoView {
    let popover_id = next_id();
    let (popover, input) = (NodeRef::<html::Div>::new(), NodeRef::<html::Input>::new());
    if focus {
        Effect::new(move || {
            if let Some(input) = input.get() {
                // Fails for an input that is not on the page any more.
                let _ = input.focus();
            }
        });
    }
    let active = RwSignal::new(format::today());
    let (is_opened, on_toggle) = popover_opened();
    // An unreadable text stays, and its form is not sent.
    let is_unreadable = RwSignal::new(false);
    let set_unreadable = move |is_wrong: bool| {
        is_unreadable.set(is_wrong);
        if let Some(input) = input.get_untracked() {
            input.set_custom_validity(if is_wrong { t(ErrorTexts::InvalidFormat) } else { "" });
        }
    };
    let typed = move |event: web_sys::Event| {
        let text = event_target_value(&event);
        let read = parse_day(&text, i18n::language());
        let is_wrong = read.is_none() && !text.trim().is_empty();
        set_unreadable(is_wrong);
        if !is_wrong {
            if read != day.get_untracked() {
                choose.run(read);
            }
            if let Some(input) = input.get_untracked() {
                input.set_value(&read.map(format::typed_day).unwrap_or_default());
            }
        }
    };
    let open = move |event: web_sys::Event| {
        on_toggle(event);
        active.set(day.get_untracked().unwrap_or_else(format::today));
        focus_day(popover);
    };
    let choose_day = Callback::new(move |chosen: NaiveDate| {
        set_unreadable(false);
        choose.run(Some(chosen));
        if let Some(popover) = popover.get_untracked() {
            // Fails if it is closed.
            let _ = popover.hide_popover();
        }
    });
    let anchor = format!("--{popover_id}");
    any_view! {
        <span class="day-field" style=format!("anchor-name: {anchor}")>
            <input
                node_ref=input
                id=id
                type="text"
                autocomplete="off"
                placeholder=placeholder()
                data-testid=test_id
                aria-label=label
                required=required
                aria-invalid=move || (is_unreadable.get() || is_invalid.get()).to_string()
                aria-describedby=move || described_by.get()
                prop:value=move || day.get().map(format::typed_day).unwrap_or_default()
                on:change=typed
                on:invalid=move |event| {
                    if let Some(refused) = refused {
                        refused.run(event);
                    }
                }
            />
            <button
                type="button"
                class="icon"
                data-testid=format!("{test_id}-calendar")
                aria-label=t(DayTexts::Calendar)
                title=t(DayTexts::Calendar)
                popovertarget=popover_id.clone()
            >
                {Icon::Calendar.view()}
            </button>
            <div
                node_ref=popover
                id=popover_id
                class="popover sheet calendar"
                popover="auto"
                role="group"
                aria-label=t(DayTexts::Calendar)
                style=format!("position-anchor: {anchor}")
                on:beforetoggle=open
            >
                {once_set(is_opened, move || month_view(active, day, popover, choose_day))}
            </div>
        </span>
    }
}

/// The input for a time of day, such as `09:30`.
fn time_input(name: &'static str, time: RwSignal<String>, changed: Callback<()>) -> AnyView {
    let input = NodeRef::<html::Input>::new();
    let is_unreadable = RwSignal::new(false);
    let typed = move |event: web_sys::Event| {
        let read = parse_time(&event_target_value(&event));
        is_unreadable.set(read.is_none());
        if let Some(input) = input.get_untracked() {
            input.set_custom_validity(read.as_ref().map_or(t(ErrorTexts::InvalidFormat), |_| ""));
        }
        if let Some(read) = read {
            time.set(read);
            changed.run(());
        }
    };
    any_view! {
        <input
            node_ref=input
            type="text"
            class="time-input"
            autocomplete="off"
            placeholder="00:00"
            data-testid=format!("{name}-time")
            aria-label=t(DayTexts::Time)
            aria-invalid=move || is_unreadable.get().to_string()
            prop:value=move || time.get()
            on:change=typed
        />
    }
}

/// A field of a form for a day, or for a moment on the person's clock. The value is `2026-11-29` or `2026-11-29T09:30`, or empty.
#[component]
pub fn DayField(
    /// The name of the DTO's field, by which its errors are found.
    name: &'static str,
    label: &'static str,
    value: RwSignal<String>,
    /// The error of the form's last submit.
    #[prop(into)]
    error: Signal<Option<Error>>,
    #[prop(optional)] required: bool,
    /// Whether the value has a time.
    #[prop(optional)]
    has_time: bool,
    /// Whether it takes the focus when it appears.
    #[prop(optional)]
    focus: bool,
) -> impl IntoView {
    let id = next_id();
    let fault_id = format!("{id}-fault");
    let refused = TextFault::new();
    let fault = move || {
        let of_server = || error.with(|error| error.as_ref()?.field(name));
        refused.text().or_else(of_server)
    };
    let described_by = fault_id.clone();
    let day = Signal::derive(move || value.read().get(..10).and_then(|day| day.parse::<NaiveDate>().ok()));
    let stored_time = value.with_untracked(|value| value.get(11..16).map(str::to_owned));
    let time = RwSignal::new(stored_time.unwrap_or_else(|| START_OF_WORK.to_owned()));
    let choose = Callback::new(move |day: Option<NaiveDate>| {
        refused.clear();
        value.set(match day {
            Some(day) if has_time => format!("{day}T{}", time.get_untracked()),
            Some(day) => day.to_string(),
            None => String::new(),
        });
    });
    let time_changed = Callback::new(move |()| choose.run(day.get_untracked()));
    any_view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <div class="moment">
                <DayInput
                    test_id=name
                    id=id
                    day=day
                    choose=choose
                    required=required
                    focus=focus
                    is_invalid=Signal::derive(move || fault().is_some())
                    described_by=Signal::derive(move || fault().map(|_| described_by.clone()))
                    refused=Callback::new(move |event| refused.refuse(&event, "text"))
                />
                {has_time.then(|| time_input(name, time, time_changed))}
            </div>
            {move || {
                let id = fault_id.clone();
                fault()
                    .map(|fault| {
                        view! {
                            <small class="fault" id=id>
                                {fault}
                            </small>
                        }
                    })
            }}
        </div>
    }
}
