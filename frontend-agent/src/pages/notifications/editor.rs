//! The editor of an announcement: text with placeholders, audience, time, preview.

use super::{
    audience::{AudienceChoice, AudienceFields},
    texts::AnnouncementTexts,
};
use frontend_ui::{
    api::Error,
    components::{DayField, TextArea, confirmed},
    prelude::*,
};
use leptos::html;
use leptos_router::hooks::use_navigate;
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    notifications::{
        Audience, ChangeNotification, CreateNotification, DeleteNotification, NewNotification, Notification,
        NotificationPreview, NotificationPreviewRequest, PreviewNotification, SendNotification,
        TemplateField as Filled,
    },
};
use std::time::Duration;

const fn placeholder_label(field: Filled) -> AnnouncementTexts {
    match field {
        Filled::Client => AnnouncementTexts::FieldClient,
        Filled::Code => AnnouncementTexts::FieldCode,
        Filled::Agent => AnnouncementTexts::FieldAgent,
        Filled::BalanceRub => AnnouncementTexts::FieldRub,
        Filled::BalanceCny => AnnouncementTexts::FieldCny,
    }
}

/// Changes the saved announcement, or creates a new one.
async fn save(saved: Option<Notification>, body: NewNotification) -> Result<Notification, Error> {
    if let Some(saved) = saved {
        let options = Options::of_version(saved.version);
        return api::send::<ChangeNotification>((saved.id,), Nothing {}, body, options).await;
    }
    api::send::<CreateNotification>((), Nothing {}, body, Options::default()).await
}

/// The form with a preview.
#[component]
pub(super) fn Editor(
    /// The announcement to change; `None` for a new one.
    saved: Option<Notification>,
) -> impl IntoView {
    let title = RwSignal::new(saved.as_ref().map(|saved| saved.title.clone()).unwrap_or_default());
    let body = RwSignal::new(saved.as_ref().map(|saved| saved.body.clone()).unwrap_or_default());
    let choice = AudienceChoice::from_audience(saved.as_ref().map_or(Audience::All, |saved| saved.audience.clone()));
    let send_at = RwSignal::new(
        saved
            .as_ref()
            .and_then(|saved| saved.send_at)
            .map(format::local_input)
            .unwrap_or_default(),
    );
    let action = use_action();
    let saved = StoredValue::new(saved);
    let navigate = StoredValue::new_local(use_navigate());
    let leave = move || {
        navigate.with_value(|navigate| navigate("/agent/notifications", leptos_router::NavigateOptions::default()));
    };
    let read_form = move || {
        Some(NewNotification {
            title: title.get_untracked(),
            body: body.get_untracked(),
            audience: choice.audience()?,
            send_at: format::from_local_input(&send_at.get_untracked()),
        })
    };
    let save_form = move |send_now: bool| {
        let (true, Some(mut notification)) = (choice.is_valid(), untrack(read_form)) else {
            return;
        };
        if send_now {
            notification.send_at = None;
        }
        let call = async move {
            let stored = save(saved.get_value(), notification).await?;
            if send_now {
                let id = stored.id;
                saved.set_value(Some(stored));
                api::call::<SendNotification>((id,), Nothing {}).await?;
            }
            Ok(())
        };
        action.run(call, move |()| leave());
    };
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        save_form(false);
    };
    let send = move |_| {
        spawn_local(async move {
            let subject = title.get_untracked();
            if confirmed(subject, t(AnnouncementTexts::SendAsk), t(AnnouncementTexts::SendNow)).await {
                save_form(true);
            }
        });
    };
    let delete = move |_| {
        let Some(row) = saved.get_value() else { return };
        let options = Options::of_version(row.version);
        let call = api::send::<DeleteNotification>((row.id,), Nothing {}, Nothing {}, options);
        let question = (t(AnnouncementTexts::DeleteAsk).to_owned(), t(Text::Delete));
        action.run_confirmed(row.title, question, call, move |_| leave());
    };
    let may_send = current_user().may(Object::Notifications, Level::Manage);
    let is_saved = saved.with_value(Option::is_some);
    any_view! {
        <div class="page-head">
            <h1>{t(if is_saved { AnnouncementTexts::Title } else { AnnouncementTexts::New })}</h1>
        </div>
        <div class="main-and-side">
            <form class="card main" on:submit=submit data-testid="notification-form">
                <ErrorNote error=action />
                <Field name="title" label=t(AnnouncementTexts::Heading) value=title error=action required=true />
                <BodyField body=body action=action />
                <AudienceFields choice=choice />
                <DayField name="send_at" label=t(AnnouncementTexts::When) value=send_at error=action has_time=true />
                <small class="muted">{t(AnnouncementTexts::WhenHint)}</small>
                <div class="actions-row">
                    <button class="button" data-testid="save-notification" disabled=move || action.is_busy()>
                        {move || t(
                            if send_at.get().is_empty() { AnnouncementTexts::Save } else { AnnouncementTexts::Schedule },
                        )}
                    </button>
                    {may_send
                        .then(|| {
                            view! {
                                <button
                                    type="button"
                                    class="button primary"
                                    data-testid="send-notification"
                                    disabled=move || action.is_busy()
                                    on:click=send
                                >
                                    {t(AnnouncementTexts::SendNow)}
                                </button>
                            }
                        })}
                    {is_saved
                        .then(|| {
                            view! {
                                <button type="button" class="quiet" data-testid="delete-notification" on:click=delete>
                                    {t(AnnouncementTexts::Delete)}
                                </button>
                            }
                        })}
                </div>
            </form>
            <div class="side">
                <Preview body=body choice=choice />
            </div>
        </div>
    }
}

/// The text field, with buttons that insert placeholders.
#[component]
fn BodyField(body: RwSignal<String>, action: Action) -> impl IntoView {
    let node = NodeRef::<html::Textarea>::new();
    let insert = move |field: Filled| {
        let placeholder = format!("{{{}}}", field.as_str());
        let Some(area) = node.get_untracked() else { return };
        // The browser counts the caret's position in UTF-16 code units.
        let caret = area.selection_start().ok().flatten().unwrap_or(u32::MAX) as usize;
        let units: Vec<u16> = body.get_untracked().encode_utf16().collect();
        let (before, after) = units.split_at(caret.min(units.len()));
        body.set(format!(
            "{}{placeholder}{}",
            String::from_utf16_lossy(before),
            String::from_utf16_lossy(after)
        ));
        let _ = area.focus();
    };
    let chips = Filled::ALL.map(|field| {
        view! {
            <button
                type="button"
                class="chip"
                data-testid=format!("insert-{}", field.as_str())
                on:click=move |_| insert(field)
            >
                {t(placeholder_label(field))}
            </button>
        }
    });
    any_view! {
        <TextArea name="body" label=t(AnnouncementTexts::Body) value=body error=action rows=8 node=node required=true />
        <div class="chips">
            <small class="muted">{t(AnnouncementTexts::Insert)}</small>
            {chips.collect_view()}
        </div>
    }
}

/// The number of recipients and the text as the first of them would read it. Fetched while the agent types, debounced by
/// 400 ms.
#[component]
fn Preview(body: RwSignal<String>, choice: AudienceChoice) -> impl IntoView {
    let preview = RwSignal::new(None::<Result<NotificationPreview, Error>>);
    let mut fetch = leptos::leptos_dom::helpers::debounce(
        Duration::from_millis(400),
        move |request: NotificationPreviewRequest| {
            spawn_local(async move {
                preview.set(Some(
                    api::send::<PreviewNotification>((), Nothing {}, request, Options::default()).await,
                ));
            });
        },
    );
    Effect::new(move |_| {
        let body = body.get();
        match choice.audience().filter(|_| !body.trim().is_empty()) {
            Some(audience) => fetch(NotificationPreviewRequest { body, audience }),
            None => preview.set(None),
        }
    });
    let content = move |preview: NotificationPreview| {
        if preview.clients == 0 {
            return any_view! {
                <p class="note" data-testid="no-recipients">
                    {t(AnnouncementTexts::NoMatchingClients)}
                </p>
            };
        }
        any_view! {
            <p data-testid="reach">
                {t(AnnouncementTexts::Reach)}": "<strong>{preview.clients}</strong>", "{t(AnnouncementTexts::Reachable)}
                ": "<strong>{preview.reachable}</strong>
            </p>
            <small class="muted">{t(AnnouncementTexts::Example)}" "{preview.example_code}</small>
            <pre class="requisites" dir="auto" data-testid="example">
                {preview.example}
            </pre>
        }
    };
    any_view! {
        <section class="card">
            <h2>{t(AnnouncementTexts::Preview)}</h2>
            {move || match preview.get() {
                None => any_view! { <p class="muted">{t(AnnouncementTexts::PreviewEmpty)}</p> },
                Some(Ok(preview)) => content(preview),
                Some(Err(err)) => {
                    any_view! {
                        <p class="note error">
                            {err.field("body").unwrap_or_else(|| frontend_ui::components::error_message(&err))}
                        </p>
                    }
                }
            }}
        </section>
    }
}
