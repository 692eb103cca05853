//! The items of an order. The items of a draft can be added, changed and removed.

use super::{forms, services, track_field};
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Icon, confirmed, load_page, notify},
    edited_fields::typed_texts,
    features::{
        item_filter::{ItemFilter, item_filter_bar, no_items},
        item_sections::{Folding, LARGE_ORDER},
        items::{self, ItemGroups},
        orders::load_with_all_items,
    },
    i18n::{Text, t},
    session::current_user,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::{ItemId, OrderId},
    items::{Item, ItemMove, ItemStatus, RemoveItem},
    orders::{ListOrderItems, Order, OrderStatus, ShowOrder},
};

/// The form of an item. It belongs to the page: the items are drawn again whenever the order is fetched.
#[derive(Clone, PartialEq)]
pub(super) enum ItemFormState {
    Closed,
    New,
    Edit(Box<Item>),
    /// Another person removed the item that was edited: its name, and the typed texts.
    Removed(String, Vec<String>),
}

frontend_ui::texts! {
    enum RemovedTexts;
    Removed: "Этот товар удалил другой человек", "Somebody else removed this item", "该商品已被他人删除";
    Typed: "Вы ввели", "You typed", "您输入的内容";
}

/// Closes the form of an item that is gone.
fn close_form_of(form: RwSignal<ItemFormState>, gone: ItemId) {
    let is_open = form.try_with_untracked(|form| matches!(form, ItemFormState::Edit(item) if item.id == gone));
    if is_open == Some(true) {
        form.try_set(ItemFormState::Closed);
    }
}

/// Closes the form of an item that another person removed, and keeps the typed texts in sight.
pub(super) fn close_form_of_removed(form: RwSignal<ItemFormState>, order: OrderId) {
    let Some(ItemFormState::Edit(edited)) = form.try_get_untracked() else {
        return;
    };
    spawn_local(async move {
        let fetched = load_with_all_items::<ShowOrder, ListOrderItems>(order, RwSignal::new(None)).await;
        let is_gone = fetched.is_ok_and(|order| order.items.iter().all(|item| item.id != edited.id));
        let is_open = form.try_with_untracked(|form| matches!(form, ItemFormState::Edit(item) if item.id == edited.id));
        if is_gone && is_open == Some(true) {
            form.set(ItemFormState::Removed(items::full_name(&edited), typed_texts()));
        }
    });
}

fn removed_note(form: RwSignal<ItemFormState>, name: String, typed: &[String]) -> AnyView {
    let typed = (!typed.is_empty()).then(|| {
        view! { <p>{t(RemovedTexts::Typed)}": "<bdi>{typed.join(" · ")}</bdi></p> }
    });
    view! {
        <section class="note error" role="alert" data-testid="removed-item">
            <p>{t(RemovedTexts::Removed)}": "<bdi>{name}</bdi></p>
            {typed}
            <button type="button" class="quiet" on:click=move |_| form.set(ItemFormState::Closed)>
                {t(Text::Close)}
            </button>
        </section>
    }
    .into_any()
}

#[component]
pub(super) fn ItemList(
    order: Order,
    draft: bool,
    services: Option<services::ServicesState>,
    form: RwSignal<ItemFormState>,
    filter: ItemFilter,
    reload: Callback<()>,
    error: RwSignal<Option<Error>>,
) -> impl IntoView {
    let id = order.summary.id;
    // In a self-buyout the client can correct the track until the package is received.
    let may_track = order.summary.status == OrderStatus::Expected && current_user().may(Object::Orders, Level::Edit);
    let done = Callback::new(move |()| {
        form.set(ItemFormState::Closed);
        reload.run(());
    });
    let actions = move |item: &Item| {
        if item.moves.contains(&ItemMove::Send) || item.status == ItemStatus::Sent && may_track {
            return view! { <track_field::TrackField order=id item=item.clone() reload=reload error=error /> }
                .into_any();
        }
        if !draft {
            return ().into_any();
        }
        let (edited, item_id, name) = (item.clone(), item.id, items::full_name(item));
        let remove = move |_| {
            let name = name.clone();
            spawn_local(async move {
                if !confirmed(name, t(Text::ConfirmRemoveItem), t(Text::Delete)).await {
                    return;
                }
                match api::send::<RemoveItem>((id, item_id), Nothing {}, Nothing {}, Options::default()).await {
                    Ok(_) => {
                        notify(t(Text::EventItemRemoved));
                        close_form_of(form, item_id);
                        reload.try_run(());
                    }
                    Err(err) => error.set(Some(err)),
                }
            });
        };
        view! {
            <div class="actions">
                <button
                    class="icon"
                    data-testid="edit-item"
                    aria-label=t(Text::Edit)
                    title=t(Text::Edit)
                    on:click=move |_| form.set(ItemFormState::Edit(Box::new(edited.clone())))
                >
                    {Icon::Pencil.view()}
                </button>
                <button
                    class="icon"
                    data-testid="remove-item"
                    aria-label=t(Text::Delete)
                    title=t(Text::Delete)
                    on:click=remove
                >
                    {Icon::X.view()}
                </button>
            </div>
        }
        .into_any()
    };
    if draft {
        // The person probably opens one of the forms.
        load_page("/client/orders/create");
    }
    let is_empty = order.items.is_empty();
    let status = order.summary.status;
    let below = Callback::new(move |item: Item| match services {
        Some(state) => services::item_services(item, status, state),
        None => ().into_any(),
    });
    let count = order.items.len();
    let filter_bar = (count > LARGE_ORDER).then(|| item_filter_bar(filter, &order.items));
    let photo = services.map(services::ServicesState::photo);
    let order = StoredValue::new(order);
    let groups = move || {
        if count <= LARGE_ORDER {
            let order = order.get_value();
            return view! { <ItemGroups order=order actions=actions below=below photo=photo /> }.into_any();
        }
        let filtered = order.with_value(|order| filter.apply(order));
        if filtered.items.is_empty() && filter.is_active() {
            return no_items(filter);
        }
        let folding = Folding::of_order(count, filter.is_active());
        view! { <ItemGroups order=filtered actions=actions below=below photo=photo folding=folding /> }.into_any()
    };
    view! {
        {move || match form.get() {
            ItemFormState::New if draft => forms::item_form(id, None, done),
            ItemFormState::Edit(item) if draft => forms::item_form(id, Some(*item), done),
            ItemFormState::Removed(name, typed) => removed_note(form, name, &typed),
            _ => {
                draft
                    .then(|| {
                        view! {
                            <button
                                class="button"
                                data-testid="add-item"
                                on:click=move |_| form.set(ItemFormState::New)
                            >
                                {t(Text::AddProduct)}
                            </button>
                        }
                    })
                    .into_any()
            }
        }}
        {is_empty
            .then(|| {
                view! {
                    <div class="empty">
                        <h2>{t(Text::EmptyOrders)}</h2>
                        {draft.then(|| view! { <p>{t(Text::EmptyOrdersHint)}</p> })}
                    </div>
                }
            })}
        {filter_bar}
        {groups}
        {services.map(|state| view! { <ErrorNote error=state.error /> })}
    }
}
