//! Messages between a mini app and its messenger, without the messenger's own script.
//!
//! Telegram and MAX inject an object into their web views, and frame the page in their web versions. Sources:
//! core.telegram.org/bots/webapps with its `telegram-web-app.js`, dev.max.ru/docs/webapps/bridge with its `max-web-app.js`.

use super::launch::{current_page, entry_path, is_dark, parent_window};
use crate::session::redirect;
use js_sys::{Function, JSON, Object, Reflect};
use leptos::{ev, prelude::*};
use shared_types::identity::{Channel, MINI_APP_PAGE, MiniAppPhone};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};

/// An event of the messenger.
pub(super) enum HostEvent {
    BackPressed,
    MainButtonPressed,
    ThemeChanged {
        is_dark: bool,
    },
    /// The sizes that the messenger covers at the top and the bottom, in CSS pixels.
    InsetsChanged {
        property: &'static str,
        top: i32,
        bottom: i32,
    },
    /// The bot receives the number.
    PhoneSent,
    PhoneShared(MiniAppPhone),
    PhoneRefused,
}

type Handler = Rc<dyn Fn(&HostEvent)>;

thread_local! {
    static HANDLERS: RefCell<Vec<Handler>> = RefCell::default();
    static RECEIVES: Cell<bool> = const { Cell::new(false) };
}

/// The connection to the messenger that has opened the page.
#[derive(Clone, Copy)]
pub(super) struct Bridge {
    messenger: Channel,
}

/// The main button of a messenger.
pub(super) struct HostButton<'a> {
    pub(super) text: &'a str,
    pub(super) color: &'a str,
    pub(super) text_color: &'a str,
}

fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

fn set(object: &JsValue, name: &str, value: &JsValue) {
    let _ = Reflect::set(object, &name.into(), value);
}

/// An object with these fields.
fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object: JsValue = Object::new().into();
    for (name, value) in fields {
        set(&object, name, value);
    }
    object
}

fn text(object: &JsValue) -> String {
    JSON::stringify(object).map(Into::into).unwrap_or_default()
}

/// A number or a text, as a text.
fn text_field(object: &JsValue, name: &str) -> Option<String> {
    let value = get(object, name);
    value.as_string().or_else(|| {
        value.as_f64()?;
        Some(text(&value))
    })
}

impl Bridge {
    pub(super) const fn new(messenger: Channel) -> Self {
        Self { messenger }
    }

    const fn is_max(self) -> bool {
        matches!(self.messenger, Channel::Max)
    }

    /// The web version, which frames the page.
    const fn host(self) -> &'static str {
        if self.is_max() {
            "https://web.max.ru"
        } else {
            "https://web.telegram.org"
        }
    }

    /// Whether the page is in a frame, where browsers keep no cookies of it.
    pub(super) fn is_framed() -> bool {
        parent_window().is_some()
    }

    /// Posts a message to the messenger. Outside of one nothing happens.
    fn post(self, name: &str, fields: &[(&str, JsValue)]) {
        let proxy = get(
            &window(),
            if self.is_max() {
                "WebViewHandler"
            } else {
                "TelegramWebviewProxy"
            },
        );
        if let Ok(post) = get(&proxy, "postEvent").dyn_into::<Function>() {
            let _ = post.call2(&proxy, &name.into(), &text(&object(fields)).into());
        } else if let Some(parent) = parent_window() {
            let message = if self.is_max() {
                let message = object(fields);
                set(&message, "type", &name.into());
                message
            } else {
                object(&[("eventType", name.into()), ("eventData", object(fields))])
            };
            let _ = parent.post_message(&text(&message).into(), self.host());
        }
    }

    /// Tells the messenger that the page is drawn, and takes the whole height.
    pub(super) fn show_page(self) {
        if self.is_max() {
            self.post("WebAppReady", &[]);
            // Scrolling a list down must not close the page.
            let swipes = ("allowVerticalSwipes", false.into());
            self.post(
                "WebAppSetupSwipesBehavior",
                &[swipes, ("requestId", crate::api::new_key().into())],
            );
            return;
        }
        if Self::is_framed() {
            self.post("iframe_ready", &[("reload_supported", true.into())]);
        }
        self.post("web_app_ready", &[]);
        self.post("web_app_expand", &[]);
        // Scrolling a list down must not close the page.
        self.post(
            "web_app_setup_swipe_behavior",
            &[("allow_vertical_swipe", false.into())],
        );
        self.post("web_app_request_safe_area", &[]);
        self.post("web_app_request_content_safe_area", &[]);
    }

    pub(super) fn show_back_button(self, is_visible: bool) {
        if self.is_max() {
            self.post("WebAppSetupBackButton", &[("isVisible", is_visible.into())]);
        } else {
            self.post("web_app_setup_back_button", &[("is_visible", is_visible.into())]);
        }
    }

    /// Shows or hides the main button. MAX has none.
    pub(super) fn show_main_button(self, button: Option<HostButton<'_>>) {
        let mut fields = vec![("is_visible", button.is_some().into()), ("is_active", true.into())];
        if let Some(button) = button {
            fields.push(("text", button.text.into()));
            fields.push(("color", button.color.into()));
            fields.push(("text_color", button.text_color.into()));
        }
        if !self.is_max() {
            self.post("web_app_setup_main_button", &fields);
        }
    }

    /// Paints the frame of the messenger like the page. MAX has no such call.
    pub(super) fn paint(self, color: &str) {
        if self.is_max() {
            return;
        }
        for name in [
            "web_app_set_header_color",
            "web_app_set_background_color",
            "web_app_set_bottom_bar_color",
        ] {
            self.post(name, &[("color", color.into())]);
        }
    }

    /// Opens a page outside of the mini app: a chat in the messenger, anything else in the browser.
    pub(super) fn open_link(self, url: &str) {
        let chat = |host: &str| url.strip_prefix(host).map(|path| format!("/{path}"));
        match (self.is_max(), chat("https://t.me/"), chat("https://max.ru/")) {
            (false, Some(path), _) => self.post("web_app_open_tg_link", &[("path_full", path.into())]),
            (false, None, _) => self.post("web_app_open_link", &[("url", url.into())]),
            (true, _, Some(_)) => self.post("WebAppOpenMaxLink", &[("url", url.into())]),
            (true, _, None) => self.post("WebAppOpenLink", &[("url", url.into())]),
        }
    }

    /// Asks the person for the phone number. The answer is an event.
    pub(super) fn request_phone(self) {
        if self.is_max() {
            self.post("WebAppRequestPhone", &[("requestId", crate::api::new_key().into())]);
        } else {
            self.post("web_app_request_phone", &[]);
        }
    }

    /// Passes the events of the messenger to a handler until the owner is cleaned up.
    pub(super) fn listen(self, handler: impl Fn(&HostEvent) + 'static) {
        let handler: Handler = Rc::new(handler);
        HANDLERS.with_borrow_mut(|handlers| handlers.push(Rc::clone(&handler)));
        let handler = StoredValue::new_local(handler);
        on_cleanup(move || {
            let _ = handler.try_with_value(|own| {
                HANDLERS.with_borrow_mut(|handlers| handlers.retain(|other| !Rc::ptr_eq(own, other)));
            });
        });
        if !RECEIVES.replace(true) {
            self.receive();
        }
    }

    /// Lets the messenger call the page: by functions in a web view, by messages in a frame.
    fn receive(self) {
        let on_event = move |name: String, data: JsValue| {
            // Web views pass objects or their JSON.
            let data = match data.as_string() {
                Some(text) => JSON::parse(&text).unwrap_or(JsValue::UNDEFINED),
                None => data,
            };
            self.dispatch(&name, &data);
        };
        let receiver = Closure::<dyn Fn(String, JsValue)>::new(on_event).into_js_value();
        let root: JsValue = window().into();
        if self.is_max() {
            set(&root, "WebApp", &object(&[("sendEvent", receiver)]));
        } else {
            let view = object(&[("receiveEvent", receiver.clone())]);
            set(&root, "Telegram", &object(&[("WebView", view.clone())]));
            set(&root, "TelegramGameProxy", &view);
            set(&root, "TelegramGameProxy_receiveEvent", &receiver);
        }
        // It stays for the life of the page, like the functions.
        let _ = window_event_listener(ev::message, move |event| {
            if event.origin() != self.host() {
                return;
            }
            let Some(message) = event.data().as_string().and_then(|text| JSON::parse(&text).ok()) else {
                return;
            };
            if self.is_max() {
                let name = text_field(&message, "type").unwrap_or_default();
                self.dispatch(&name, &message);
            } else {
                let name = text_field(&message, "eventType").unwrap_or_default();
                self.dispatch(&name, &get(&message, "eventData"));
            }
        });
    }

    fn dispatch(self, name: &str, data: &JsValue) {
        if !self.is_max() && name == "reload_iframe" {
            self.post("iframe_will_reload", &[]);
            let page = current_page();
            redirect(&if page.starts_with(MINI_APP_PAGE) {
                page
            } else {
                entry_path(&page)
            });
            return;
        }
        let Some(event) = self.parse(name, data) else { return };
        let handlers = HANDLERS.with_borrow(Clone::clone);
        for handler in handlers {
            handler(&event);
        }
    }

    fn parse(self, name: &str, data: &JsValue) -> Option<HostEvent> {
        if self.is_max() {
            return match name {
                "WebAppBackButtonPressed" => Some(HostEvent::BackPressed),
                "WebAppRequestPhone" => {
                    Some(shared_phone(data).map_or(HostEvent::PhoneRefused, HostEvent::PhoneShared))
                }
                _ => None,
            };
        }
        let insets = |property: &'static str| {
            let side = |name: &str| text_field(data, name)?.split('.').next()?.parse().ok();
            Some(HostEvent::InsetsChanged {
                property,
                top: side("top")?,
                bottom: side("bottom")?,
            })
        };
        match name {
            "back_button_pressed" => Some(HostEvent::BackPressed),
            "main_button_pressed" => Some(HostEvent::MainButtonPressed),
            "theme_changed" => Some(HostEvent::ThemeChanged {
                is_dark: is_dark(&get(data, "theme_params"))?,
            }),
            "safe_area_changed" => insets("host"),
            "content_safe_area_changed" => insets("content"),
            "phone_requested" => Some(if text_field(data, "status").as_deref() == Some("sent") {
                HostEvent::PhoneSent
            } else {
                HostEvent::PhoneRefused
            }),
            _ => None,
        }
    }
}

fn shared_phone(data: &JsValue) -> Option<MiniAppPhone> {
    Some(MiniAppPhone {
        number: text_field(data, "phone")?,
        auth_date: text_field(data, "authDate")?,
        hash: text_field(data, "hash")?,
    })
}
