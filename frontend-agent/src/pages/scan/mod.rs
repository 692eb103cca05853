//! The scanner: a phone in one hand, a parcel in the other.
//!
//! Codes come from a USB scanner that types, from the camera, or by hand. What is scanned into a cell or a shipment is kept
//! in this browser first, so that a dropped line stops nobody.

mod camera;
mod count;
mod desk;
mod queue;
mod show;
mod sound;
mod texts;
mod unknown;

pub(crate) use show::thing;
pub(crate) use texts::Words;

use camera::Camera;
use desk::Desk;
use frontend_ui::{
    components::ErrorNote,
    i18n::{storage, t},
    session::current,
};
use leptos::{ev, html, prelude::*, wasm_bindgen::JsCast, web_sys};
use leptos_router::{
    components::A,
    hooks::{use_navigate, use_query_map},
};
use shared_types::{
    access::{Level, Object},
    problem::ProblemCode,
    scan::ScanMode,
};
use unknown::Unknown;

const PRINTS: &str = "karavan.scan.prints";

fn mode_name(mode: ScanMode) -> &'static str {
    t(match mode {
        ScanMode::Open => Words::ModeOpen,
        ScanMode::Receive => Words::ModeReceive,
        ScanMode::Pack => Words::ModePack,
        ScanMode::Inventory => Words::ModeInventory,
    })
}

/// The page.
#[component]
pub(crate) fn ScanPage() -> impl IntoView {
    let rights = current();
    if !rights.may(Object::Orders, Level::Edit) {
        let denied = frontend_ui::api::Error::Problem(Box::new(ProblemCode::PermissionDenied.into()));
        return view! { <ErrorNote error=Signal::stored(Some(denied))/> }.into_any();
    }
    let navigate = StoredValue::new_local(use_navigate());
    let go = Callback::new(move |to: String| {
        navigate.with_value(|navigate| navigate(&to, leptos_router::NavigateOptions::default()));
    });
    let map = use_query_map();
    let asked = map.with_untracked(|map| (map.get("mode"), map.get("code")));
    let mode = asked.0.as_deref().and_then(ScanMode::from_name).unwrap_or_default();
    let me = rights.0.get_untracked();
    let staff = me.and_then(|me| me.cabinet.staff_id).map_or(0, |id| id.0);
    let desk = Desk::open(staff, mode, go);
    let held = storage().and_then(|storage| storage.get_item(PRINTS).ok().flatten());
    desk.prints.set(held.is_some());
    // The address that a code's link carries.
    if let Some(code) = asked.1 {
        desk.take(&code);
    }
    let online = window_event_listener_untyped("online", move |_| desk.send());
    on_cleanup(move || online.remove());
    let counting = RwSignal::new(false);
    let tab = move |mode: ScanMode| {
        let choose = move |_| {
            desk.mode.set(mode);
            desk.context.set(None);
            counting.set(false);
        };
        view! {
            <button type="button" class="tab" role="tab" data-testid=format!("mode-{}", mode.as_str())
                aria-selected=move || (desk.mode.get() == mode).to_string() on:click=choose>{mode_name(mode)}</button>
        }
    };
    let modes = ScanMode::ALL
        .into_iter()
        .filter(|mode| *mode != ScanMode::Pack || rights.may(Object::Shipments, Level::Edit));
    let remember = move |event| {
        let on = event_target_checked(&event);
        desk.prints.set(on);
        if let Some(storage) = storage() {
            let _ = if on {
                storage.set_item(PRINTS, "1")
            } else {
                storage.remove_item(PRINTS)
            };
        }
    };
    view! {
        <div class="scan">
            <div class="page-head"><h1>{t(Words::Scanner)}</h1><div class="spacer"></div><A href="/agent/cells" attr:class="quiet">{t(Words::Cells)}" →"</A></div>
            <nav class="tabs" role="tablist">{modes.map(tab).collect_view()}</nav>
            <Place desk=desk counting=counting/>
            <Field desk=desk/>
            <Camera desk=desk/>
            {move || (desk.offline.get() || desk.waiting.get() > 0).then(|| view! {
                <p class="note scan-unsent" role="status" data-testid="unsent"><strong>{t(Words::Unsent)}": "{desk.waiting}</strong>{desk.offline.get().then(|| t(Words::Offline))}</p>
            })}
            {move || desk.entries.with(|entries| entries.first().cloned()).map(|entry| show::last(entry, desk))}
            {move || counting.get().then(|| desk.context.get()).flatten().map(|context| count::report(context.code, desk))}
            {move || (desk.mode.get() == ScanMode::Receive).then(|| view! { <label class="row"><input type="checkbox" data-testid="auto-print" prop:checked=desk.prints on:change=remember/><span>{t(Words::AutoPrint)}</span></label> })}
            <Latest desk=desk/>
            <Unknown desk=desk/>
        </div>
        <div class="print-only">{move || desk.sheet()}</div>
    }
    .into_any()
}

/// The cell or the shipment that is worked at.
#[component]
fn Place(desk: Desk, counting: RwSignal<bool>) -> impl IntoView {
    move || {
        let mode = desk.mode.get();
        let (ask, at) = match mode {
            ScanMode::Open => {
                return view! { <div class="scan-context muted"><span>{t(Words::ScanAnything)}</span></div> }
                    .into_any();
            }
            ScanMode::Receive => (Words::ScanCell, Words::IntoCell),
            ScanMode::Inventory => (Words::ScanCell, Words::InCell),
            ScanMode::Pack => (Words::ScanShipment, Words::IntoShipment),
        };
        let Some(context) = desk.context.get() else {
            return view! { <div class="scan-context asked" data-testid="scan-context"><span>{t(ask)}</span></div> }
                .into_any();
        };
        let leave = move |_| {
            desk.context.set(None);
            counting.set(false);
        };
        let finish = (mode == ScanMode::Inventory).then(|| {
            view! { <button type="button" class="button primary" data-testid="finish-count" disabled=move || { desk.waiting.get() > 0 } on:click=move |_| { counting.set(false); counting.set(true); }>{t(Words::Finish)}</button> }
        });
        view! {
            <div class="scan-context" data-testid="scan-context">
                <span>{t(at)}" "{context.name}</span>
                <span class="actions-row">{finish}<button type="button" class="button" on:click=leave>{t(Words::Change)}</button></span>
            </div>
        }
        .into_any()
    }
}

/// Where scanners type; whatever is typed elsewhere on the page comes here.
#[component]
fn Field(desk: Desk) -> impl IntoView {
    let (field, text) = (NodeRef::<html::Input>::new(), RwSignal::new(String::new()));
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            let _ = field.focus();
        }
    });
    let keys = window_event_listener(ev::keydown, move |event| {
        let is_field =
            |element: &web_sys::Element| matches!(element.tag_name().as_str(), "INPUT" | "SELECT" | "TEXTAREA");
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let is_text = event.key().chars().count() == 1 && event.key() != " ";
        if target.as_ref().is_some_and(is_field) || event.ctrl_key() || event.meta_key() || event.alt_key() || !is_text
        {
            return;
        }
        // The key itself is typed into what has the focus then.
        if let Some(field) = field.get_untracked() {
            let _ = field.focus();
        }
    });
    on_cleanup(move || keys.remove());
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let code = text.get_untracked();
        text.set(String::new());
        desk.take(&code);
    };
    view! {
        <form class="scan-field" on:submit=submit>
            <input node_ref=field data-testid="scan-code" autocomplete="off" autocapitalize="characters" spellcheck="false" enterkeyhint="go" maxlength="200"
                placeholder=t(Words::CodeHint) aria-label=t(Words::CodeHint) prop:value=move || text.get() on:input=move |event| text.set(event_target_value(&event))/>
            <button class="button primary">{t(Words::Enter)}</button>
        </form>
    }
}

#[component]
fn Latest(desk: Desk) -> impl IntoView {
    move || {
        let rows = desk
            .entries
            .with(|entries| entries.iter().skip(1).map(show::row).collect::<Vec<_>>());
        (!rows.is_empty()).then(
            || view! { <section class="below"><h2>{t(Words::Latest)}</h2><ul class="scan-list">{rows}</ul></section> },
        )
    }
}
