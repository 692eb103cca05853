//! Services of the lines as the client sees them: ordered, given up, looked at.

use frontend_ui::{
    api::{self, Error, Options},
    components::ErrorNote,
    features::services::{Gallery, OrderForm, ServiceText, Shot, came, of_item, row, shots, thumbs},
    i18n::t,
    session::current,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    id::{ItemId, OrderId},
    items::Item,
    media::PhotoAddresses,
    orders::{OrderStatus, Side},
    services::{
        CancelClientService, ItemService, NewItemService, OrderClientService, OrderServices, ServiceMove,
        ShowClientServices, lifecycle::may_order,
    },
};

/// What the parts share.
#[derive(Clone, Copy)]
pub(super) struct Wishes {
    order: OrderId,
    held: RwSignal<Option<OrderServices>>,
    error: RwSignal<Option<Error>>,
    ordering: RwSignal<Option<ItemId>>,
    looking: RwSignal<Option<(Vec<Shot>, usize)>>,
    reload: Callback<()>,
}

impl Wishes {
    /// For an order; nothing for whoever may not see services.
    pub(super) fn new(order: OrderId, reload: Callback<()>) -> Option<Self> {
        let wishes = Self {
            order,
            held: RwSignal::new(None),
            error: RwSignal::new(None),
            ordering: RwSignal::new(None),
            looking: RwSignal::new(None),
            reload,
        };
        current().may(Object::Services, Level::View).then(|| {
            wishes.read();
            wishes
        })
    }

    /// The photo of what came of a line.
    pub(super) fn photo(self) -> Callback<ItemId, Option<PhotoAddresses>> {
        Callback::new(move |item| self.held.with(|held| held.as_ref().and_then(|held| came(held, item))))
    }

    fn read(self) {
        spawn_local(async move {
            let path = (self.order,);
            match api::send::<ShowClientServices>(path, Nothing {}, Nothing {}, Options::default()).await {
                Ok(services) => drop(self.held.try_set(Some(services))),
                Err(refused) => drop(self.error.try_set(Some(refused))),
            }
        });
    }
}

/// What stands beneath a line.
pub(super) fn beneath(item: Item, order: OrderStatus, wishes: Wishes) -> AnyView {
    let id = item.id;
    let may = current().may(Object::Services, Level::Edit);
    let may_add = may && may_order(order, item.status);
    (move || {
        let services = wishes.held.get()?;
        let media = shots(&of_item(&services, id));
        let own: Vec<_> = services.services.iter().filter(|service| service.item_id == id).cloned().collect();
        let adds = may_add && !services.offered.is_empty();
        if own.is_empty() && media.is_empty() && !adds {
            return None;
        }
        let rows: Vec<_> = own.into_iter().map(|service| row(&service, actions(&service, may, wishes))).collect();
        let all = media.clone();
        let open = Callback::new(move |index| wishes.looking.set(Some((all.clone(), index))));
        Some(view! {
            {(!rows.is_empty()).then(|| view! { <ul class="services">{rows}</ul> })}
            {thumbs(&media, open)}
            {adds.then(|| view! { <div class="service-bar"><button class="quiet" data-testid="add-service" on:click=move |_| wishes.ordering.set(Some(id))>{t(ServiceText::OrderShort)}</button></div> })}
        })
    })
    .into_any()
}

fn actions(service: &ItemService, may: bool, wishes: Wishes) -> AnyView {
    if !may || !service.moves.contains(&ServiceMove::Cancel) {
        return ().into_any();
    }
    let id = service.id;
    let give_up = move |_| {
        if window()
            .confirm_with_message(t(ServiceText::SureGiveUp))
            .unwrap_or(false)
        {
            spawn_local(async move {
                match api::send::<CancelClientService>((id,), Nothing {}, Nothing {}, Options::default()).await {
                    Ok(_) => wishes.reload.run(()),
                    Err(refused) => wishes.error.set(Some(refused)),
                }
            });
        }
    };
    view! { <span class="service-actions"><button class="quiet" data-testid="cancel-service" on:click=give_up>{t(ServiceText::GiveUp)}</button></span> }
        .into_any()
}

/// The dialogs.
#[component]
pub(super) fn Dialogs(wishes: Wishes) -> impl IntoView {
    let refused = RwSignal::new(None::<Error>);
    // One key for a dialog that is open: however often it is pressed, one service is ordered and paid.
    let key = StoredValue::new(api::fresh_key());
    let order = Callback::new(move |new: NewItemService| {
        let Some(item) = wishes.ordering.get_untracked() else {
            return;
        };
        spawn_local(async move {
            let options = Options {
                idempotency_key: Some(key.get_value()),
                ..Options::default()
            };
            match api::send::<OrderClientService>((wishes.order, item), Nothing {}, new, options).await {
                Ok(_) => {
                    wishes.ordering.set(None);
                    wishes.reload.run(());
                }
                Err(error) => {
                    // What is sent next is another request.
                    key.set_value(api::fresh_key());
                    refused.set(Some(error));
                }
            }
        });
    });
    let close = Callback::new(move |()| wishes.ordering.set(None));
    view! {
        <ErrorNote error=wishes.error/>
        {move || wishes.ordering.get().and_then(|_| wishes.held.get_untracked()).map(|services| {
            refused.set(None);
            key.set_value(api::fresh_key());
            view! { <OrderForm services=services side=Side::Client error=refused send=order close=close/> }
        })}
        {move || wishes.looking.get().map(|(media, start)| view! { <Gallery media=media start=start close=Callback::new(move |()| wishes.looking.set(None))/> })}
    }
    .into_any()
}
