//! The messenger around the cabinet: its back and main buttons, theme, safe areas and links.

use super::{
    bridge::{Bridge, HostButton, HostEvent},
    launch::{Launch, current_page, entry_path, is_in_telegram},
};
use crate::{api::Error, components::apply_host_theme, prelude::*, session};
use leptos::ev;
use leptos_router::{
    NavigateOptions,
    hooks::{use_location, use_navigate},
};
use shared_types::identity::{InvitationQuery, LaunchMiniApp, MiniAppLogin, Session};
use wasm_bindgen::JsCast;

/// The main action of a page.
#[derive(Clone)]
pub struct MainAction {
    pub text: String,
    pub run: Callback<()>,
    /// The page that the button opens instead.
    pub page: Option<String>,
}

/// The main button of the messenger, in the context of pages that have one.
#[derive(Clone, Copy)]
pub struct MainButton(RwSignal<Option<MainAction>>);

impl MainButton {
    /// The button, if the messenger around the page has one.
    pub fn of_host() -> Option<Self> {
        use_context()
    }

    /// Makes it run the action until the owner is cleaned up.
    pub fn show(self, action: MainAction) {
        self.0.set(Some(action));
        on_cleanup(move || {
            let _ = self.0.try_set(None);
        });
    }
}

/// Provides the main button of the messenger to the pages, if it has one.
pub fn provide_main_button() {
    if is_in_telegram() {
        provide_context(MainButton(RwSignal::new(None)));
    }
}

/// Connects the cabinet with the messenger around it.
#[component]
pub fn HostBridge() -> impl IntoView {
    let launch = Launch::read()?;
    let bridge = Bridge::new(launch.messenger);
    if let Some(is_dark) = launch.is_dark {
        apply_host_theme(is_dark);
    }
    bridge.show_page();
    paint(bridge);
    let go_back = follow_pages(bridge);
    let main = MainButton::of_host();
    if let Some(MainButton(action)) = main {
        Effect::new(move || show_main_action(bridge, action.get().as_ref()));
    }
    let navigate = use_navigate();
    bridge.listen(move |event| match event {
        HostEvent::BackPressed => go_back(),
        HostEvent::MainButtonPressed => match main.and_then(|MainButton(action)| action.get_untracked()) {
            Some(MainAction { page: Some(page), .. }) => navigate(&page, NavigateOptions::default()),
            Some(action) => action.run.run(()),
            None => {}
        },
        HostEvent::ThemeChanged { is_dark } => {
            apply_host_theme(*is_dark);
            paint(bridge);
        }
        HostEvent::InsetsChanged { property, top, bottom } => {
            for (side, value) in [("top", top), ("bottom", bottom)] {
                set_property(&format!("--{property}-{side}"), &format!("{value}px"));
            }
        }
        HostEvent::PhoneSent | HostEvent::PhoneShared(_) | HostEvent::PhoneRefused => {}
    });
    open_links_outside(bridge);
    api::set_renewal(|| Box::pin(log_in_again()));
    Some(())
}

/// Logs in by the launch of the tab again: the cookie can belong to another account of the messenger by now. If something is missing,
/// the page of the launch says it.
async fn log_in_again() -> Result<Session, Error> {
    let launch = Launch::read().ok_or(Error::Unreadable)?;
    let login = api::call::<LaunchMiniApp>((), launch.request(InvitationQuery::default(), None)).await;
    let is_refused = login.as_ref().is_err_and(Error::is_refusal);
    if let Ok(MiniAppLogin {
        session: Some(opened), ..
    }) = login
    {
        return Ok(opened);
    }
    if is_refused || login.is_ok() {
        session::redirect(&entry_path(&current_page()));
    }
    Err(login.err().unwrap_or(Error::Unreadable))
}

fn root() -> Option<web_sys::HtmlElement> {
    document().document_element()?.dyn_into().ok()
}

fn set_property(name: &str, value: &str) {
    if let Some(root) = root() {
        let _ = root.style().set_property(name, value);
    }
}

/// A color of the page as `#rrggbb`; messengers take no other form. The browser resolves it for the theme.
fn color(value: &str) -> Option<String> {
    let (body, probe) = (document().body()?, document().create_element("span").ok()?);
    let _ = probe.set_attribute("style", &format!("color:{value}"));
    body.append_child(&probe).ok()?;
    let style = window().get_computed_style(&probe).ok().flatten();
    let resolved = style.and_then(|style| style.get_property_value("color").ok());
    probe.remove();
    let resolved = resolved?;
    let parts = resolved.strip_prefix("rgb(")?.strip_suffix(')')?.split(',');
    let parts: Vec<u8> = parts.filter_map(|part| part.trim().parse().ok()).collect();
    let [red, green, blue] = parts[..] else { return None };
    Some(format!("#{red:02x}{green:02x}{blue:02x}"))
}

fn paint(bridge: Bridge) {
    if let Some(color) = color("var(--card)") {
        bridge.paint(&color);
    }
}

fn show_main_action(bridge: Bridge, action: Option<&MainAction>) {
    let (color, text_color) = (color("var(--accent)"), color("var(--on-accent)"));
    bridge.show_main_button(action.map(|action| HostButton {
        text: &action.text,
        color: color.as_deref().unwrap_or("#1f5f8b"),
        text_color: text_color.as_deref().unwrap_or("#ffffff"),
    }));
}

/// Shows the back button on all pages but the first one. Returns what the button does: it closes what lies over the page, or leads to
/// the page before, or from a page that a link has opened to the start page.
fn follow_pages(bridge: Bridge) -> impl Fn() {
    let location = use_location();
    let visited = StoredValue::new(Vec::<String>::new());
    Effect::new(move || {
        let page = location.pathname.get();
        let depth = visited.try_update_value(|visited| {
            if visited.len() > 1 && visited[visited.len() - 2] == page {
                visited.pop();
            } else if visited.last() != Some(&page) {
                visited.push(page.clone());
            }
            visited.len()
        });
        bridge.show_back_button(depth > Some(1) || page != session::home_path());
    });
    let navigate = use_navigate();
    move || {
        if close_dialog() {
            return;
        }
        if visited.with_value(Vec::len) > 1 {
            let _ = window().history().and_then(|history| history.back());
        } else {
            let options = NavigateOptions {
                replace: true,
                ..NavigateOptions::default()
            };
            visited.set_value(Vec::new());
            navigate(session::home_path(), options);
        }
    }
}

/// Closes the menu or the top dialog that lies over the page, as Escape does. Returns whether there was one.
fn close_dialog() -> bool {
    let call = |element: &web_sys::Element, method: &str| {
        let method = js_sys::Reflect::get(element, &method.into());
        method
            .and_then(|method| method.dyn_into::<js_sys::Function>()?.call0(element))
            .is_ok()
    };
    if let Ok(Some(menu)) = document().query_selector(":popover-open") {
        return call(&menu, "hidePopover");
    }
    let open = document().query_selector_all("dialog[open]").ok();
    let top = open.and_then(|open| {
        open.get(open.length().checked_sub(1)?)?
            .dyn_into::<web_sys::Element>()
            .ok()
    });
    // Older web views have no `requestClose`.
    top.is_some_and(|dialog| call(&dialog, "requestClose") || call(&dialog, "close"))
}

/// Opens links outside that a web view can't: to other hosts, and files. Links to the cabinet open in it, also those to new tabs.
fn open_links_outside(bridge: Bridge) {
    let navigate = use_navigate();
    let listener = window_event_listener(ev::click, move |event| {
        let link = event
            .target()
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
            .and_then(|target| target.closest("a[href]").ok().flatten())
            .and_then(|link| link.dyn_into::<web_sys::HtmlAnchorElement>().ok());
        let Some(link) = link.filter(|link| !event.default_prevented() && link.href().starts_with("http")) else {
            return;
        };
        let is_own = link.origin() == window().location().origin().unwrap_or_default();
        let is_file = link.has_attribute("download");
        if is_own && !is_file && link.target() == "_blank" && link.pathname().starts_with("/client/") {
            event.prevent_default();
            navigate(
                &format!("{}{}", link.pathname(), link.search()),
                NavigateOptions::default(),
            );
        } else if !is_own || is_file || link.target() == "_blank" {
            event.prevent_default();
            bridge.open_link(&link.href());
        }
    });
    on_cleanup(move || listener.remove());
}
