//! The launch of a mini app: the parameters in the fragment of the address, kept for the reloads of the tab.

use crate::{
    features::login::state::{store, stored},
    format,
};
use leptos::prelude::window;
use shared_types::identity::{Channel, InvitationQuery, MINI_APP_PAGE, MINI_APP_TARGET, MiniAppLaunch, MiniAppPhone};
use wasm_bindgen::JsValue;
use web_sys::UrlSearchParams;

const KEY: &str = "karavan.mini-app";
/// The parameter with the launch data of Telegram.
const TELEGRAM_DATA: &str = "tgWebAppData";

/// Whether a messenger has opened this tab as a mini app.
pub fn is_launched() -> bool {
    !stored(KEY).is_empty()
}

/// Whether Telegram has opened this tab. It does not read the launch, whose code is loaded later.
pub(super) fn is_in_telegram() -> bool {
    stored(KEY).contains(TELEGRAM_DATA)
}

/// The address that logs in by the launch of this tab and opens a page. A frame can show no other one: browsers refuse it.
pub(super) fn entry_path(page: &str) -> String {
    format!(
        "{MINI_APP_PAGE}?{MINI_APP_TARGET}={}",
        js_sys::encode_uri_component(page)
    )
}

/// The page of the cabinet that is open.
pub(crate) fn current_page() -> String {
    let location = window().location();
    [location.pathname(), location.search()]
        .map(Result::unwrap_or_default)
        .concat()
}

/// The window that frames the page.
pub(super) fn parent_window() -> Option<web_sys::Window> {
    let parent = window().parent().ok().flatten()?;
    (!js_sys::Object::is(&parent, &window())).then_some(parent)
}

/// Whether a messenger is around the page. Anybody can send a link with launch data to an ordinary browser, which must not log in.
fn is_in_messenger() -> bool {
    let has = |name: &str| js_sys::Reflect::get(&window(), &name.into()).is_ok_and(|object| object.is_object());
    parent_window().is_some() || has("TelegramWebviewProxy") || has("WebViewHandler")
}

/// The parameters with which a messenger has opened the page.
#[derive(Clone)]
pub(super) struct Launch {
    pub(super) messenger: Channel,
    /// The signed data, as the server checks them.
    pub(super) data: String,
    pub(super) start_parameter: Option<String>,
    /// Whether the messenger is dark, where it says so.
    pub(super) is_dark: Option<bool>,
}

impl Launch {
    /// The launch that the address names, else the one of this tab.
    pub(super) fn read() -> Option<Self> {
        if !is_in_messenger() {
            return None;
        }
        let fragment = window().location().hash().unwrap_or_default();
        if let Some(launch) = Self::parse(&fragment) {
            store(KEY, &fragment);
            return Some(launch);
        }
        Self::parse(&stored(KEY))
    }

    /// The request that logs in, with the link of an agent that was opened.
    pub(super) fn request(&self, link: InvitationQuery, shared_phone: Option<MiniAppPhone>) -> MiniAppLaunch {
        MiniAppLaunch {
            messenger: self.messenger,
            launch_data: self.data.clone(),
            agent: link.agent,
            hash: link.hash,
            shared_phone,
            timezone: format::browser_time_zone(),
        }
    }

    fn parse(fragment: &str) -> Option<Self> {
        let fields = UrlSearchParams::new_with_str(fragment.trim_start_matches('#')).ok()?;
        let given = |name: &str| fields.get(name).filter(|value| !value.is_empty());
        let (messenger, data) = match (given(TELEGRAM_DATA), given("WebAppData")) {
            (Some(data), _) => (Channel::Telegram, data),
            (None, Some(data)) => (Channel::Max, data),
            (None, None) => return None,
        };
        let signed = UrlSearchParams::new_with_str(&data).ok()?;
        let start_parameter = signed.get("start_param").or_else(|| given("tgWebAppStartParam"));
        let theme = given("tgWebAppThemeParams").and_then(|theme| js_sys::JSON::parse(&theme).ok());
        Some(Self {
            messenger,
            data,
            start_parameter: start_parameter.filter(|parameter| !parameter.is_empty()),
            is_dark: theme.and_then(|theme| is_dark(&theme)),
        })
    }
}

/// Whether the background of a theme of Telegram is dark.
pub(super) fn is_dark(theme: &JsValue) -> Option<bool> {
    let color = js_sys::Reflect::get(theme, &"bg_color".into()).ok()?.as_string()?;
    let number = u32::from_str_radix(color.strip_prefix('#')?, 16).ok()?;
    let (red, green, blue) = (number >> 16 & 255, number >> 8 & 255, number & 255);
    // The weights of the luma of BT.601, in thousandths.
    Some(red * 299 + green * 587 + blue * 114 < 128_000)
}
