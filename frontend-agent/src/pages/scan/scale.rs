//! A USB scale. The person chooses it once, and the browser keeps the choice. A weight that rests on it fills the field.

use super::js::{call, get, set};
use frontend_ui::prelude::*;
use leptos::{
    wasm_bindgen::{JsCast, JsValue, closure::Closure},
    web_sys,
};
use shared_types::scan::scale::{USAGE_PAGE, resting_grams};

frontend_ui::texts! {
    enum ScaleTexts;
    Connect: "Подключить весы", "Connect the scale", "连接电子秤";
    Connected: "Весы подключены", "The scale is connected", "电子秤已连接";
    Busy:
        "Весы не открываются: возможно, с ними работает другая программа",
        "The scale can't be opened: another program may use it",
        "无法打开电子秤：可能正被其他程序使用";
}

/// The event of a scale that reports.
const REPORT: &str = "inputreport";

/// A scale that is listened to, as long as the field is on the page.
struct Link {
    device: web_sys::EventTarget,
    listener: Closure<dyn Fn(JsValue)>,
}

impl Link {
    fn new(device: web_sys::EventTarget, listener: Closure<dyn Fn(JsValue)>) -> Self {
        // Fails only for options that are not given.
        let _ = device.add_event_listener_with_callback(REPORT, listener.as_ref().unchecked_ref());
        Self { device, listener }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        let listener = self.listener.as_ref().unchecked_ref();
        let _ = self.device.remove_event_listener_with_callback(REPORT, listener);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ScaleState {
    /// The browser is asked for the scale.
    Unknown,
    NotChosen,
    Connected,
    Busy,
}

/// The first device of a list that the browser answers with.
fn first(devices: Option<JsValue>) -> Option<web_sys::EventTarget> {
    js_sys::Array::from(&devices?).get(0).dyn_into().ok()
}

/// Asks the person for a scale.
async fn chosen_scale(hid: &JsValue) -> Option<web_sys::EventTarget> {
    let filter = js_sys::Object::new();
    set(&filter, "usagePage", &USAGE_PAGE.into());
    let options = js_sys::Object::new();
    set(&options, "filters", &js_sys::Array::of1(&filter));
    first(call(hid, "requestDevice", &js_sys::Array::of1(&options)).await)
}

async fn open(device: &JsValue) -> bool {
    get(device, "opened").is_some_and(|opened| opened.is_truthy())
        || call(device, "open", &js_sys::Array::new()).await.is_some()
}

/// The grams of a report.
fn grams_of(event: &JsValue) -> Option<i64> {
    let data: js_sys::DataView = get(event, "data")?.dyn_into().ok()?;
    let bytes: Vec<u8> = (0..data.byte_length()).map(|index| data.get_uint8(index)).collect();
    resting_grams(&bytes)
}

/// The button that connects a scale, or that it is connected. Nothing in a browser without access to scales.
pub(super) fn scale(on_weight: Callback<i64>) -> AnyView {
    let Some(hid) = get(&window().navigator().into(), "hid") else {
        return ().into_any();
    };
    let state = RwSignal::new(ScaleState::Unknown);
    let link = StoredValue::new_local(None::<Link>);
    let connect = move |device: Option<web_sys::EventTarget>| async move {
        let Some(device) = device else {
            state.try_set(ScaleState::NotChosen);
            return;
        };
        if !open(&device).await {
            state.try_set(ScaleState::Busy);
            return;
        }
        let listener = Closure::<dyn Fn(JsValue)>::new(move |event: JsValue| {
            if let Some(grams) = grams_of(&event) {
                on_weight.try_run(grams);
            }
        });
        // The field is gone if the next code was scanned meanwhile.
        link.try_set_value(Some(Link::new(device, listener)));
        state.try_set(ScaleState::Connected);
    };
    let known = hid.clone();
    spawn_local(async move {
        connect(first(call(&known, "getDevices", &js_sys::Array::new()).await)).await;
    });
    let hid = StoredValue::new_local(hid);
    let choose = move |_| {
        let hid = hid.get_value();
        spawn_local(async move { connect(chosen_scale(&hid).await).await });
    };
    let content = move || match state.get() {
        ScaleState::Unknown => ().into_any(),
        ScaleState::Connected => any_view! {
            <small class="muted" data-testid="scale">
                {t(ScaleTexts::Connected)}
            </small>
        },
        state => any_view! {
            <button type="button" class="quiet" data-testid="connect-scale" on:click=choose>
                {t(ScaleTexts::Connect)}
            </button>
            {(state == ScaleState::Busy)
                .then(|| {
                    view! {
                        <small class="fault" role="alert" data-testid="scale-busy">
                            {t(ScaleTexts::Busy)}
                        </small>
                    }
                })}
        },
    };
    content.into_any()
}
