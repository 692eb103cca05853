//! Saved filters of the order table: chips above it, and the form that keeps the current one.

use super::filters::narrow;
use frontend_ui::{
    api::{self, Error, Options},
    components::{Dialog, ErrorNote, Field},
    i18n::{Text, t},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use leptos_router::components::A;
use shared_types::{
    endpoint::Nothing,
    orders::{AgentOrderQuery, ListSavedFilters, NewSavedFilter, RemoveSavedFilter, SaveFilter, SavedFilter},
};

frontend_ui::texts! {
    /// What saved filters say.
    enum Saved;
    Save: "Сохранить фильтр", "Save the filter", "保存筛选";
    Shared: "Показывать всем сотрудникам", "Show to all staff", "对所有员工可见";
    Colleague: "общий фильтр коллеги", "shared by a colleague", "同事共享的筛选";
    Remove: "Удалить фильтр", "Delete the filter", "删除筛选";
}

/// Without its page, as filters are kept.
fn whole(query: &AgentOrderQuery) -> AgentOrderQuery {
    AgentOrderQuery {
        cursor: None,
        limit: None,
        ..query.clone()
    }
}

/// The chips; nothing where there is neither a saved filter nor one to save.
#[component]
pub(crate) fn SavedFilters(query: Memo<AgentOrderQuery>) -> impl IntoView {
    let filters = LocalResource::new(|| api::get::<ListSavedFilters>(Nothing {}));
    let asking = RwSignal::new(false);
    let remove = move |id: i64| {
        spawn_local(async move {
            // One that is gone already is gone all the same.
            let _ = api::send::<RemoveSavedFilter>((id,), Nothing {}, Nothing {}, Options::default()).await;
            filters.refetch();
        });
    };
    let chip = move |filter: SavedFilter| {
        let (id, asked) = (filter.id, filter.query.clone());
        let close = filter.own.then(|| {
            view! { <button type="button" class="chip-close" data-testid="remove-filter" aria-label=format!("{}: {}", t(Saved::Remove), filter.name) title=t(Saved::Remove) on:click=move |_| remove(id)>"✕"</button> }
        });
        let hint = (!filter.own).then(|| t(Saved::Colleague));
        view! {
            <span class="chip" class:active=move || whole(&query.get()) == asked data-testid="saved-filter" title=hint>
                <A href=narrow(&filter.query)>{filter.name}</A>{close}
            </span>
        }
    };
    // The list stays as it was while it is read anew.
    let chips = move || {
        filters
            .get()
            .and_then(Result::ok)
            .map(|list| list.data.into_iter().map(chip).collect_view())
    };
    let narrowed = move || whole(&query.get()) != AgentOrderQuery::default();
    view! {
        <div class="chips">
            {chips}
            {move || narrowed().then(|| view! { <button type="button" class="quiet" data-testid="save-filter" on:click=move |_| asking.set(true)>{t(Saved::Save)}</button> })}
        </div>
        {move || asking.get().then(|| {
            let done = Callback::new(move |()| {
                asking.set(false);
                filters.refetch();
            });
            view! { <Ask query=query.get_untracked() done=done/> }
        })}
    }
    .into_any()
}

#[component]
fn Ask(query: AgentOrderQuery, done: Callback<()>) -> impl IntoView {
    let (name, shared) = (RwSignal::new(String::new()), RwSignal::new(false));
    let error = RwSignal::new(None::<Error>);
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let body = NewSavedFilter {
            name: name.get_untracked(),
            query: whole(&query),
            shared: shared.get_untracked(),
        };
        let options = Options {
            idempotency_key: Some(api::fresh_key()),
            ..Options::default()
        };
        spawn_local(async move {
            match api::send::<SaveFilter>((), Nothing {}, body, options).await {
                Ok(_) => done.run(()),
                Err(refused) => error.set(Some(refused)),
            }
        });
    };
    view! {
        <Dialog title=t(Saved::Save) close=done>
            <form on:submit=send>
                <ErrorNote error=error/>
                <Field name="name" label=t(Text::Name) value=name error=error required=true/>
                <label class="check-line"><input type="checkbox" data-testid="shared" on:change=move |event| shared.set(event_target_checked(&event))/><span>{t(Saved::Shared)}</span></label>
                <div class="row"><button class="button primary" data-testid="confirm-filter">{t(Text::Save)}</button></div>
            </form>
        </Dialog>
    }
    .into_any()
}
