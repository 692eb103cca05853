//! The dialog that creates or changes a webhook.

use super::{texts::HookTexts, types::type_choice};
use crate::{data::Form, prelude::*};
use shared_types::{
    events::EventType,
    webhooks::{ChangeWebhook, CreateWebhook, NewWebhook, Webhook, WebhookChange, WebhookWithSecret},
};
use std::collections::BTreeSet;

/// The fields of the dialog.
#[derive(Clone, Copy)]
struct Fields {
    name: RwSignal<String>,
    url: RwSignal<String>,
    types: RwSignal<BTreeSet<EventType>>,
}

impl Fields {
    fn read(self) -> NewWebhook {
        NewWebhook {
            name: self.name.get_untracked(),
            url: self.url.get_untracked().trim().to_owned(),
            types: self.types.get_untracked().into_iter().collect(),
        }
    }
}

/// The dialog of a new webhook.
pub(super) fn new_dialog(created: Callback<WebhookWithSecret>, close: Callback<()>) -> AnyView {
    let fields = Fields {
        name: RwSignal::new(String::new()),
        url: RwSignal::new("https://".to_owned()),
        types: RwSignal::new(BTreeSet::new()),
    };
    let action = use_action();
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        action.run(api::call::<CreateWebhook>((), fields.read()), move |answer| {
            close.try_run(());
            created.try_run(answer);
        });
    };
    let content = view! {
        <ErrorNote error=action />
        {inputs(fields, action.into())}
        <div class="row">
            <button class="button primary" data-testid="save-webhook" disabled=move || action.is_busy()>
                {t(Text::Create)}
            </button>
        </div>
    };
    dialog(HookTexts::New, close, Callback::new(send), content.into_any())
}

/// The dialog of the webhook of a form.
pub(super) fn edit_dialog(
    webhook: Webhook,
    form: Form<Webhook>,
    changed: Callback<()>,
    close: Callback<()>,
) -> AnyView {
    let fields = Fields {
        name: form.text(|webhook| webhook.name.clone()),
        url: form.text(|webhook| webhook.url.clone()),
        types: RwSignal::new(webhook.types.into_iter().collect()),
    };
    form.depends_on(|webhook| webhook.types.clone());
    let action = use_action();
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let new = fields.read();
        // An address that stays is not checked again: it may be out of reach at this moment.
        let is_moved = form.object().read(|webhook| webhook.url != new.url).unwrap_or(true);
        let change = WebhookChange {
            name: Some(new.name),
            url: is_moved.then_some(new.url),
            types: Some(new.types),
            active: None,
        };
        let call = api::send::<ChangeWebhook>((webhook.id,), Nothing {}, change, form.options());
        form.send(action, call, move |_| {
            close.try_run(());
            changed.try_run(());
        });
    };
    let content = view! {
        <ErrorNote error=action />
        {inputs(fields, action.into())}
        <div class="row">
            <button class="button primary" data-testid="save-webhook" disabled=move || action.is_busy()>
                {t(Text::Save)}
            </button>
        </div>
    };
    dialog(HookTexts::Edit, close, Callback::new(send), content.into_any())
}

fn dialog(title: HookTexts, close: Callback<()>, send: Callback<SubmitEvent>, content: AnyView) -> AnyView {
    any_view! {
        <Dialog title=t(title) close=close wide=true>
            <form class="key-form" on:submit=move |event| send.run(event)>
                {content}
            </form>
        </Dialog>
    }
}

fn inputs(fields: Fields, error: Signal<Option<api::Error>>) -> AnyView {
    any_view! {
        <div class="token-form">
            <Field name="name" label=t(Text::Name) value=fields.name error=error required=true focus=true />
            <Field
                name="url"
                label=t(HookTexts::Address)
                value=fields.url
                error=error
                kind="url"
                inputmode="url"
                required=true
            />
        </div>
        {type_choice(fields.types, error)}
    }
}
