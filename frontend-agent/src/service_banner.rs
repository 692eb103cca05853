//! The banner on every page of the cabinet while an invoice of the service is overdue.

use crate::pages::balance::BillingTexts;
use frontend_ui::{api::Fetched, live::use_live_counts, prelude::*};
use shared_types::billing::{ServiceNotice, ServiceState, ShowServiceNotice};

/// Changes when something was paid, so that the banner is loaded again.
#[derive(Clone, Copy)]
pub(crate) struct ServiceChanges(pub(crate) RwSignal<u32>);

/// Provides the signal of changes to the pages.
pub(crate) fn start() {
    provide_context(ServiceChanges(RwSignal::new(0)));
}

/// Returns a function that loads the banner again. The signal is found here, because a task has no context after it has waited.
pub(crate) fn use_reload() -> impl Fn() + Copy + Send + Sync + 'static {
    let changes = use_context::<ServiceChanges>();
    move || {
        if let Some(changes) = changes {
            changes.0.update(|count| *count += 1);
        }
    }
}

/// The banner; empty while nothing is overdue. A failure to load it is not worth a message.
#[component]
pub(crate) fn ServiceBanner() -> impl IntoView {
    let changes = use_context::<ServiceChanges>();
    let notice = Fetched::new(move || {
        if let Some(changes) = changes {
            changes.0.track();
        }
        api::get::<ShowServiceNotice>(Nothing {})
    });
    use_live_counts(&[Topic::Invoice], move || notice.refetch());
    move || notice.get().and_then(Result::ok).map(banner)
}

fn banner(notice: ServiceNotice) -> AnyView {
    let text = match (notice.state, notice.read_only_at) {
        (ServiceState::ReadOnly, _) => t(BillingTexts::ReadOnlyBanner).to_owned(),
        (ServiceState::Grace, Some(at)) => format!("{} {}.", t(BillingTexts::GraceBanner), format::day(at)),
        _ => return ().into_any(),
    };
    let is_bad = notice.state == ServiceState::ReadOnly;
    let may_open = current_user().may(Object::Settings, Level::View);
    any_view! {
        <div class="service-banner" class:is-bad=is_bad role="alert" data-testid="service-banner">
            <span>{text}</span>
            {may_open
                .then(|| {
                    view! {
                        <a href="/agent/balance" class="button">
                            {t(BillingTexts::ToBalance)}
                        </a>
                    }
                })}
        </div>
    }
}
