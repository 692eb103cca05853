//! The agent's terms for its clients: warehouse address, contacts, working hours and accepted payments.

use frontend_ui::{
    api::{Error, Fetched},
    features::clipboard,
    prelude::*,
};
use shared_types::settings::{AgentTerms, SelfBuyout, ShowAgentTerms, WorkingHours};

frontend_ui::texts! {
    /// A text of the agent's terms.
    enum TermsTexts;
    Warehouse: "Адрес склада в Китае", "Warehouse address in China", "中国仓库地址";
    Hours: "Время работы", "Working hours", "营业时间";
    Monday: "Пн", "Mon", "周一";
    Tuesday: "Вт", "Tue", "周二";
    Wednesday: "Ср", "Wed", "周三";
    Thursday: "Чт", "Thu", "周四";
    Friday: "Пт", "Fri", "周五";
    Saturday: "Сб", "Sat", "周六";
    Sunday: "Вс", "Sun", "周日";
    WarehouseShort: "Адрес склада", "Warehouse", "仓库地址";
    SendHere: "Отправьте товары на склад", "Send the goods to the warehouse", "请将货物寄到仓库";
    SendHint:
        "Закажите товары в магазине на этот адрес и впишите трек каждого товара. По нему склад узнает вашу посылку.",
        "Order the goods in the shop to this address, and enter the track of each item. The warehouse recognizes your parcel by it.",
        "请在商城下单寄往此地址，并填写每件商品的运单号，仓库凭运单号识别您的包裹。";
    Contacts: "Как связаться с агентом", "How to reach the agent", "联系代购商";
}

/// Loads the agent's terms. Until they are loaded the defaults apply, which offer everything.
pub(crate) fn agent_terms() -> impl Fn() -> AgentTerms + Copy + Send + 'static {
    let loaded: Fetched<Result<AgentTerms, Error>> = Fetched::new(|| api::get::<ShowAgentTerms>(Nothing {}));
    move || loaded.get().and_then(Result::ok).unwrap_or_default()
}

/// A text and a button that copies it.
fn copied_text(text: String) -> AnyView {
    let copied = RwSignal::new(false);
    let source = text.clone();
    let copy = move |_| {
        let text = source.clone();
        spawn_local(async move { copied.set(clipboard::copy(&text).await) });
    };
    any_view! {
        <p dir="auto" class="multiline">
            {text}
        </p>
        <button type="button" class="quiet" on:click=copy>
            {move || t(if copied.get() { Text::Copied } else { Text::Copy })}
        </button>
    }
}

/// A collapsible card with a text; `None` if the text is empty.
fn terms_card(title: TermsTexts, text: String, mark: &'static str) -> Option<AnyView> {
    (!text.is_empty()).then(|| {
        any_view! {
            <details class="card terms-card" data-testid=mark>
                <summary>{t(title)}</summary>
                {copied_text(text)}
            </details>
        }
    })
}

/// The button in the head of the order list that shows the address of the warehouse.
#[component]
pub(crate) fn WarehouseButton() -> impl IntoView {
    let terms = agent_terms();
    let address = Memo::new(move |_| terms().self_buyout.warehouse_address);
    move || {
        let address = Some(address.get()).filter(|address| !address.is_empty())?;
        Some(any_view! {
            <button
                type="button"
                class="code warehouse-button"
                data-testid="warehouse"
                popovertarget="warehouse-address"
            >
                {t(TermsTexts::WarehouseShort)}
            </button>
            <div id="warehouse-address" class="popover warehouse-address" popover="auto" data-testid="warehouse-card">
                <strong>{t(TermsTexts::Warehouse)}</strong>
                {copied_text(address)}
            </div>
        })
    }
}

/// The task of the client in a self-buyout: the goods go to the warehouse, and their tracks into the order.
pub(crate) fn self_buyout_card(terms: SelfBuyout) -> AnyView {
    let address = Some(terms.warehouse_address).filter(|address| !address.is_empty());
    let note = Some(terms.note).filter(|note| !note.is_empty());
    any_view! {
        <section class="card self-buyout" data-testid="self-buyout">
            <h2>{t(TermsTexts::SendHere)}</h2>
            <p>{t(TermsTexts::SendHint)}</p>
            {address.map(copied_text)}
            {note
                .map(|note| {
                    view! {
                        <p dir="auto" class="note multiline">
                            {note}
                        </p>
                    }
                })}
        </section>
    }
}

/// Formats the working hours: a line for each entry, followed by the timezone.
fn working_hours_text(entries: &[WorkingHours], zone: &str) -> String {
    let days = [
        TermsTexts::Monday,
        TermsTexts::Tuesday,
        TermsTexts::Wednesday,
        TermsTexts::Thursday,
        TermsTexts::Friday,
        TermsTexts::Saturday,
        TermsTexts::Sunday,
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

/// Cards above the client's orders: the warehouse address with the client's code, the contacts and the working hours.
#[component]
pub(crate) fn AgentCards() -> impl IntoView {
    let terms = agent_terms();
    move || {
        let loaded = terms();
        let cards = [
            terms_card(
                TermsTexts::Warehouse,
                loaded.self_buyout.warehouse_address,
                "warehouse-card",
            ),
            terms_card(TermsTexts::Contacts, loaded.contacts, "contacts-card"),
            terms_card(
                TermsTexts::Hours,
                working_hours_text(&loaded.hours, &loaded.timezone),
                "hours-card",
            ),
        ];
        let cards: Vec<AnyView> = cards.into_iter().flatten().collect();
        (!cards.is_empty()).then(|| view! { <div class="columns even">{cards}</div> })
    }
}
