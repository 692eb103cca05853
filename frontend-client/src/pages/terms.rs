//! What the agent tells its clients: where parcels go, how to reach it, what to know before paying.

use frontend_ui::{
    api::{self, Error},
    features::clipboard,
    i18n::{Text, t},
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    settings::{AgentTerms, ShowAgentTerms, WorkingHours},
};

frontend_ui::texts! {
    /// What the agent's terms say.
    enum Terms;
    Warehouse: "Адрес склада в Китае", "Warehouse address in China", "中国仓库地址";
    Hours: "Время работы", "Working hours", "营业时间";
    Monday: "Пн", "Mon", "周一";
    Tuesday: "Вт", "Tue", "周二";
    Wednesday: "Ср", "Wed", "周三";
    Thursday: "Чт", "Thu", "周四";
    Friday: "Пт", "Fri", "周五";
    Saturday: "Сб", "Sat", "周六";
    Sunday: "Вс", "Sun", "周日";
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
                <p class="multiline">{text}</p>
                <button type="button" class="quiet" on:click=copy>{move || t(if copied.get() { Text::Copied } else { Text::Copy })}</button>
            </details>
        }
        .into_any(),
    )
}

/// A line for each entry, the zone below them.
fn hours(entries: &[WorkingHours], zone: &str) -> String {
    let days = [
        Terms::Monday,
        Terms::Tuesday,
        Terms::Wednesday,
        Terms::Thursday,
        Terms::Friday,
        Terms::Saturday,
        Terms::Sunday,
    ];
    let line = |entry: &WorkingHours| {
        let day = usize::try_from(entry.weekday - 1).ok().and_then(|day| days.get(day));
        format!("{} {}–{}", day.map_or("", |day| t(*day)), entry.opens, entry.closes)
    };
    let mut lines: Vec<String> = entries.iter().map(line).collect();
    if !lines.is_empty() {
        lines.push(zone.to_owned());
    }
    lines.join("\n")
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
            note(Terms::Hours, hours(&told.hours, &told.timezone), "hours-card"),
        ];
        let cards: Vec<AnyView> = cards.into_iter().flatten().collect();
        (!cards.is_empty()).then(|| view! { <div class="columns even">{cards}</div> })
    }
}
