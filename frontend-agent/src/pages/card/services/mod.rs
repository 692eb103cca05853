//! Services of the lines, as the warehouse works on them: ordered, done with photos and numbers, given up.

mod jobs;
mod media;
mod phone;
mod poster;
mod render;

use frontend_ui::{
    api::{self, Error, Options},
    components::ErrorNote,
    features::services::{Gallery, OrderForm, ServiceText, Shot, came, of_item, of_service, row, shots, thumbs},
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
    orders::Side,
    services::{
        CancelAgentService, ItemMedia, ItemService, NewItemService, OrderAgentService, OrderServices, ServiceMove,
        ServiceStatus, ShowAgentServices, lifecycle::may_order,
    },
};

/// What is uploaded into.
#[derive(Clone, PartialEq)]
pub(super) enum Target {
    /// A service that is being done.
    Service(Box<ItemService>),
    /// A line, beside its services.
    Item(ItemId),
}

impl Target {
    fn item(&self) -> ItemId {
        match self {
            Self::Service(service) => service.item_id,
            Self::Item(item) => *item,
        }
    }
}

/// What the parts of the services share.
#[derive(Clone, Copy)]
pub(super) struct Bench {
    order: OrderId,
    /// What there is; what was read last stays while it is read anew.
    held: RwSignal<Option<OrderServices>>,
    error: RwSignal<Option<Error>>,
    ordering: RwSignal<Option<ItemId>>,
    working: RwSignal<Option<Target>>,
    looking: RwSignal<Option<(Vec<Shot>, usize)>>,
    /// Reads the rest of the card anew.
    reload: Callback<()>,
}

impl Bench {
    /// For an order; nothing for whoever may not see services.
    pub(super) fn new(order: OrderId, reload: Callback<()>) -> Option<Self> {
        let bench = Self {
            order,
            held: RwSignal::new(None),
            error: RwSignal::new(None),
            ordering: RwSignal::new(None),
            working: RwSignal::new(None),
            looking: RwSignal::new(None),
            reload,
        };
        current().may(Object::Services, Level::View).then(|| {
            bench.read();
            bench
        })
    }

    /// The photo of what came of a line.
    pub(super) fn photo(self) -> Callback<ItemId, Option<PhotoAddresses>> {
        Callback::new(move |item| self.held.with(|held| held.as_ref().and_then(|held| came(held, item))))
    }

    /// Reads the services anew.
    pub(super) fn read(self) {
        spawn_local(async move {
            let path = (self.order,);
            match api::send::<ShowAgentServices>(path, Nothing {}, Nothing {}, Options::default()).await {
                Ok(services) => drop(self.held.try_set(Some(services))),
                Err(refused) => drop(self.error.try_set(Some(refused))),
            }
        });
    }

    /// Ends an action: shows the refusal, or reads everything anew.
    fn done<T>(self, result: Result<T, Error>) -> bool {
        match result {
            Ok(_) => {
                self.error.set(None);
                self.read();
                self.reload.run(());
                true
            }
            Err(refused) => {
                self.error.set(Some(refused));
                false
            }
        }
    }

    /// Ends a change of a photo: the lines stay as they are.
    fn told<T>(self, result: Result<T, Error>) {
        match result {
            Ok(_) => self.read(),
            Err(refused) => self.error.set(Some(refused)),
        }
    }

    /// Photos and videos of what is worked on.
    fn media(self, target: &Target) -> Vec<ItemMedia> {
        let service = match target {
            Target::Service(service) => Some(service.id),
            Target::Item(_) => None,
        };
        let held = self.held.get();
        held.map(|held| of_service(&of_item(&held, target.item()), service))
            .unwrap_or_default()
    }
}

/// What stands beneath a line.
pub(super) fn beneath(item: Item, order: shared_types::orders::OrderStatus, bench: Bench) -> AnyView {
    let id = item.id;
    let works = current().may(Object::Services, Level::Edit);
    let may_add = works && may_order(order, item.status);
    (move || {
        let services = bench.held.get()?;
        let media = shots(&of_item(&services, id));
        let own: Vec<_> = services.services.iter().filter(|service| service.item_id == id).cloned().collect();
        if own.is_empty() && media.is_empty() && !works {
            return None;
        }
        let rows: Vec<_> = own.into_iter().map(|service| row(&service, actions(&service, works, bench))).collect();
        let all = media.clone();
        let open = Callback::new(move |index| bench.looking.set(Some((all.clone(), index))));
        Some(view! {
            {(!rows.is_empty()).then(|| view! { <ul class="services">{rows}</ul> })}
            {thumbs(&media, open)}
            {works.then(|| view! {
                <div class="service-bar">
                    {may_add.then(|| view! { <button class="quiet" data-testid="add-service" on:click=move |_| bench.ordering.set(Some(id))>{t(ServiceText::OrderShort)}</button> })}
                    <button class="quiet" data-testid="add-photos" on:click=move |_| bench.working.set(Some(Target::Item(id)))>{t(ServiceText::Extra)}</button>
                </div>
            })}
        })
    })
    .into_any()
}

/// What can be done about a service.
fn actions(service: &ItemService, works: bool, bench: Bench) -> AnyView {
    if !works || service.moves.is_empty() && service.status != ServiceStatus::Rendered {
        return ().into_any();
    }
    let (id, held) = (service.id, service.clone());
    let brings_media = service.media_kind.kind().is_some();
    let render = service.moves.contains(&ServiceMove::Render);
    let give_up = move |_| {
        if window()
            .confirm_with_message(t(ServiceText::SureGiveUp))
            .unwrap_or(false)
        {
            spawn_local(async move {
                bench.done(api::send::<CancelAgentService>((id,), Nothing {}, Nothing {}, Options::default()).await);
            });
        }
    };
    let label = if render {
        ServiceText::Render
    } else {
        ServiceText::Extra
    };
    let open = move |_| bench.working.set(Some(Target::Service(Box::new(held.clone()))));
    view! {
        <span class="service-actions">
            {(render || brings_media).then(|| view! { <button class=if render { "button" } else { "quiet" } data-testid="render-service" on:click=open>{t(label)}</button> })}
            {service.moves.contains(&ServiceMove::Cancel).then(|| view! { <button class="quiet" data-testid="cancel-service" on:click=give_up>{t(ServiceText::GiveUp)}</button> })}
        </span>
    }
    .into_any()
}

/// The dialogs; they stand outside of what is read anew, so that nothing under way is lost to it.
#[component]
pub(super) fn Dialogs(bench: Bench) -> impl IntoView {
    let refused = RwSignal::new(None::<Error>);
    let order = Callback::new(move |new: NewItemService| {
        let Some(item) = bench.ordering.get_untracked() else {
            return;
        };
        spawn_local(async move {
            let path = (bench.order, item);
            match api::send::<OrderAgentService>(path, Nothing {}, new, Options::default()).await {
                Ok(_) => {
                    refused.set(None);
                    bench.ordering.set(None);
                    bench.done(Ok(()));
                }
                Err(error) => refused.set(Some(error)),
            }
        });
    });
    let close = Callback::new(move |()| bench.ordering.set(None));
    view! {
        <ErrorNote error=bench.error/>
        {move || bench.ordering.get().and_then(|_| bench.held.get_untracked()).map(|services| view! { <OrderForm services=services side=Side::Staff error=refused send=order close=close/> })}
        {move || bench.working.get().map(|target| view! { <render::Work target=target bench=bench/> })}
        {move || bench.looking.get().map(|(media, start)| view! { <Gallery media=media start=start close=Callback::new(move |()| bench.looking.set(None))/> })}
    }
    .into_any()
}
