//! Notifications in this browser, by web push: what they are, and a switch. The service worker shows them.

use crate::{
    api::Error,
    browser_api::{call_async, property},
    prelude::*,
};
use js_sys::{JSON, Object, Reflect};
use serde_json::Value;
use shared_types::notifications::{
    DeletePushSubscription, ListPushSubscriptions, NewPushSubscription, PushKeys, SavePushSubscription,
};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

crate::texts! {
    /// A text about notifications in the browser.
    enum BrowserTexts;
    Title: "В этом браузере", "In this browser", "在此浏览器中";
    How:
        "Браузер сообщит о событиях, даже когда кабинет закрыт. Сначала он спросит разрешения. После выхода из кабинета уведомления не приходят.",
        "The browser tells you of events even while the cabinet is closed. It asks for your permission first. After you log out, nothing is sent.",
        "即使后台已关闭，浏览器也会通知您。浏览器会先请求许可。退出登录后不再发送。";
    TurnOn: "Включить уведомления", "Turn on notifications", "开启通知";
    TurnOff: "Выключить", "Turn off", "关闭";
    On:
        "Включены. Виды событий выбираются в столбце «Браузер».",
        "On. The kinds of events are chosen in the column \"Browser\".",
        "已开启。可在“浏览器”一列中选择事件类型。";
    Denied:
        "Браузер запрещает уведомления этого сайта. Разрешите их в настройках сайта, которые открывает значок слева от адреса.",
        "The browser blocks notifications of this site. Allow them in the site's settings, behind the icon left of the address.",
        "浏览器已禁止本站通知。请点击地址左侧的图标，在网站设置中允许通知。";
    HomeScreen:
        "На iPhone уведомления приходят приложению: нажмите «Поделиться», затем «На экран „Домой“», и откройте кабинет оттуда.",
        "On an iPhone the app gets notifications: press \"Share\", then \"Add to Home Screen\", and open the cabinet from there.",
        "在 iPhone 上需使用应用：点“共享”，再点“添加到主屏幕”，然后从主屏幕打开后台。";
    Unsupported:
        "Этот браузер не показывает уведомления сайтов.",
        "This browser shows no notifications of sites.",
        "此浏览器不支持网站通知。";
    Failed:
        "Браузер не смог подписаться на уведомления. Попробуйте ещё раз позже.",
        "The browser could not subscribe to notifications. Try again later.",
        "浏览器未能订阅通知。请稍后再试。";
}

/// Whether this browser shows notifications.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PushState {
    Unsupported,
    /// An iPhone or iPad shows them for a page of the home screen only.
    NeedsHomeScreen,
    Denied,
    Off,
    On,
}

impl PushState {
    async fn read() -> Self {
        let Some(manager) = push_manager().await else {
            return if is_mobile_apple() {
                Self::NeedsHomeScreen
            } else {
                Self::Unsupported
            };
        };
        let permission = property(&property(&window(), "Notification"), "permission");
        if permission == "denied" {
            return Self::Denied;
        }
        match call_async(&manager, "getSubscription", &[]).await {
            Ok(subscription) if subscription.is_object() => Self::On,
            _ => Self::Off,
        }
    }

    const fn text(self) -> Option<BrowserTexts> {
        match self {
            Self::Unsupported => Some(BrowserTexts::Unsupported),
            Self::NeedsHomeScreen => Some(BrowserTexts::HomeScreen),
            Self::Denied => Some(BrowserTexts::Denied),
            Self::On => Some(BrowserTexts::On),
            Self::Off => None,
        }
    }
}

fn is_mobile_apple() -> bool {
    let navigator = window().navigator();
    let agent = navigator.user_agent().unwrap_or_default();
    let has_touch = property(&navigator, "maxTouchPoints")
        .as_f64()
        .is_some_and(|points| points > 1.0);
    agent.contains("iPhone") || agent.contains("iPad") || agent.contains("Macintosh") && has_touch
}

/// The push manager of the cabinet's service worker; `None` if the browser has none.
async fn push_manager() -> Option<JsValue> {
    let workers = property(&window().navigator(), "serviceWorker");
    let registration = call_async(&workers, "getRegistration", &[]).await.ok()?;
    let manager = property(&registration, "pushManager");
    manager.is_object().then_some(manager)
}

/// Asks for permission and subscribes. `None` if the browser fails.
async fn subscribe(key: &str) -> Option<NewPushSubscription> {
    let notification = property(&window(), "Notification");
    let permission = call_async(&notification, "requestPermission", &[]).await.ok()?;
    if permission != "granted" {
        return None;
    }
    let ready = property(&property(&window().navigator(), "serviceWorker"), "ready");
    JsFuture::from(ready.dyn_into::<js_sys::Promise>().ok()?).await.ok()?;
    let options = Object::new();
    Reflect::set(&options, &"userVisibleOnly".into(), &true.into()).ok()?;
    Reflect::set(&options, &"applicationServerKey".into(), &key.into()).ok()?;
    let manager = push_manager().await?;
    let subscription = call_async(&manager, "subscribe", &[options.into()]).await.ok()?;
    let text = String::from(JSON::stringify(&subscription).ok()?);
    let value: Value = serde_json::from_str(&text).ok()?;
    let part = |pointer: &str| value.pointer(pointer)?.as_str().map(ToOwned::to_owned);
    Some(NewPushSubscription {
        endpoint: part("/endpoint")?,
        keys: PushKeys {
            p256dh: part("/keys/p256dh")?,
            auth: part("/keys/auth")?,
        },
    })
}

/// Returns whether the browser subscribed.
async fn turn_on() -> Result<bool, Error> {
    let known = api::get::<ListPushSubscriptions>(Nothing {}).await?;
    let Some(new) = subscribe(&known.public_key).await else {
        return Ok(false);
    };
    api::call::<SavePushSubscription>((), new).await?;
    Ok(true)
}

async fn turn_off() -> Result<bool, Error> {
    if let Some(manager) = push_manager().await
        && let Ok(subscription) = call_async(&manager, "getSubscription", &[]).await
    {
        let _ = call_async(&subscription, "unsubscribe", &[]).await;
    }
    let known = api::get::<ListPushSubscriptions>(Nothing {}).await?;
    for browser in known.data.into_iter().filter(|browser| browser.current) {
        api::call::<DeletePushSubscription>((browser.id,), Nothing {}).await?;
    }
    Ok(true)
}

/// Turns notifications in this browser on and off. `changed` is called after a change.
pub(super) fn browser_notices(changed: Callback<()>) -> AnyView {
    let (action, state, has_failed) = (use_action(), RwSignal::new(None::<PushState>), RwSignal::new(false));
    spawn_local(async move { _ = state.try_set(Some(PushState::read().await)) });
    let press = move |_| {
        let is_on = state.get_untracked() == Some(PushState::On);
        let call = async move {
            let result = if is_on { turn_off().await } else { turn_on().await };
            let now = PushState::read().await;
            state.try_set(Some(now));
            changed.try_run(());
            result.map(|has_changed| !has_changed && now == PushState::Off)
        };
        action.run(call, move |has_not_subscribed| {
            has_failed.try_set(has_not_subscribed);
        });
    };
    let button = move || {
        let (caption, mark) = match state.get()? {
            PushState::Off => (BrowserTexts::TurnOn, "push-on"),
            PushState::On => (BrowserTexts::TurnOff, "push-off"),
            _ => return None,
        };
        Some(any_view! {
            <div class="row">
                <button type="button" class="button" data-testid=mark disabled=move || action.is_busy() on:click=press>
                    {t(caption)}
                </button>
            </div>
        })
    };
    any_view! {
        <h3>{t(BrowserTexts::Title)}</h3>
        <p class="muted">{t(BrowserTexts::How)}</p>
        <ErrorNote error=action />
        {move || {
            let text = if has_failed.get() { Some(BrowserTexts::Failed) } else { state.get()?.text() };
            text.map(|text| {
                any_view! {
                    <p role="status" data-testid="push-state">
                        {t(text)}
                    </p>
                }
            })
        }}
        {button}
    }
}
