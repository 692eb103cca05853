//! Writing a notification: text with fields, audience, time, preview.

use super::{
    audience::{AudienceFields, Choice},
    texts::Words,
};
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Field},
    format,
    i18n::t,
    session::current,
};
use leptos::{ev::SubmitEvent, html, prelude::*, task::spawn_local};
use leptos_router::hooks::use_navigate;
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    notifications::{
        Audience, ChangeNotification, CreateNotification, DeleteNotification, Field as Filled, NewNotification,
        Notification, Rehearsal, RehearseNotification, Rehearsed, SendNotification,
    },
};
use std::time::Duration;

const fn words(field: Filled) -> Words {
    match field {
        Filled::Client => Words::FieldClient,
        Filled::Code => Words::FieldCode,
        Filled::Agent => Words::FieldAgent,
        Filled::BalanceRub => Words::FieldRub,
        Filled::BalanceCny => Words::FieldCny,
    }
}

async fn save(held: Option<Notification>, body: NewNotification) -> Result<Notification, Error> {
    if let Some(held) = held {
        let options = Options {
            version: Some(held.version),
            ..Options::default()
        };
        return api::send::<ChangeNotification>((held.id,), Nothing {}, body, options).await;
    }
    let options = Options {
        idempotency_key: Some(api::fresh_key()),
        ..Options::default()
    };
    api::send::<CreateNotification>((), Nothing {}, body, options).await
}

/// The form and what it would come to.
#[component]
pub(super) fn Editor(
    /// What is rewritten; absent for a new one.
    held: Option<Notification>,
) -> impl IntoView {
    let title = RwSignal::new(held.as_ref().map(|held| held.title.clone()).unwrap_or_default());
    let body = RwSignal::new(held.as_ref().map(|held| held.body.clone()).unwrap_or_default());
    let choice = Choice::of(held.as_ref().map_or(Audience::All, |held| held.audience.clone()));
    let at = RwSignal::new(
        held.as_ref()
            .and_then(|held| held.send_at)
            .map(format::local_input)
            .unwrap_or_default(),
    );
    let (error, busy) = (RwSignal::new(None::<Error>), RwSignal::new(false));
    let held = StoredValue::new(held);
    let navigate = StoredValue::new_local(use_navigate());
    let leave = move || {
        navigate.with_value(|navigate| navigate("/agent/notifications", leptos_router::NavigateOptions::default()));
    };
    let typed = move || {
        Some(NewNotification {
            title: title.get_untracked(),
            body: body.get_untracked(),
            audience: choice.audience()?,
            send_at: format::from_local_input(&at.get_untracked()),
        })
    };
    let finish = move |send_now: bool| {
        let (true, Some(mut wanted)) = (choice.is_read(), untrack(typed)) else {
            return;
        };
        if send_now {
            wanted.send_at = None;
        }
        busy.set(true);
        spawn_local(async move {
            let mut result = save(held.get_value(), wanted).await;
            if let (Ok(saved), true) = (&result, send_now) {
                let options = Options {
                    idempotency_key: Some(api::fresh_key()),
                    ..Options::default()
                };
                held.set_value(Some(saved.clone()));
                result = api::send::<SendNotification>((saved.id,), Nothing {}, Nothing {}, options).await;
            }
            busy.set(false);
            match result {
                Ok(_) => leave(),
                Err(refused) => error.set(Some(refused)),
            }
        });
    };
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        finish(false);
    };
    let send = move |_| {
        if window().confirm_with_message(t(Words::SendAsk)).unwrap_or(false) {
            finish(true);
        }
    };
    let delete = move |_| {
        let Some(row) = held.get_value() else { return };
        if !window().confirm_with_message(t(Words::DeleteAsk)).unwrap_or(false) {
            return;
        }
        spawn_local(async move {
            let options = Options {
                version: Some(row.version),
                ..Options::default()
            };
            match api::send::<DeleteNotification>((row.id,), Nothing {}, Nothing {}, options).await {
                Ok(_) => leave(),
                Err(refused) => error.set(Some(refused)),
            }
        });
    };
    let may_send = current().may(Object::Notifications, Level::Manage);
    let is_held = held.with_value(Option::is_some);
    view! {
        <div class="page-head"><h1>{t(if is_held { Words::Title } else { Words::New })}</h1></div>
        <div class="work">
            <form class="card main" on:submit=submit data-testid="notification-form">
                <ErrorNote error=error/>
                <Field name="title" label=t(Words::Heading) value=title error=error required=true/>
                <Body body=body error=error/>
                <AudienceFields choice=choice/>
                <label class="field"><span>{t(Words::When)}</span>
                    <input type="datetime-local" name="send_at" data-testid="send_at" prop:value=move || at.get() on:input=move |event| at.set(event_target_value(&event))/>
                    <small class="muted">{t(Words::WhenHint)}</small>
                </label>
                <div class="actions-row">
                    <button class="button" data-testid="save-notification" disabled=move || busy.get()>{move || t(if at.get().is_empty() { Words::Save } else { Words::Plan })}</button>
                    {may_send.then(|| view! { <button type="button" class="button primary" data-testid="send-notification" disabled=move || busy.get() on:click=send>{t(Words::SendNow)}</button> })}
                    {is_held.then(|| view! { <button type="button" class="quiet" data-testid="delete-notification" on:click=delete>{t(Words::Delete)}</button> })}
                </div>
            </form>
            <div class="side"><Preview body=body choice=choice/></div>
        </div>
    }
    .into_any()
}

#[component]
fn Body(body: RwSignal<String>, error: RwSignal<Option<Error>>) -> impl IntoView {
    let node = NodeRef::<html::Textarea>::new();
    let fault = move || error.with(|error| error.as_ref().and_then(|error| error.field("body")));
    let insert = move |field: Filled| {
        let piece = format!("{{{}}}", field.as_str());
        let Some(area) = node.get_untracked() else { return };
        // Where the caret stands, in UTF-16 units, as the browser counts.
        let caret = area.selection_start().ok().flatten().unwrap_or(u32::MAX) as usize;
        let units: Vec<u16> = body.get_untracked().encode_utf16().collect();
        let (before, after) = units.split_at(caret.min(units.len()));
        body.set(format!(
            "{}{piece}{}",
            String::from_utf16_lossy(before),
            String::from_utf16_lossy(after)
        ));
        let _ = area.focus();
    };
    let chips = Filled::ALL.map(|field| {
        view! { <button type="button" class="quiet" data-testid=format!("insert-{}", field.as_str()) on:click=move |_| insert(field)>{t(words(field))}</button> }
    });
    view! {
        <label class="field"><span>{t(Words::Body)}</span>
            <textarea rows="8" name="body" data-testid="body" required node_ref=node prop:value=move || body.get() on:input=move |event| body.set(event_target_value(&event))></textarea>
            {move || fault().map(|fault| view! { <small class="fault">{fault}</small> })}
        </label>
        <div class="actions-row"><small class="muted">{t(Words::Insert)}</small>{chips.collect_view()}</div>
    }
    .into_any()
}

/// Who would get it and how the first of them would read it, asked of the server while the agent writes.
#[component]
fn Preview(body: RwSignal<String>, choice: Choice) -> impl IntoView {
    let shown = RwSignal::new(None::<Result<Rehearsed, Error>>);
    let mut ask = leptos::leptos_dom::helpers::debounce(Duration::from_millis(400), move |asked: Rehearsal| {
        spawn_local(async move {
            shown.set(Some(
                api::send::<RehearseNotification>((), Nothing {}, asked, Options::default()).await,
            ));
        });
    });
    Effect::new(move |_| {
        let body = body.get();
        match choice.audience().filter(|_| !body.trim().is_empty()) {
            Some(audience) => ask(Rehearsal { body, audience }),
            None => shown.set(None),
        }
    });
    let content = move |told: Rehearsed| {
        if told.clients == 0 {
            return view! { <p class="note" data-testid="nobody">{t(Words::Nobody)}</p> }.into_any();
        }
        view! {
            <p data-testid="reach">{t(Words::Reach)}": "<strong>{told.clients}</strong>", "{t(Words::Reachable)}": "<strong>{told.reachable}</strong></p>
            <small class="muted">{t(Words::Example)}" "{told.example_code}</small>
            <pre class="requisites" data-testid="example">{told.example}</pre>
        }
        .into_any()
    };
    view! {
        <section class="card">
            <h2>{t(Words::Preview)}</h2>
            {move || match shown.get() {
                None => view! { <p class="muted">"—"</p> }.into_any(),
                Some(Ok(told)) => content(told),
                Some(Err(refused)) => view! { <p class="note error">{refused.field("body").unwrap_or_else(|| frontend_ui::components::sentence(&refused))}</p> }.into_any(),
            }}
        </section>
    }
    .into_any()
}
