//! Startup of the SPAs, the login guard of their pages, and the 404 page.

use crate::{
    api::Fetched,
    components::{MissingTexts, apply_stored_theme, follow_heading, init_confirmations, init_toasts},
    features::{
        brand::apply_stored_accent,
        login::{LoginState, current_page, is_launched},
    },
    i18n::{self, Language},
    live,
    prelude::*,
    session::{self, CurrentUser},
};
use gloo_timers::future::TimeoutFuture;
use leptos::{either::Either, mount::mount_to_body};
use shared_types::start_page::StartPage;

/// Content of a page whose texts can't be loaded.
const TEXTS_MISSING: [(Language, &str, &str); 3] = [
    (
        Language::Ru,
        "Страница не загрузилась. Проверьте интернет.",
        "Загрузить ещё раз",
    ),
    (
        Language::En,
        "The page could not be loaded. Check your internet connection.",
        "Load again",
    ),
    (Language::Zh, "页面加载失败，请检查网络。", "重新加载"),
];

/// Loads the texts of the person's language and shows the app.
pub fn mount_app<V: IntoView + 'static>(app: impl FnOnce() -> V + 'static) {
    i18n::init_language();
    wasm_bindgen_futures::spawn_local(async {
        TimeoutFuture::new(0).await;
        format::load_date_formats();
    });
    // The executor of `leptos` starts with the first mounted view.
    wasm_bindgen_futures::spawn_local(async {
        if i18n::load_texts(i18n::language()).await {
            mount_to_body(app);
        } else {
            mount_to_body(texts_missing);
        }
    });
}

fn texts_missing() -> impl IntoView {
    let address = window().location().href().unwrap_or_default();
    let sentences = TEXTS_MISSING.map(|(language, sentence, reload)| {
        view! {
            <p lang=language
                .as_str()>
                {sentence} " " <a href=address.clone() rel="external">
                    {reload}
                </a>
            </p>
        }
    });
    view! { <main class="empty">{sentences.collect_view()}</main> }
}

/// Initialises theme and the session context. Called once by the root component.
pub fn init_app(guard: Guard) {
    session::set_guard(guard);
    apply_stored_theme();
    if guard == Guard::Client {
        apply_stored_accent();
    }
    init_confirmations();
    init_toasts();
    follow_heading();
    session::provide(CurrentUser(RwSignal::new(None)));
    provide_context(LoginState::new());
}

/// The page that logs in and leads back to the open one: in a messenger the one that it opens.
fn login_address() -> String {
    let door = if is_launched() { "app?page" } else { "login?next" };
    let page = js_sys::encode_uri_component(&current_page());
    format!("/{}/{door}={page}", session::guard().as_str())
}

/// Renders its children for logged-in users and redirects everyone else to the login page.
#[component]
pub fn LoggedIn(children: ChildrenFn) -> impl IntoView {
    let current = session::current_user().0;
    let failure = RwSignal::new(None);
    let loading = Fetched::new(move || async move {
        if current.with_untracked(Option::is_some) {
            return;
        }
        // The cookie can belong to another account of the messenger.
        if is_launched() && session::access_token().is_none() {
            session::redirect(&login_address());
            return;
        }
        match session::load().await {
            Ok(me) => {
                i18n::adopt_language(me.user.locale).await;
                current.set(Some(me));
            }
            Err(error) if error.code().is_some_and(|code| code.status() == 401) => {
                session::redirect(&login_address());
            }
            Err(error) => failure.set(Some(error)),
        }
    });
    let load_again = move |_| {
        failure.set(None);
        loading.refetch();
    };
    move || {
        loading.track();
        if current.with(Option::is_some) {
            live::start();
            Either::Left(children())
        } else {
            Either::Right(view! {
                <main>
                    <ErrorNote error=failure />
                    {move || {
                        if failure.with(Option::is_none) {
                            any_view! {
                                <p class="starting" role="status">
                                    {t(Text::Loading)}
                                </p>
                            }
                        } else {
                            any_view! {
                                <p class="starting">
                                    <button class="button" data-testid="load-again" on:click=load_again>
                                        {t(Text::Retry)}
                                    </button>
                                </p>
                            }
                        }
                    }}
                </main>
            })
        }
    }
}

/// The page for unknown paths.
#[component]
pub fn NotFoundPage() -> impl IntoView {
    view! { <main>{not_found()}</main> }
}

/// The same inside of a cabinet, whose frame has the `main`.
#[component]
pub fn NotFoundContent() -> impl IntoView {
    not_found()
}

fn not_found() -> AnyView {
    any_view! {
        <div class="empty">
            <span class="empty-icon">{Icon::Search.view()}</span>
            <h1>{t(MissingTexts::Title)}</h1>
            <p>{t(MissingTexts::Reason)}</p>
            <a class="button primary" href=StartPage::Home.path(session::guard())>
                {t(MissingTexts::ToHome)}
            </a>
        </div>
    }
}
