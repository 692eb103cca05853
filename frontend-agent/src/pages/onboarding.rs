//! The first steps of a new agent: the forms of the settings in their order, to be gone through, skipped and resumed.

use super::settings;
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Loaded},
    features::notices::{LinkBots, Notices},
    i18n::t,
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::{NavigateOptions, components::A, hooks::use_navigate};
use shared_types::{
    endpoint::Nothing,
    onboarding::{MoveOnboarding, Onboarding, OnboardingMove, OnboardingStep, ShowOnboarding},
};

frontend_ui::texts! {
    /// What the wizard says.
    pub(crate) enum Words;
    Title: "Первые шаги", "First steps", "开始使用";
    Progress: "Готово", "Done", "已完成";
    Of: "из", "of", "/";
    Company: "Компания", "Company", "公司";
    CompanyHint: "Название и контакты, которые увидят клиенты.", "The name and contacts that clients see.", "客户看到的名称和联系方式。";
    Rate: "Курс", "Rate", "汇率";
    RateHint: "По какому курсу юани превращаются в рубли.", "At which rate yuan become rubles.", "人民币兑卢布的汇率。";
    Commission: "Комиссия", "Commission", "佣金";
    CommissionHint: "Сколько вы берёте за выкуп.", "What you charge for buying.", "代购服务费。";
    Delivery: "Доставка", "Delivery", "配送";
    DeliveryHint: "Чем товары едут из Китая.", "How goods leave China.", "货物从中国的运输方式。";
    Bot: "Бот", "Bot", "机器人";
    BotHint: "Новости о заказах и коды входа приходят в мессенджер.", "News of orders and login codes come to a messenger.", "订单消息和登录验证码将发送到即时通讯工具。";
    BotDone: "Мессенджер подключён.", "A messenger is linked.", "已绑定即时通讯工具。";
    Client: "Первый клиент", "First client", "首位客户";
    ClientHint: "Отправьте клиенту ссылку: по ней он зарегистрируется у вас.", "Send the client the link: by it they register with you.", "将链接发给客户，客户即可注册。";
    Next: "Дальше", "Next", "下一步";
    Skip: "Пропустить", "Skip", "跳过";
    Finish: "Завершить", "Finish", "完成";
    Later: "Закончить позже", "Not now", "稍后再说";
    Steps: "Шаги", "Steps", "步骤";
}

const fn words(step: OnboardingStep) -> (Words, Words) {
    match step {
        OnboardingStep::Company => (Words::Company, Words::CompanyHint),
        OnboardingStep::Rate => (Words::Rate, Words::RateHint),
        OnboardingStep::Commission => (Words::Commission, Words::CommissionHint),
        OnboardingStep::Delivery => (Words::Delivery, Words::DeliveryHint),
        OnboardingStep::Bot => (Words::Bot, Words::BotHint),
        OnboardingStep::Client => (Words::Client, Words::ClientHint),
    }
}

async fn go(current: Option<OnboardingStep>) -> Result<Onboarding, Error> {
    api::send::<MoveOnboarding>((), Nothing {}, OnboardingMove { current }, Options::default()).await
}

fn done(state: &Onboarding) -> usize {
    state.steps.iter().filter(|step| step.done).count()
}

/// The wizard.
#[component]
pub(crate) fn OnboardingPage() -> impl IntoView {
    let loaded = LocalResource::new(|| api::get::<ShowOnboarding>(Nothing {}));
    view! {
        <div class="page-head"><h1>{t(Words::Title)}</h1></div>
        <Loaded resource=loaded content={|state: Onboarding| view! { <Wizard state=state/> }.into_any()}/>
    }
}

#[component]
fn Wizard(state: Onboarding) -> impl IntoView {
    let start = state.current.unwrap_or(OnboardingStep::Company);
    let (current, held) = (RwSignal::new(start), RwSignal::new(state));
    let error = RwSignal::new(None::<Error>);
    let navigate = StoredValue::new_local(use_navigate());
    // What is to be sent next; a move that was not sent yet gives way to a later one.
    let (waiting, sending) = (StoredValue::new(None), RwSignal::new(false));
    let step_to = move |next: Option<OnboardingStep>| {
        // Shown at once: whoever clicks twice goes on twice.
        if let Some(next) = next {
            current.set(next);
        }
        waiting.set_value(Some(next));
        if sending.get_untracked() {
            return;
        }
        sending.set(true);
        spawn_local(async move {
            // One after another: two at once may arrive in either order, and the earlier would stay.
            while let Some(next) = waiting.try_update_value(Option::take).flatten() {
                match go(next).await {
                    Ok(now) => {
                        error.try_set(None);
                        held.try_set(now);
                        if next.is_none() {
                            navigate.try_with_value(|go| go("/agent/orders", NavigateOptions::default()));
                        }
                    }
                    Err(refused) => drop(error.try_set(Some(refused))),
                }
            }
            sending.try_set(false);
        });
    };
    let look = Callback::new(move |()| {
        spawn_local(async move {
            if let Ok(now) = api::get::<ShowOnboarding>(Nothing {}).await {
                held.set(now);
            }
        });
    });
    let is_done =
        move |step: OnboardingStep| held.with(|held| held.steps.iter().any(|state| state.step == step && state.done));
    let line = move |step: OnboardingStep| {
        let (name, _) = words(step);
        view! {
            <li><button type="button" class=move || if current.get() == step { "tab active" } else { "tab" } data-testid=format!("step-{}", step.as_str())
                aria-current=move || (current.get() == step).then_some("step") on:click=move |_| step_to(Some(step))>
                <span class="done-mark" aria-hidden="true">{move || if is_done(step) { "✓" } else { "○" }}</span>{t(name)}
            </button></li>
        }
    };
    let form = move || {
        let step = current.get();
        let (name, hint) = words(step);
        view! {
            <h2>{t(name)}</h2>
            <p class="muted">{t(hint)}</p>
            {form_of(step, is_done(step), look)}
            <div class="actions-row">
                <button type="button" class="button primary" data-testid="next-step" on:click=move |_| step_to(step.next())>
                    {move || t(match (step.next(), is_done(step)) { (None, _) => Words::Finish, (_, true) => Words::Next, (_, false) => Words::Skip })}
                </button>
                <A href="/agent/orders" attr:class="quiet">{t(Words::Later)}</A>
            </div>
        }
    };
    view! {
        <ErrorNote error=error/>
        <p role="status" data-testid="progress">{t(Words::Progress)}" "<strong>{move || held.with(done)}</strong>" "{t(Words::Of)}" "{OnboardingStep::ALL.len()}</p>
        <progress class="steps-done" max=OnboardingStep::ALL.len().to_string() value=move || held.with(done).to_string()></progress>
        <div class="settings">
            <nav class="tabs" aria-label=t(Words::Steps) aria-busy=move || sending.get().to_string() data-testid="steps"><ul class="wizard">{OnboardingStep::ALL.map(line).collect_view()}</ul></nav>
            <div class="settings-tab wizard-form">{form}</div>
        </div>
    }
    .into_any()
}

/// The form of a step: that of the settings.
fn form_of(step: OnboardingStep, done: bool, look: Callback<()>) -> AnyView {
    match step {
        OnboardingStep::Company | OnboardingStep::Client => settings::tab("main"),
        OnboardingStep::Rate => settings::tab("rate"),
        OnboardingStep::Commission => settings::tab("conditions"),
        OnboardingStep::Delivery => settings::tab("delivery_methods"),
        OnboardingStep::Bot if done => {
            view! { <p class="ok" data-testid="bot-linked">{t(Words::BotDone)}</p> }.into_any()
        }
        OnboardingStep::Bot => {
            view! { <section class="card narrow"><h3>{t(Notices::Link)}</h3><LinkBots check=look/></section> }
                .into_any()
        }
    }
}

/// The invitation to go on with the first steps, above the order table.
#[component]
pub(crate) fn Invitation() -> impl IntoView {
    let loaded = LocalResource::new(|| api::get::<ShowOnboarding>(Nothing {}));
    let hidden = RwSignal::new(false);
    let close = move |_| {
        hidden.set(true);
        spawn_local(async move {
            let _ = go(None).await;
        });
    };
    move || {
        let state = loaded.get().and_then(Result::ok)?;
        let open = !state.finished && done(&state) < OnboardingStep::ALL.len() && !hidden.get();
        open.then(|| view! {
            <p class="note row spread" data-testid="first-steps">
                <span>{t(Words::Title)}": "{done(&state)}" "{t(Words::Of)}" "{OnboardingStep::ALL.len()}</span>
                <span class="actions-row"><A href="/agent/onboarding" attr:class="button">{t(Words::Next)}</A><button type="button" class="quiet" data-testid="close-first-steps" on:click=close>{t(Words::Finish)}</button></span>
            </p>
        })
    }
}
