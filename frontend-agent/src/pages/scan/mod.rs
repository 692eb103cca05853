//! The scanner page.
//!
//! Codes come from a USB scanner that acts as a keyboard, from the camera, or are typed. Scans into a cell or a shipment are
//! stored in the browser first, so that work continues without a connection.

mod camera;
mod code_field;
mod entry;
mod inventory_report;
mod js;
mod loading;
mod queue;
mod refused_scans;
mod results;
mod scale;
mod sender;
mod sound;
mod state;
mod texts;
mod unknown_codes;
mod weigh;

pub(crate) use loading::LoadingPage;
pub(crate) use results::item_row;
pub(crate) use texts::ScanTexts;

use camera::Camera;
use code_field::CodeField;
use entry::{ScanEntry, ScanStage};
use frontend_ui::{i18n::storage, prelude::*};
use leptos_router::hooks::{use_location, use_navigate, use_query_map};
use refused_scans::RefusedScans;
use sender::Connection;
use shared_types::{id::StaffId, scan::ScanMode};
use state::{SHOWN_ENTRIES, ScanState};
use std::mem::{Discriminant, discriminant};
use texts::mode_name;
use unknown_codes::UnknownCodes;

/// Local storage key that is set while labels are printed automatically.
const AUTO_PRINT_KEY: &str = "karavan.scan.prints";
/// Local storage key that is set while the weight of received items is asked.
const ASK_WEIGHT_KEY: &str = "karavan.scan.weighs";

/// Sends the queue on any page and reports refused scans. Nothing is loaded while the queue is empty.
pub(crate) fn background_sender() -> AnyView {
    let staff = current_user().staff_id();
    let has_entries = Memo::new(move |_| {
        queue::track();
        staff.is_some_and(queue::has_entries)
    });
    (move || has_entries.get().then(crate::lazy_routes::scan_sender)).into_any()
}

/// Sends the queue in the background, and shows a link to the scanner while it has refused scans.
#[component]
pub(crate) fn BackgroundSender() -> impl IntoView {
    let (staff, location) = (current_user().staff_id(), use_location());
    if let Some(staff) = staff {
        sender::start(staff);
    }
    let refused = Memo::new(move |_| {
        queue::track();
        staff.map_or(0, |staff| queue::refused(staff).len())
    });
    move || {
        let is_scanner = location.pathname.with(|path| path == "/agent/scan");
        (refused.get() > 0 && !is_scanner).then(|| {
            view! {
                <p class="note error" role="alert" data-testid="refused-notice">
                    <a href="/agent/scan">{t(ScanTexts::RefusedScans)}": "{refused}" →"</a>
                </p>
            }
        })
    }
}

/// The scanner. Without the permission to edit orders it shows an error, and the scans that were refused.
#[component]
pub(crate) fn ScanPage() -> impl IntoView {
    let rights = current_user();
    let allowed = rights.staff_id().filter(|_| rights.may(Object::Orders, Level::Edit));
    let Some(staff) = allowed else {
        let denied = frontend_ui::api::Error::Problem(Box::new(ProblemCode::PermissionDenied.into()));
        let refused = rights.staff_id().map(|staff| {
            let state = ScanState::open(staff, ScanMode::Open, Callback::new(|_| ()));
            view! { <RefusedScans state=state /> }
        });
        return any_view! {
            <ErrorNote error=Signal::stored(Some(denied)) />
            {refused}
            {rights.staff_id().map(others_note)}
        };
    };
    let navigate = StoredValue::new_local(use_navigate());
    let navigate = Callback::new(move |to: String| {
        navigate.with_value(|navigate| navigate(&to, leptos_router::NavigateOptions::default()));
    });
    let map = use_query_map();
    let (mode, code) = map.with_untracked(|map| (map.get("mode"), map.get("code")));
    let mode = mode.as_deref().and_then(ScanMode::from_name).unwrap_or_default();
    let state = ScanState::open(staff, mode, navigate);
    for (key, setting) in [(AUTO_PRINT_KEY, state.auto_print), (ASK_WEIGHT_KEY, state.asks_weight)] {
        let stored = storage().and_then(|storage| storage.get_item(key).ok().flatten());
        setting.set(stored.is_some());
    }
    // The page was opened by the link of a code.
    if let Some(code) = code {
        state.handle_code(&code);
    }
    let online = window_event_listener_untyped("online", move |_| sender::start(staff));
    // Another tab has changed the queue.
    let stored = window_event_listener_untyped("storage", move |_| queue::announce());
    on_cleanup(move || {
        online.remove();
        stored.remove();
    });
    let on_code = Callback::new(move |code: String| state.handle_code(&code));
    let counting = RwSignal::new(false);
    let tab = move |mode: ScanMode| {
        let choose = move |_| {
            state.mode.set(mode);
            state.context.set(None);
            counting.set(false);
        };
        view! {
            <button
                type="button"
                class="tab"
                role="tab"
                data-testid=format!("mode-{}", mode.as_str())
                aria-selected=move || (state.mode.get() == mode).to_string()
                on:click=choose
            >
                {mode_name(mode)}
            </button>
        }
    };
    let modes = ScanMode::ALL
        .into_iter()
        .filter(|mode| *mode != ScanMode::Pack || rights.may(Object::Shipments, Level::Edit));
    any_view! {
        <div class="scan" data-takes-keys="">
            <div class="page-head">
                <h1>{t(ScanTexts::Scanner)}</h1>
                <div class="spacer"></div>
                <a href="/agent/cells" class="quiet">
                    {t(ScanTexts::Cells)}
                    " →"
                </a>
            </div>
            <nav class="tabs" role="tablist">
                {modes.map(tab).collect_view()}
            </nav>
            <ContextBar state=state counting=counting />
            <CodeField on_code=on_code />
            <Camera on_code=on_code />
            <QueueNote state=state />
            {others_note(staff)}
            <RefusedScans state=state />
            {move || {
                state.entries.with(|entries| entries.first().cloned()).map(|entry| results::latest_result(entry, state))
            }}
            {move || {
                counting
                    .get()
                    .then(|| state.context.get())
                    .flatten()
                    .map(|context| inventory_report::report(context.code, state))
            }}
            {move || {
                (state.mode.get() == ScanMode::Receive)
                    .then(|| {
                        view! {
                            {setting(ScanTexts::AutoPrint, "auto-print", AUTO_PRINT_KEY, state.auto_print)}
                            {setting(ScanTexts::AskWeight, "ask-weight", ASK_WEIGHT_KEY, state.asks_weight)}
                        }
                    })
            }}
            <RecentScans state=state />
            <UnknownCodes state=state />
        </div>
        <div class="print-only">{move || state.printable_labels()}</div>
    }
}

/// A checkbox of the receiving that this browser keeps.
fn setting(label: ScanTexts, test_id: &'static str, key: &'static str, value: RwSignal<bool>) -> AnyView {
    let set = move |event| {
        let is_checked = event_target_checked(&event);
        value.set(is_checked);
        if let Some(storage) = storage() {
            let _ = if is_checked {
                storage.set_item(key, "1")
            } else {
                storage.remove_item(key)
            };
        }
    };
    any_view! {
        <label class="check-line">
            <input type="checkbox" data-testid=test_id prop:checked=value on:change=set />
            <span>{t(label)}</span>
        </label>
    }
}

/// How many scans wait to be sent, and why.
#[component]
fn QueueNote(state: ScanState) -> impl IntoView {
    move || {
        let (waiting, connection) = (state.waiting.get(), state.connection.get());
        let reason = match connection {
            Connection::Online => None,
            Connection::Offline => Some(ScanTexts::Offline),
            Connection::LoggedOut => Some(ScanTexts::LoggedOut),
        };
        queue::track();
        let is_full = queue::is_storage_full();
        (waiting > 0 || connection == Connection::Offline || is_full).then(|| {
            view! {
                <p class="note scan-unsent" role="status" data-testid="unsent">
                    <strong>{t(ScanTexts::Unsent)}": "{waiting}</strong>
                    {reason.map(t)}
                    {is_full.then(|| view! { <strong data-testid="storage-full">{t(ScanTexts::StorageFull)}</strong> })}
                </p>
            }
        })
    }
}

/// Names the other people whose scans wait in this browser.
fn others_note(staff: StaffId) -> AnyView {
    let others = Memo::new(move |_| {
        queue::track();
        queue::of_others(staff)
    });
    (move || {
        let others = others.get();
        (!others.is_empty()).then(|| {
            let name = |name: Option<String>| name.unwrap_or_else(|| t(ScanTexts::Somebody).to_owned());
            let people = others
                .into_iter()
                .map(|(owner, count)| format!("{} ({count})", name(owner)));
            let people = people.collect::<Vec<_>>().join(", ");
            view! {
                <p class="note" role="status" data-testid="others-scans">
                    <strong>{t(ScanTexts::OthersScans)} ": " <bdi>{people}</bdi></strong>
                    " "
                    {t(ScanTexts::OthersHint)}
                </p>
            }
        })
    })
    .into_any()
}

/// The current cell or shipment, or the request to scan one.
#[component]
fn ContextBar(state: ScanState, counting: RwSignal<bool>) -> impl IntoView {
    move || {
        let mode = state.mode.get();
        let (request, label) = match mode {
            ScanMode::Open => {
                return any_view! {
                    <div class="scan-context muted">
                        <span>{t(ScanTexts::ScanAnything)}</span>
                        <small>{t(ScanTexts::PlaceHint)}</small>
                    </div>
                };
            }
            ScanMode::Receive => (ScanTexts::ScanCell, ScanTexts::IntoCell),
            ScanMode::Inventory => (ScanTexts::ScanCell, ScanTexts::InCell),
            ScanMode::Pack => (ScanTexts::ScanShipment, ScanTexts::IntoShipment),
        };
        let Some(context) = state.context.get() else {
            return any_view! {
                <div class="scan-context missing" data-testid="scan-context">
                    <span>{t(request)}</span>
                </div>
            };
        };
        let leave = move |_| {
            state.context.set(None);
            counting.set(false);
        };
        let finish = (mode == ScanMode::Inventory).then(|| {
            view! {
                <button
                    type="button"
                    class="button primary"
                    data-testid="finish-count"
                    disabled=move || { state.waiting.get() > 0 }
                    on:click=move |_| {
                        counting.set(false);
                        counting.set(true);
                    }
                >
                    {t(ScanTexts::Finish)}
                </button>
            }
        });
        any_view! {
            <div class="scan-context" data-testid="scan-context">
                <span>{t(label)}" "<bdi>{context.name}</bdi></span>
                <span class="actions-row">
                    {finish}<button type="button" class="button" on:click=leave>
                        {t(ScanTexts::Change)}
                    </button>
                </span>
            </div>
        }
    }
}

/// Identifies an entry in a list whose rows are rendered again when their stage changes.
fn entry_key(entry: &ScanEntry) -> (String, Discriminant<ScanStage>) {
    (entry.scan.scan_id.clone(), discriminant(&entry.stage))
}

/// The scans before the last one.
#[component]
fn RecentScans(state: ScanState) -> impl IntoView {
    let is_shown = Memo::new(move |_| state.entries.with(|entries| entries.len() > 1));
    let rows = move || {
        let shown = |entries: &Vec<ScanEntry>| entries.iter().take(SHOWN_ENTRIES).skip(1).cloned().collect::<Vec<_>>();
        state.entries.with(shown)
    };
    move || {
        is_shown.get().then(|| {
            view! {
                <section class="below">
                    <h2>{t(ScanTexts::Latest)}</h2>
                    <ul class="scan-list">
                        <For each=rows key=entry_key children=move |entry| results::result_row(entry, state) />
                    </ul>
                </section>
            }
        })
    }
}
