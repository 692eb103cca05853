//! Onboarding of a new agent: a wizard over the settings forms. Steps can be skipped, and the wizard resumed later.

use super::settings;
use frontend_ui::{
    api::Error,
    features::notification_preferences::{LinkMessenger, NotificationTexts},
    prelude::*,
};
use leptos_router::{NavigateOptions, hooks::use_navigate};
use shared_types::onboarding::{ChangeOnboarding, Onboarding, OnboardingChange, OnboardingStep, ShowOnboarding};

frontend_ui::texts! {
    pub(crate) enum OnboardingTexts;
    Title: "Первые шаги", "First steps", "开始使用";
    Progress: "Готово", "Done", "已完成";
    Of: "из", "of", "/";
    Company: "Компания", "Company", "公司";
    CompanyHint: "Название и контакты, которые увидят клиенты.", "The name and contacts that clients see.", "客户看到的名称和联系方式。";
    Rate: "Курс", "Rate", "汇率";
    RateHint: "По какому курсу юани пересчитываются в рубли.", "The rate used to convert yuan to rubles.", "人民币兑卢布的汇率。";
    Commission: "Комиссия", "Commission", "服务费";
    CommissionHint: "Сколько вы берёте за выкуп.", "Your fee for buying.", "您收取的代购服务费。";
    Delivery: "Доставка", "Delivery", "配送";
    DeliveryHint: "Как товары доставляются из Китая.", "How goods are delivered from China.", "货物从中国的运输方式。";
    Bot: "Бот", "Bot", "机器人";
    BotHint:
        "Уведомления о заказах и коды входа приходят в мессенджер.",
        "Order notifications and login codes are sent to your messenger.",
        "订单通知和登录验证码将发送到您的即时通讯工具。";
    BotDone: "Мессенджер подключён.", "Messenger connected.", "已绑定即时通讯工具。";
    Client: "Первый клиент", "First client", "首位客户";
    ClientHint:
        "Отправьте клиенту ссылку: по ней он зарегистрируется у вас.",
        "Send the link to your client. They use it to register with you.",
        "将链接发给客户，客户即可注册。";
    Next: "Дальше", "Next", "下一步";
    Skip: "Пропустить", "Skip", "跳过";
    Finish: "Завершить", "Finish", "完成";
    Later: "Закончить позже", "Finish later", "稍后完成";
    Steps: "Шаги", "Steps", "步骤";
}

/// The title and the hint of a step.
const fn step_texts(step: OnboardingStep) -> (OnboardingTexts, OnboardingTexts) {
    match step {
        OnboardingStep::Company => (OnboardingTexts::Company, OnboardingTexts::CompanyHint),
        OnboardingStep::Rate => (OnboardingTexts::Rate, OnboardingTexts::RateHint),
        OnboardingStep::Commission => (OnboardingTexts::Commission, OnboardingTexts::CommissionHint),
        OnboardingStep::Delivery => (OnboardingTexts::Delivery, OnboardingTexts::DeliveryHint),
        OnboardingStep::Bot => (OnboardingTexts::Bot, OnboardingTexts::BotHint),
        OnboardingStep::Client => (OnboardingTexts::Client, OnboardingTexts::ClientHint),
    }
}

/// Stores the current step; `None` ends the onboarding.
async fn set_current_step(current: Option<OnboardingStep>) -> Result<Onboarding, Error> {
    api::send::<ChangeOnboarding>((), Nothing {}, OnboardingChange { current }, Options::default()).await
}

fn done_count(state: &Onboarding) -> usize {
    state.steps.iter().filter(|step| step.done).count()
}

/// Loads the progress and shows the wizard.
#[component]
pub(crate) fn OnboardingPage() -> impl IntoView {
    let loaded = use_value(&[], || api::get::<ShowOnboarding>(Nothing {}));
    view! {
        <div class="page-head">
            <h1>{t(OnboardingTexts::Title)}</h1>
        </div>
        {loaded
            .show(
                Skeleton::Rows,
                move |state: &Onboarding| {
                    let state = state.clone();
                    any_view! { <Wizard state=state /> }
                },
            )}
    }
}

#[component]
fn Wizard(state: Onboarding) -> impl IntoView {
    let start = state.current.unwrap_or(OnboardingStep::Company);
    let (current, progress) = (RwSignal::new(start), RwSignal::new(state));
    let error = RwSignal::new(None::<Error>);
    let navigate = StoredValue::new_local(use_navigate());
    // The step to be stored next. A newer step replaces one that was not sent yet.
    let (queued, sending) = (StoredValue::new(None), RwSignal::new(false));
    let step_to = move |next: Option<OnboardingStep>| {
        // The step is shown without waiting for the server, so that two clicks go two steps.
        if let Some(next) = next {
            current.set(next);
        }
        queued.set_value(Some(next));
        if sending.get_untracked() {
            return;
        }
        sending.set(true);
        spawn_local(async move {
            // One request at a time: parallel ones may arrive in any order.
            while let Some(next) = queued.try_update_value(Option::take).flatten() {
                match set_current_step(next).await {
                    Ok(updated) => {
                        error.try_set(None);
                        progress.try_set(updated);
                        if next.is_none() {
                            navigate.try_with_value(|navigate| navigate("/agent/orders", NavigateOptions::default()));
                        }
                    }
                    Err(err) => drop(error.try_set(Some(err))),
                }
            }
            sending.try_set(false);
        });
    };
    let refresh = Callback::new(move |()| {
        spawn_local(async move {
            if let Ok(updated) = api::get::<ShowOnboarding>(Nothing {}).await {
                progress.set(updated);
            }
        });
    });
    let is_done = move |step: OnboardingStep| {
        progress.with(|progress| progress.steps.iter().any(|state| state.step == step && state.done))
    };
    let step_button = move |step: OnboardingStep| {
        let (name, _) = step_texts(step);
        view! {
            <li>
                <button
                    type="button"
                    class=move || if current.get() == step { "tab active" } else { "tab" }
                    data-testid=format!("step-{}", step.as_str())
                    aria-current=move || (current.get() == step).then_some("step")
                    on:click=move |_| step_to(Some(step))
                >
                    <span class="done-mark" aria-hidden="true">
                        {move || if is_done(step) { Icon::CircleCheck.view() } else { Icon::Circle.view() }}
                    </span>
                    {t(name)}
                </button>
            </li>
        }
    };
    let form = move || {
        let step = current.get();
        let (name, hint) = step_texts(step);
        view! {
            <h2>{t(name)}</h2>
            <p class="muted">{t(hint)}</p>
            {step_form(step, is_done(step), refresh)}
            <div class="actions-row">
                <button
                    type="button"
                    class="button primary"
                    data-testid="next-step"
                    on:click=move |_| step_to(step.next())
                >
                    {move || t(
                        match (step.next(), is_done(step)) {
                            (None, _) => OnboardingTexts::Finish,
                            (_, true) => OnboardingTexts::Next,
                            (_, false) => OnboardingTexts::Skip,
                        },
                    )}
                </button>
                <a href="/agent/orders" class="quiet">
                    {t(OnboardingTexts::Later)}
                </a>
            </div>
        }
    };
    any_view! {
        <ErrorNote error=error />
        <p role="status" data-testid="progress">
            {t(OnboardingTexts::Progress)}
            " "
            <strong>{move || progress.with(done_count)}</strong>
            " "
            {t(OnboardingTexts::Of)}
            " "
            {OnboardingStep::ALL.len()}
        </p>
        <progress
            class="steps-progress"
            max=OnboardingStep::ALL.len().to_string()
            value=move || progress.with(done_count).to_string()
        ></progress>
        <div class="settings">
            <nav
                class="tabs"
                aria-label=t(OnboardingTexts::Steps)
                aria-busy=move || sending.get().to_string()
                data-testid="steps"
            >
                <ul class="wizard">{OnboardingStep::ALL.map(step_button).collect_view()}</ul>
            </nav>
            <div class="settings-tab wizard-form">{form}</div>
        </div>
    }
}

/// The settings form of a step.
fn step_form(step: OnboardingStep, done: bool, refresh: Callback<()>) -> AnyView {
    match step {
        OnboardingStep::Company | OnboardingStep::Client => settings::tab("main"),
        OnboardingStep::Rate => settings::tab("rate"),
        OnboardingStep::Commission => settings::tab("conditions"),
        OnboardingStep::Delivery => settings::tab("delivery_methods"),
        OnboardingStep::Bot if done => any_view! {
            <p class="ok" data-testid="bot-linked">
                {t(OnboardingTexts::BotDone)}
            </p>
        },
        OnboardingStep::Bot => any_view! {
            <section class="card narrow">
                <h2 class="minor">{t(NotificationTexts::Link)}</h2>
                <LinkMessenger check=refresh />
            </section>
        },
    }
}

/// The banner of the home page and the order table that leads to the unfinished onboarding.
#[component]
pub(crate) fn OnboardingBanner() -> impl IntoView {
    let loaded = use_value(&[], || api::get::<ShowOnboarding>(Nothing {}));
    let hidden = RwSignal::new(false);
    let close = move |_| {
        hidden.set(true);
        spawn_local(async move {
            let _ = set_current_step(None).await;
        });
    };
    move || {
        let state = loaded.get()?;
        let is_visible = !state.finished && done_count(&state) < OnboardingStep::ALL.len() && !hidden.get();
        is_visible.then(|| {
            view! {
                <p class="note row spread" data-testid="first-steps">
                    <span>
                        {t(OnboardingTexts::Title)}": "{done_count(&state)}" "{t(OnboardingTexts::Of)}" "
                        {OnboardingStep::ALL.len()}
                    </span>
                    <span class="actions-row">
                        <a href="/agent/onboarding" class="button">
                            {t(OnboardingTexts::Next)}
                        </a>
                        <button type="button" class="quiet" data-testid="close-first-steps" on:click=close>
                            {t(OnboardingTexts::Finish)}
                        </button>
                    </span>
                </p>
            }
        })
    }
}
