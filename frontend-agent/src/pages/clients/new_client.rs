//! The dialog that adds a client.

use super::texts::ClientTexts;
use crate::{
    lazy_routes,
    pages::assignees::{AssigneeTexts, Assignees, assignee_options, fetch_assignees},
};
use frontend_ui::{i18n::LANGUAGES, prelude::*};
use leptos_router::hooks::use_navigate;
use shared_types::{
    clients::{CreateClient, NewClient},
    staff::rules,
    translation::Language,
};

/// Data that the dialog gets from its opener. As a context, because the dialog belongs to the part of the clients.
#[derive(Clone, Copy)]
struct NewClientContext(Callback<()>);

/// The dialog for pages of other parts, which have no list of the staff.
#[component]
pub(crate) fn NewClientAnywhere() -> impl IntoView {
    let NewClientContext(close) = expect_context();
    view! { <NewClientDialog assignees=fetch_assignees() close=close /> }
}

/// The dialog on pages of other parts, while it is open.
pub(crate) fn new_client_dialog(is_open: RwSignal<bool>) -> AnyView {
    provide_context(NewClientContext(Callback::new(move |()| is_open.set(false))));
    (move || is_open.get().then(lazy_routes::new_client)).into_any()
}

/// The dialog. It opens the card of the new client, which shows the link to send.
#[component]
pub(super) fn NewClientDialog(assignees: Assignees, close: Callback<()>) -> impl IntoView {
    let (name, phone) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let (company, manager) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let language = RwSignal::new(Language::Ru.as_str().to_owned());
    let action = use_action();
    let may_assign = rules::may_assign(&current_user().rights(), Object::Clients);
    let navigate = StoredValue::new_local(use_navigate());
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let body = NewClient {
            name: name.get_untracked(),
            phone: phone.get_untracked(),
            company: Some(company.get_untracked()).filter(|text| !text.trim().is_empty()),
            language: Language::from_name(&language.get_untracked()),
            manager_staff_id: manager.get_untracked().parse().ok(),
        };
        action.run(
            api::send::<CreateClient>((), Nothing {}, body, Options::default()),
            move |card| {
                let url = format!("/agent/clients/{}?tab=staff", card.row.id);
                navigate.try_with_value(|navigate| navigate(&url, leptos_router::NavigateOptions::default()));
            },
        );
    };
    let languages: Vec<(String, String)> = LANGUAGES
        .map(|(language, name)| (language.as_str().to_owned(), name.to_owned()))
        .into();
    let managers = Signal::derive(move || {
        let nobody = (String::new(), t(AssigneeTexts::Nobody).to_owned());
        let people = assignee_options(assignees, None);
        std::iter::once(nobody).chain(people).collect::<Vec<_>>()
    });
    any_view! {
        <Dialog title=t(ClientTexts::NewClient) close=close>
            <form on:submit=send>
                <ErrorNote error=action />
                <Field name="name" label=t(ClientTexts::ClientName) value=name error=action required=true focus=true />
                <Field
                    name="phone"
                    label=t(Text::Phone)
                    value=phone
                    error=action
                    kind="tel"
                    inputmode="tel"
                    required=true
                />
                <small class="muted">{t(ClientTexts::PhoneHint)}</small>
                <Field name="company" label=t(Text::Company) value=company error=action />
                <SelectField name="language" label=t(Text::Language) value=language options=Signal::stored(languages) />
                {may_assign
                    .then(|| {
                        view! {
                            <SelectField
                                name="manager_staff_id"
                                label=t(AssigneeTexts::Manager)
                                value=manager
                                options=managers
                            />
                        }
                    })}
                <div class="row">
                    <button class="button primary" data-testid="create-client" disabled=move || action.is_busy()>
                        {t(ClientTexts::NewClient)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
