//! One webhook: its facts, its switch, its secret, and the test.

use super::{
    deliveries::{Log, delivery_log},
    form::edit_dialog,
    paths::list_url,
    replay::replay_dialog,
    state,
    texts::HookTexts,
    types,
    verify::VerifyCode,
};
use crate::{
    components::{ActionMenu, Breadcrumb, Crumb},
    features::clipboard::shown_once,
    prelude::*,
};
use leptos_router::{NavigateOptions, hooks::use_navigate};
use shared_types::{
    id::WebhookId,
    webhooks::{
        ChangeWebhook, DeleteWebhook, RotateWebhookSecret, ShowWebhook, TestWebhook, Webhook, WebhookChange,
        WebhookDelivery, WebhookDeliveryState,
    },
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum OpenDialog {
    Edit,
    Replay,
}

#[derive(Clone, Copy)]
struct PageState {
    webhook: Record<Webhook>,
    log: Log,
    action: Action,
    dialog: RwSignal<Option<OpenDialog>>,
    /// A secret that was just made.
    secret: RwSignal<Option<String>>,
    /// The result of the last test.
    tested: RwSignal<Option<TestResult>>,
}

/// The delivery of a test; none if the receiver has not answered in time.
#[derive(Clone)]
struct TestResult(Option<WebhookDelivery>);

pub(super) fn webhook_page(id: WebhookId) -> AnyView {
    let webhook = use_value(&[], move || api::call::<ShowWebhook>((id,), Nothing {}));
    let log = Log::new(id);
    let page = PageState {
        webhook,
        log,
        action: use_action().reloading(move || {
            webhook.reload();
            log.reload();
        }),
        dialog: RwSignal::new(None),
        secret: RwSignal::new(None),
        tested: RwSignal::new(None),
    };
    any_view! {
        <Breadcrumb path=vec![Crumb::new(list_url(), t(HookTexts::Title))] />
        {webhook.page(Skeleton::Detail, move || content(&page, id))}
    }
}

fn content(page: &PageState, id: WebhookId) -> AnyView {
    let page = *page;
    let may_edit = current_user().may(Object::Settings, Level::Edit);
    let webhook = page.webhook;
    let close = Callback::new(move |()| page.dialog.set(None));
    let changed = Callback::new(move |()| webhook.reload());
    let dialog = move || match page.dialog.get()? {
        OpenDialog::Edit => {
            let form = webhook.form(|webhook| webhook.version);
            let webhook = form.object().read(Webhook::clone)?;
            Some(edit_dialog(webhook, form, changed, close))
        }
        OpenDialog::Replay => Some(replay_dialog(id, page.log, close)),
    };
    let secret = move || {
        page.secret
            .get()
            .map(|secret| shown_once(t(HookTexts::SecretOnce), secret, "secret"))
    };
    any_view! {
        <section class="card webhook" aria-labelledby="webhook-title">
            <div class="section-head">
                <h2 id="webhook-title" dir="auto">
                    {move || webhook.with(|webhook| webhook.name.clone())}
                </h2>
                {webhook.view(state::webhook_badge)}
                <span class="spacer"></span>
                {may_edit.then(|| buttons(&page, id))}
            </div>
            <ErrorNote error=page.action />
            {webhook.view(state::advice_note)}
            {secret}
            {move || page.tested.get().map(test_result)}
            {webhook.view(facts)}
        </section>
        {delivery_log(page.log, may_edit, Callback::new(move |()| page.dialog.set(Some(OpenDialog::Replay))))}
        <VerifyCode />
        {dialog}
    }
}

/// The address, the secret and the chosen events.
fn facts(webhook: &Webhook) -> AnyView {
    let last = match webhook.last_success_at {
        Some(at) => format::date_time(at),
        None => t(HookTexts::NoDelivery).to_owned(),
    };
    let both = webhook
        .previous_secret_until
        .filter(|until| *until > format::now())
        .map(|until| format!("{} {}", t(HookTexts::BothUntil), format::date_time(until)));
    any_view! {
        <dl class="webhook-facts">
            <dt>{t(HookTexts::Address)}</dt>
            <dd>
                <code>{webhook.url.clone()}</code>
            </dd>
            <dt>{t(HookTexts::LastDelivery)}</dt>
            <dd>{last}</dd>
            <dt>{t(HookTexts::Secret)}</dt>
            <dd>
                <code>"whsec_…"{webhook.secret_hint.clone()}</code>
                {both
                    .map(|text| {
                        view! {
                            <small class="muted" data-testid="both-secrets">
                                {text}
                            </small>
                        }
                    })}
            </dd>
            <dt>{t(HookTexts::Types)}</dt>
            <dd>{types::summary(&webhook.types)}</dd>
        </dl>
    }
}

fn buttons(page: &PageState, id: WebhookId) -> AnyView {
    let page = *page;
    let webhook = page.webhook;
    let test = move |_| {
        page.tested.set(None);
        let call = async move {
            let sent = api::call::<TestWebhook>((id,), Nothing {}).await?;
            page.log.outcome(sent.id).await
        };
        page.action.run(call, move |result| {
            page.tested.try_set(Some(TestResult(result)));
        });
    };
    let switch = move |_| {
        let is_active = webhook.read(|webhook| webhook.active).unwrap_or_default();
        let change = WebhookChange {
            active: Some(!is_active),
            ..WebhookChange::default()
        };
        page.action.save(api::call::<ChangeWebhook>((id,), change));
    };
    let name = move || webhook.read(|webhook| webhook.name.clone()).unwrap_or_default();
    let rotate = move |_| {
        let question = (t(HookTexts::ConfirmSecret).to_owned(), t(HookTexts::NewSecret));
        let call = async move { api::call::<RotateWebhookSecret>((id,), Nothing {}).await };
        page.action.run_confirmed(name(), question, call, move |answer| {
            page.secret.try_set(Some(answer.secret));
        });
    };
    let navigate = StoredValue::new_local(use_navigate());
    let deleting = use_action();
    let delete = move |_| {
        let question = (t(HookTexts::ConfirmDelete).to_owned(), t(Text::Delete));
        let call = async move { api::call::<DeleteWebhook>((id,), Nothing {}).await };
        deleting.run_confirmed(name(), question, call, move |_| {
            notify(t(HookTexts::Deleted));
            navigate.try_with_value(|navigate| navigate(list_url(), NavigateOptions::default()));
        });
    };
    let switch_text = move || {
        let is_active = webhook.with(|webhook| webhook.active).unwrap_or_default();
        t(if is_active {
            HookTexts::SwitchOff
        } else {
            HookTexts::SwitchOn
        })
    };
    any_view! {
        <div class="row webhook-actions">
            <ErrorNote error=deleting />
            <button
                type="button"
                class="button"
                data-testid="test-webhook"
                disabled=move || page.action.is_busy()
                on:click=test
            >
                {t(HookTexts::Test)}
            </button>
            <button
                type="button"
                class="button"
                data-testid="edit-webhook"
                on:click=move |_| page.dialog.set(Some(OpenDialog::Edit))
            >
                {t(Text::Edit)}
            </button>
            <ActionMenu label=t(HookTexts::Actions) test_id="webhook-actions">
                <button type="button" class="menu-row" data-testid="switch-webhook" on:click=switch>
                    {switch_text}
                </button>
                <button type="button" class="menu-row" data-testid="rotate-secret" on:click=rotate>
                    {t(HookTexts::NewSecret)}
                </button>
                <button type="button" class="menu-row" data-testid="delete-webhook" on:click=delete>
                    {t(Text::Delete)}
                </button>
            </ActionMenu>
        </div>
    }
}

fn test_result(TestResult(result): TestResult) -> AnyView {
    let (class, text) = match &result {
        None => ("note", t(HookTexts::StillWaiting).to_owned()),
        Some(delivery) => {
            let (class, text) = match delivery.state {
                WebhookDeliveryState::Delivered => ("note test-passed", HookTexts::TestDelivered),
                _ => ("note error", HookTexts::TestFailed),
            };
            let answer = state::answer_text(delivery).map(|answer| format!(": {answer}"));
            (class, format!("{}{}", t(text), answer.unwrap_or_default()))
        }
    };
    let cause = result.as_ref().and_then(state::cause);
    any_view! {
        <p class=class role="status" data-testid="test-result">
            {text}
            {cause.map(|cause| view! { <small class="cause">{cause}</small> })}
        </p>
    }
}
