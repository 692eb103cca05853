//! The dialog that sends the events of a time again.

use super::{deliveries::Log, texts::HookTexts};
use crate::{components::DayField, prelude::*};
use chrono::TimeDelta;
use shared_types::{
    id::WebhookId,
    webhooks::{ReplayRequest, ReplayWebhookEvents},
};

pub(super) fn replay_dialog(id: WebhookId, log: Log, close: Callback<()>) -> AnyView {
    let yesterday = format::now() - TimeDelta::days(1);
    let (from, to) = (
        RwSignal::new(format::local_input(yesterday)),
        RwSignal::new(String::new()),
    );
    let only_missed = RwSignal::new(true);
    let action = use_action();
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(from) = format::from_local_input(&from.get_untracked()) else {
            return;
        };
        let request = ReplayRequest {
            from,
            to: format::from_local_input(&to.get_untracked()),
            only_missed: only_missed.get_untracked(),
        };
        action.run(api::call::<ReplayWebhookEvents>((id,), request), move |_| {
            close.try_run(());
            notify(t(HookTexts::Replaying));
            log.reload();
        });
    };
    any_view! {
        <Dialog title=t(HookTexts::Replay) close=close>
            <form class="key-form" on:submit=send>
                <ErrorNote error=action />
                <p class="muted">{t(HookTexts::ReplayHint)}</p>
                <div class="token-form">
                    <DayField name="from" label=t(Text::From) value=from error=action has_time=true required=true />
                    <DayField name="to" label=t(HookTexts::Until) value=to error=action has_time=true />
                </div>
                <label class="check-line">
                    <input
                        type="checkbox"
                        data-testid="only-missed"
                        prop:checked=move || only_missed.get()
                        on:change=move |event| only_missed.set(event_target_checked(&event))
                    />
                    <span>{t(HookTexts::OnlyMissed)}</span>
                </label>
                <div class="row">
                    <button class="button primary" data-testid="start-replay" disabled=move || action.is_busy()>
                        {t(HookTexts::Send)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
