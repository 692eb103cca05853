//! State shared by the services of an order, their dialogs and uploads.

use frontend_ui::{
    api::Error,
    data::use_record,
    features::{
        items::ReceivedPhoto,
        services::{GalleryItem, ServiceTexts, item_media, received_photo, service_media, service_name},
    },
    prelude::*,
};
use shared_types::{
    id::{ItemId, OrderId},
    services::{ItemMedia, ItemService, OrderServices, ShowOrderServices},
};

/// The target of the uploaded files.
#[derive(Clone, PartialEq)]
pub(super) enum UploadTarget {
    /// A service of an item.
    Service(Box<ItemService>),
    /// The item itself, apart from its services.
    Item(ItemId),
}

impl UploadTarget {
    fn item_id(&self) -> ItemId {
        match self {
            Self::Service(service) => service.item_id,
            Self::Item(item) => *item,
        }
    }

    pub(super) fn name(&self) -> String {
        match self {
            Self::Service(service) => service_name(&service.names),
            Self::Item(_) => t(ServiceTexts::ExtraPhotos).to_owned(),
        }
    }
}

/// State shared by the service components.
#[derive(Clone, Copy)]
pub(in crate::pages::card) struct ServicesState {
    pub(super) order: Memo<OrderId>,
    /// The services and media of the order.
    pub(super) services: Record<OrderServices>,
    /// The calls that change services, after which the whole card is loaded again.
    pub(super) action: Action,
    /// The calls that change files, after which only the services are loaded again.
    pub(super) media_action: Action,
    pub(super) ordered_item: RwSignal<Option<ItemId>>,
    pub(super) upload_target: RwSignal<Option<UploadTarget>>,
    pub(super) gallery: RwSignal<Option<(Vec<GalleryItem>, usize)>>,
    /// Loads the whole card again.
    pub(super) reload: Callback<()>,
}

impl ServicesState {
    /// Loads the services. Returns `None` without the permission to see them.
    pub(in crate::pages::card) fn new(order: Memo<OrderId>, reload: Callback<()>) -> Option<Self> {
        if !current_user().may(Object::Services, Level::View) {
            return None;
        }
        let services = use_record(&[Topic::Order], order, |id| {
            api::send::<ShowOrderServices>((id,), Nothing {}, Nothing {}, Options::default())
        });
        Some(Self {
            order,
            services,
            action: use_action().reloading(move || _ = reload.try_run(())),
            media_action: use_action().reloading(move || services.reload()),
            ordered_item: RwSignal::new(None),
            upload_target: RwSignal::new(None),
            gallery: RwSignal::new(None),
            reload,
        })
    }

    /// Closes the dialogs, for another order.
    pub(in crate::pages::card) fn close_dialogs(self) {
        self.ordered_item.set(None);
        self.upload_target.set(None);
        self.gallery.set(None);
    }

    /// Loads the services again.
    pub(in crate::pages::card) fn refresh(self) {
        self.services.reload();
    }

    /// The error of the last call. Tracks.
    pub(super) fn error(self) -> Option<Error> {
        let error = self.action.error().or_else(|| self.media_action.error());
        error.or_else(|| self.services.error())
    }

    /// The photo of the received goods of an item, if there is one.
    pub(in crate::pages::card) fn result_photo(self) -> ReceivedPhoto {
        let photo = move |item| self.services.with(|services| received_photo(services, item));
        Callback::new(move |item| photo(item).flatten())
    }

    /// Photos and videos of the target. Tracks.
    pub(super) fn media(self, target: &UploadTarget) -> Vec<ItemMedia> {
        let service = match target {
            UploadTarget::Service(service) => Some(service.id),
            UploadTarget::Item(_) => None,
        };
        let media = |services: &OrderServices| service_media(&item_media(services, target.item_id()), service);
        self.services.with(media).unwrap_or_default()
    }
}
