//! Addresses of services for both cabinets.

use super::{dto::*, media::*};
use crate::{
    access::{Access, Level, Object},
    endpoint::{Nothing, RawFile},
    id::{ItemId, ItemServiceId, MediaId, OrderId, ServiceId, UploadLinkId},
    page::Listing,
};

const SETTINGS_VIEW: Access = Access::Agent(Object::Settings, Level::View);
const SETTINGS_EDIT: Access = Access::Agent(Object::Settings, Level::Edit);
const VIEW: Access = Access::Agent(Object::Services, Level::View);
const WORK: Access = Access::Agent(Object::Services, Level::Edit);
const CLIENT_VIEW: Access = Access::Client(Object::Services, Level::View);
const CLIENT_EDIT: Access = Access::Client(Object::Services, Level::Edit);

crate::endpoints! {
    ListServices, "list_services": Get "/agent/settings/services", SETTINGS_VIEW, 200;
    "The services there are, with the agent's own, and what the agent asks for them.";
    path = (), query = Nothing, body = Nothing => Listing<Service>;

    AddService, "add_service": Post "/agent/settings/services", SETTINGS_EDIT, 201, idempotent = true;
    "Adds a service of the agent's own.";
    path = (), query = Nothing, body = NewService => Service;

    ChangeService, "change_service": Patch "/agent/settings/services/{service}", SETTINGS_EDIT, 200;
    "Turns a service on or off and sets its prices; names and icon of the agent's own alone.";
    path = (ServiceId,), query = Nothing, body = ServiceChange => Service;

    RemoveService, "remove_service": Delete "/agent/settings/services/{service}", SETTINGS_EDIT, 204;
    "Removes a service of the agent's own that was never ordered.";
    path = (ServiceId,), query = Nothing, body = Nothing => Nothing;

    ShowAgentServices, "show_agent_services": Get "/agent/orders/{order}/services", VIEW, 200;
    "Services, photos and videos of an order's lines.";
    path = (OrderId,), query = Nothing, body = Nothing => OrderServices;

    OrderAgentService, "order_agent_service": Post "/agent/orders/{order}/items/{item}/services", WORK, 201, idempotent = true;
    "Orders a service on a line; one that costs something becomes a part of the price, or is paid from the client's balance at once.";
    path = (OrderId, ItemId), query = Nothing, body = NewItemService => ItemService;

    RenderService, "render_service": Post "/agent/item-services/{service}/render", WORK, 200, idempotent = true;
    "Says that a service is done; measured and counted numbers become the line's.";
    path = (ItemServiceId,), query = Nothing, body = Rendering => ItemService;

    CancelAgentService, "cancel_agent_service": Post "/agent/item-services/{service}/cancel", WORK, 200, idempotent = true;
    "Gives a service up; what was paid for it goes back.";
    path = (ItemServiceId,), query = Nothing, body = Nothing => ItemService;

    StartServiceUpload, "start_service_upload": Post "/agent/item-services/{service}/uploads", WORK, 201, idempotent = true;
    "Begins the upload of a photo or a video of a service.";
    path = (ItemServiceId,), query = Nothing, body = NewUpload => UploadState;

    StartItemUpload, "start_item_upload": Post "/agent/items/{item}/uploads", WORK, 201, idempotent = true;
    "Begins the upload of an extra photo or video of a line.";
    path = (ItemId,), query = Nothing, body = NewUpload => UploadState;

    ShowUpload, "show_upload": Get "/agent/uploads/{media}", WORK, 200;
    "How much of an upload came.";
    path = (MediaId,), query = Nothing, body = Nothing => UploadState;

    ContinueUpload, "continue_upload": Patch "/agent/uploads/{media}", WORK, 200;
    "The next bytes of an upload, as application/octet-stream; `Upload-Offset` says where they begin.";
    path = (MediaId,), query = Nothing, body = RawFile => UploadState;

    FinishUpload, "finish_upload": Post "/agent/uploads/{media}/finish", WORK, 200;
    "Checks what was uploaded and makes it a photo or a video of its line.";
    path = (MediaId,), query = Nothing, body = Nothing => ItemMedia;

    SetPoster, "set_poster": Post "/agent/media/{media}/poster", WORK, 200;
    "Gives a video the picture it is shown by.";
    path = (MediaId,), query = Nothing, body = RawFile => ItemMedia;

    ChangeMedia, "change_media": Patch "/agent/media/{media}", WORK, 200;
    "Hides a photo or a video from the client, or shows it.";
    path = (MediaId,), query = Nothing, body = MediaChange => ItemMedia;

    RemoveMedia, "remove_media": Delete "/agent/media/{media}", WORK, 204;
    "Removes a photo or a video, or gives its upload up.";
    path = (MediaId,), query = Nothing, body = Nothing => Nothing;

    LinkServiceUpload, "link_service_upload": Post "/agent/item-services/{service}/upload-link", WORK, 201;
    "A link by which a phone uploads photos or videos of a service.";
    path = (ItemServiceId,), query = Nothing, body = Nothing => UploadLink;

    LinkItemUpload, "link_item_upload": Post "/agent/items/{item}/upload-link", WORK, 201;
    "A link by which a phone uploads extra photos and videos of a line.";
    path = (ItemId,), query = Nothing, body = Nothing => UploadLink;

    CloseUploadLink, "close_upload_link": Delete "/agent/upload-links/{link}", WORK, 204;
    "Makes a link work no more.";
    path = (UploadLinkId,), query = Nothing, body = Nothing => Nothing;

    ShowClientServices, "show_client_services": Get "/client/orders/{order}/services", CLIENT_VIEW, 200;
    "Services, photos and videos of an order's lines.";
    path = (OrderId,), query = Nothing, body = Nothing => OrderServices;

    OrderClientService, "order_client_service": Post "/client/orders/{order}/items/{item}/services", CLIENT_EDIT, 201, idempotent = true;
    "Orders a service on a line; one that costs something becomes a part of the price, or is paid from the balance at once.";
    path = (OrderId, ItemId), query = Nothing, body = NewItemService => ItemService;

    CancelClientService, "cancel_client_service": Post "/client/item-services/{service}/cancel", CLIENT_EDIT, 200, idempotent = true;
    "Gives a service up that is not done yet; what was paid for it goes back.";
    path = (ItemServiceId,), query = Nothing, body = Nothing => ItemService;
}
