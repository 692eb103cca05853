//! Endpoints of item services for both cabinets.

use super::{dto::*, media::*};
use crate::{
    access::{Access, Level, Object, PerSide},
    endpoint::{Nothing, RawFile},
    id::{ItemId, ItemServiceId, MediaId, OrderId, ServiceId, UploadLinkId},
    page::Listing,
};

const SETTINGS_VIEW: Access = Access::Agent(Object::Settings, Level::View);
const SETTINGS_EDIT: Access = Access::Agent(Object::Settings, Level::Edit);
const EDIT: Access = Access::Agent(Object::Services, Level::Edit);

crate::endpoints! {
    service_endpoints:

    [Services]
    ListServices, "list_services": Get "/agent/settings/services", SETTINGS_VIEW, 200;
    "Lists the built-in services and the agent's own, with their prices.";
    path = (), query = Nothing, body = Nothing => Listing<Service>;

    AddService, "add_service": Post "/agent/settings/services", SETTINGS_EDIT, 201, idempotent = true;
    "Adds a service defined by the agent.";
    path = (), query = Nothing, body = NewService => Service;

    ChangeService, "change_service": Patch "/agent/settings/services/{service}", SETTINGS_EDIT, 200, versioned = true;
    "Enables or disables a service and sets its prices. Names and icon can be changed only for the agent's own services.";
    path = (ServiceId,), query = Nothing, body = ServiceChange => Service;

    RemoveService, "remove_service": Delete "/agent/settings/services/{service}", SETTINGS_EDIT, 204;
    "Deletes a service of the agent that was never ordered.";
    path = (ServiceId,), query = Nothing, body = Nothing => Nothing;

    ShowOrderServices, "show_agent_services" | "show_client_services":
        Get "/orders/{order}/services", PerSide::right(Object::Services, Level::View), 200;
    "Returns the services, photos and videos of an order.";
    path = (OrderId,), query = Nothing, body = Nothing => OrderServices;

    OrderItemService, "order_agent_service" | "order_client_service":
        Post "/orders/{order}/items/{item}/services", PerSide::right(Object::Services, Level::Edit), 201, idempotent = true;
    "Orders a service on an item. A paid service becomes part of the quote, or is paid from the client's balance immediately." |
    "Orders a service on an item. A paid service becomes part of the quote, or is paid from the balance immediately.";
    path = (OrderId, ItemId), query = Nothing, body = NewItemService => ItemService;

    RenderService, "render_service": Post "/agent/item-services/{service}/render", EDIT, 200, idempotent = true;
    "Marks a service as done. Measured and counted values are stored with the item.";
    path = (ItemServiceId,), query = Nothing, body = Rendering => ItemService;

    CancelItemService, "cancel_agent_service" | "cancel_client_service":
        Post "/item-services/{service}/cancel", PerSide::right(Object::Services, Level::Edit), 200, idempotent = true;
    "Cancels a service and refunds its payment." |
    "Cancels a service that is not done yet and refunds its payment.";
    path = (ItemServiceId,), query = Nothing, body = Nothing => ItemService;

    [Media]
    StartServiceUpload, "start_service_upload": Post "/agent/item-services/{service}/uploads", EDIT, 201, idempotent = true;
    "Starts the upload of a photo or video of a service.";
    path = (ItemServiceId,), query = Nothing, body = NewUpload => UploadState;

    StartItemUpload, "start_item_upload": Post "/agent/items/{item}/uploads", EDIT, 201, idempotent = true;
    "Starts the upload of an extra photo or video of an item.";
    path = (ItemId,), query = Nothing, body = NewUpload => UploadState;

    ShowUpload, "show_upload": Get "/agent/uploads/{media}", EDIT, 200;
    "Returns the progress of an upload.";
    path = (MediaId,), query = Nothing, body = Nothing => UploadState;

    ContinueUpload, "continue_upload": Patch "/agent/uploads/{media}", EDIT, 200;
    "Uploads the next bytes as application/octet-stream. `Upload-Offset` contains their position.";
    path = (MediaId,), query = Nothing, body = RawFile => UploadState;

    FinishUpload, "finish_upload": Post "/agent/uploads/{media}/finish", EDIT, 200;
    "Verifies an upload and adds it to the photos and videos of its item.";
    path = (MediaId,), query = Nothing, body = Nothing => ItemMedia;

    SetPoster, "set_poster": Post "/agent/media/{media}/poster", EDIT, 200;
    "Sets the poster of a video.";
    path = (MediaId,), query = Nothing, body = RawFile => ItemMedia;

    ChangeMedia, "change_media": Patch "/agent/media/{media}", EDIT, 200;
    "Hides a photo or video from the client, or shows it.";
    path = (MediaId,), query = Nothing, body = MediaChange => ItemMedia;

    RemoveMedia, "remove_media": Delete "/agent/media/{media}", EDIT, 204;
    "Deletes a photo or video, or aborts its upload.";
    path = (MediaId,), query = Nothing, body = Nothing => Nothing;

    CreateServiceUploadLink, "create_service_upload_link": Post "/agent/item-services/{service}/upload-link", EDIT, 201;
    "Creates a link for uploading photos or videos of a service from a phone.";
    path = (ItemServiceId,), query = Nothing, body = Nothing => UploadLink;

    CreateItemUploadLink, "create_item_upload_link": Post "/agent/items/{item}/upload-link", EDIT, 201;
    "Creates a link for uploading extra photos and videos of an item from a phone.";
    path = (ItemId,), query = Nothing, body = Nothing => UploadLink;

    CloseUploadLink, "close_upload_link": Delete "/agent/upload-links/{link}", EDIT, 204;
    "Closes an upload link.";
    path = (UploadLinkId,), query = Nothing, body = Nothing => Nothing;

    [Services]
}
