//! Saved filters of the order table: chips above it, and the dialog that saves the current filters.

use super::filters::list_url;
use frontend_ui::{
    api::Fetched,
    components::{error_message, notify_with_undo},
    prelude::*,
};
use shared_types::orders::{
    AgentOrderQuery, ListSavedFilters, NewSavedFilter, RemoveSavedFilter, SaveFilter, SavedFilter,
};

frontend_ui::texts! {
    enum SavedFilterTexts;
    Save: "Сохранить фильтр", "Save filter", "保存筛选";
    Shared: "Показывать всем сотрудникам", "Share with all staff", "对所有员工可见";
    Colleague: "общий фильтр коллеги", "shared by a colleague", "同事共享的筛选";
    Saved: "Фильтр сохранён", "Filter saved", "筛选已保存";
    Removed: "Фильтр удалён", "Filter deleted", "筛选已删除";
    Remove: "Удалить фильтр", "Delete filter", "删除筛选";
}

/// The query without pagination, as filters are stored.
pub(super) fn without_page(query: &AgentOrderQuery) -> AgentOrderQuery {
    AgentOrderQuery {
        cursor: None,
        limit: None,
        ..query.clone()
    }
}

/// Removes a filter. The message can undo it.
fn remove(filter: SavedFilter, reload: Callback<()>) {
    spawn_local(async move {
        let removed = api::send::<RemoveSavedFilter>((filter.id,), Nothing {}, Nothing {}, Options::default()).await;
        match removed {
            Ok(_) => notify_with_undo(
                format!("{}: {}", t(SavedFilterTexts::Removed), filter.name),
                move || {
                    restore(filter.clone(), reload);
                },
            ),
            Err(error) => notify(error_message(&error)),
        }
        reload.try_run(());
    });
}

/// Saves a removed filter again.
fn restore(filter: SavedFilter, reload: Callback<()>) {
    let body = NewSavedFilter {
        name: filter.name,
        query: filter.query,
        shared: filter.shared,
    };
    spawn_local(async move {
        if let Err(error) = api::send::<SaveFilter>((), Nothing {}, body, Options::default()).await {
            notify(error_message(&error));
        }
        reload.try_run(());
    });
}

/// The chips of the saved filters, and the save button while any filter is set.
#[component]
pub(crate) fn SavedFilters(query: Memo<AgentOrderQuery>) -> impl IntoView {
    let filters = Fetched::new(|| api::get::<ListSavedFilters>(Nothing {}));
    let is_dialog_open = RwSignal::new(false);
    let reload = Callback::new(move |()| filters.refetch());
    let chip = move |filter: SavedFilter| {
        let (removed, saved) = (filter.clone(), filter.query.clone());
        let close = filter.own.then(|| {
            view! {
                <button
                    type="button"
                    class="chip-close"
                    data-testid="remove-filter"
                    aria-label=format!("{}: {}", t(SavedFilterTexts::Remove), filter.name)
                    title=t(SavedFilterTexts::Remove)
                    on:click=move |_| remove(removed.clone(), reload)
                >
                    {Icon::X.view()}
                </button>
            }
        });
        let hint = (!filter.own).then(|| t(SavedFilterTexts::Colleague));
        view! {
            <span
                class="chip"
                class:active=move || without_page(&query.get()) == saved
                data-testid="saved-filter"
                title=hint
            >
                <a dir="auto" href=list_url(&filter.query)>
                    {filter.name}
                </a>
                {close}
            </span>
        }
    };
    // The previous list stays visible while it is fetched again.
    let chips = move || {
        filters
            .get()
            .and_then(Result::ok)
            .map(|list| list.data.into_iter().map(chip).collect_view())
    };
    let has_filters = move || without_page(&query.get()) != AgentOrderQuery::default();
    any_view! {
        <div class="chips">
            {chips}
            {move || {
                has_filters()
                    .then(|| {
                        view! {
                            <button
                                type="button"
                                class="quiet"
                                data-testid="save-filter"
                                on:click=move |_| is_dialog_open.set(true)
                            >
                                {t(SavedFilterTexts::Save)}
                            </button>
                        }
                    })
            }}
        </div>
        {move || {
            is_dialog_open
                .get()
                .then(|| {
                    let done = Callback::new(move |()| {
                        is_dialog_open.set(false);
                        filters.refetch();
                    });
                    view! { <SaveFilterDialog query=query.get_untracked() done=done /> }
                })
        }}
    }
}

/// The dialog that saves the current filters.
#[component]
fn SaveFilterDialog(query: AgentOrderQuery, done: Callback<()>) -> impl IntoView {
    let (name, shared) = (RwSignal::new(String::new()), RwSignal::new(false));
    let action = use_action();
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let body = NewSavedFilter {
            name: name.get_untracked(),
            query: without_page(&query),
            shared: shared.get_untracked(),
        };
        action.run(
            api::send::<SaveFilter>((), Nothing {}, body, Options::default()),
            move |_| {
                notify(t(SavedFilterTexts::Saved));
                done.try_run(());
            },
        );
    };
    any_view! {
        <Dialog title=t(SavedFilterTexts::Save) close=done>
            <form on:submit=send>
                <ErrorNote error=action />
                <Field name="name" label=t(Text::Name) value=name error=action required=true />
                <label class="check-line">
                    <input
                        type="checkbox"
                        data-testid="shared"
                        on:change=move |event| shared.set(event_target_checked(&event))
                    />
                    <span>{t(SavedFilterTexts::Shared)}</span>
                </label>
                <div class="row">
                    <button class="button primary" data-testid="confirm-filter">
                        {t(Text::Save)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
