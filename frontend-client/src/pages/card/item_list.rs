//! The items of an order. The items of a draft can be added, changed and removed.

use super::{
    forms,
    services::{ServicesState, item_services},
    state::CardState,
    track_field::track_field,
};
use frontend_ui::{
    components::load_page,
    features::{
        item_filter::{ItemFilter, item_filter_bar},
        item_sections::LARGE_ORDER,
        items::{self, ItemGroups},
    },
    prelude::*,
};
use shared_types::{
    id::ItemId,
    items::{Item, ItemMove, ItemStatus, RemoveItem},
    orders::{Order, OrderStatus},
};

/// Whether the form is open, and for which item.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ItemFormState {
    Closed,
    New,
    Edit(ItemId),
}

/// The actions that the client has at an item.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ItemActions {
    /// In a self-buyout the client can correct the track until the package is received.
    Track,
    Edit,
    None,
}

fn actions_at(item: &Item, state: CardState) -> ItemActions {
    let is_expected = state.order.with(|order| order.summary.status) == Some(OrderStatus::Expected);
    let may_track = is_expected && current_user().may(Object::Orders, Level::Edit);
    if item.moves.contains(&ItemMove::Send) || item.status == ItemStatus::Sent && may_track {
        ItemActions::Track
    } else if state.is_draft() {
        ItemActions::Edit
    } else {
        ItemActions::None
    }
}

fn edit_buttons(item: Live<Item>, form: RwSignal<ItemFormState>, state: CardState) -> AnyView {
    let edit = move |_| {
        if let Some(id) = item.read(|item| item.id) {
            form.set(ItemFormState::Edit(id));
        }
    };
    let remove = move |_| {
        let Some((id, name)) = item.read(|item| (item.id, items::full_name(item))) else {
            return;
        };
        let call = api::send::<RemoveItem>((state.id(), id), Nothing {}, Nothing {}, Options::default());
        let question = (t(Text::ConfirmRemoveItem).to_owned(), t(Text::Delete));
        state.action.run_confirmed(name, question, call, move |_| {
            notify(t(Text::EventItemRemoved));
            if form.try_get_untracked() == Some(ItemFormState::Edit(id)) {
                form.set(ItemFormState::Closed);
            }
        });
    };
    any_view! {
        <div class="actions">
            <button class="icon" data-testid="edit-item" aria-label=t(Text::Edit) title=t(Text::Edit) on:click=edit>
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
}

/// The form of a new item or of an existing one, or the button that opens it.
fn item_form(form: RwSignal<ItemFormState>, is_draft: Memo<bool>, state: CardState) -> AnyView {
    let done = Callback::new(move |()| {
        form.set(ItemFormState::Closed);
        state.reload.run(());
    });
    let button = move || {
        is_draft.get().then(|| {
            view! {
                <button class="button" data-testid="add-item" on:click=move |_| form.set(ItemFormState::New)>
                    {t(Text::AddProduct)}
                </button>
            }
        })
    };
    let content = move || match form.get() {
        ItemFormState::New => forms::item_form(state.id(), None, done),
        ItemFormState::Edit(id) => {
            let edited = move |order: &Order| order.items.iter().find(|item| item.id == id).cloned();
            forms::item_form(state.id(), Some(state.order.find(edited)), done)
        }
        ItemFormState::Closed => button.into_any(),
    };
    content.into_any()
}

pub(super) fn item_list(
    form: RwSignal<ItemFormState>,
    filter: ItemFilter,
    services: Option<ServicesState>,
    state: CardState,
) -> AnyView {
    let order = state.order;
    let is_draft = Memo::new(move |_| state.is_draft());
    if is_draft.get_untracked() {
        // The person probably opens one of the forms.
        load_page("/client/orders/create");
    }
    let actions = move |item: Live<Item>| {
        let kind = item.slice(move |item| actions_at(item, state));
        kind.view(move |kind| match kind {
            ItemActions::Track => track_field(item, state),
            ItemActions::Edit => edit_buttons(item, form, state),
            ItemActions::None => ().into_any(),
        })
    };
    let below = Callback::new(move |item| services.map(|state| item_services(item, state)).into_any());
    let empty = move |is_empty: &bool| {
        is_empty.then(|| {
            view! {
                <div class="empty">
                    <h2>{t(Text::EmptyOrders)}</h2>
                    {move || is_draft.get().then(|| view! { <p>{t(Text::EmptyOrdersHint)}</p> })}
                </div>
            }
        })
    };
    let filter_bar = move |is_large: &bool| is_large.then(|| item_filter_bar(filter, order));
    let photo = services.map(ServicesState::photo);
    any_view! {
        {item_form(form, is_draft, state)}
        {order.part(|order| order.items.is_empty(), empty)}
        {order.part(|order| order.items.len() > LARGE_ORDER, filter_bar)}
        <ItemGroups order=order actions=actions below=below photo=photo filter=filter />
        {services.map(ServicesState::error_note)}
    }
}
