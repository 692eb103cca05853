//! Endpoints of login, sessions, cabinets and extension tokens.

use super::dto::*;
use crate::{
    access::{Access, Level, Object, PerSide},
    endpoint::Nothing,
    id::{ExtensionTokenId, OrderId},
    page::Listing,
};

/// Name of the guard in a path: `agent` or `client`.
pub type GuardName = String;

crate::endpoints! {
    login_endpoints:

    [Login]
    CheckPhone, "check_phone": Post "/{guard}/login", Access::Public, 200;
    "Returns the next step of the login for a phone number.";
    path = (GuardName,), query = Nothing, body = PhoneCheck => LoginStep;

    LogInByPassword, "log_in_by_password": Post "/{guard}/login/password", Access::Public, 200;
    "Logs in with phone number and password.";
    path = (GuardName,), query = Nothing, body = PasswordLogin => Session;

    SendCode, "send_code": Post "/{guard}/code/send", Access::Public, 202;
    "Sends a one-time code. The response does not reveal whether the phone number is known.";
    path = (GuardName,), query = Nothing, body = CodeRequest => Nothing;

    LogInByCode, "log_in_by_code": Post "/{guard}/code", Access::Public, 200;
    "Logs in with phone number and one-time code.";
    path = (GuardName,), query = Nothing, body = CodeLogin => Session;

    RefreshSession, "refresh_session": Post "/{guard}/refresh", Access::RefreshCookie, 200;
    "Exchanges the refresh cookie for a new one and an access token. The old cookie can be exchanged again until the new one is used, for a day; its reuse after that ends the session.";
    path = (GuardName,), query = Nothing, body = Nothing => Session;

    LogOut, "log_out": Post "/{guard}/logout", Access::RefreshCookie, 204;
    "Ends the session of the refresh cookie, and the session of the access token if one is sent. The access token may have expired.";
    path = (GuardName,), query = Nothing, body = Nothing => Nothing;

    SwitchCabinet, "switch_cabinet": Post "/switch", Access::AnyGuard, 200;
    "Opens another cabinet of the same user.";
    path = (), query = Nothing, body = SwitchTo => Session;

    FindOrderCabinet, "find_order_cabinet": Get "/switch/orders/{id}", Access::AnyGuard, 200;
    "Returns the cabinet of the same user, on the same side, that has the order. It can be another than the open one.";
    path = (OrderId,), query = Nothing, body = Nothing => Cabinet;

    [Profile]
    ShowMe, "show_agent_me" | "show_client_me": Get "/me", PerSide::GUARD, 200;
    "Returns the caller on the agent side: user, cabinet and rights." |
    "Returns the caller on the client side: user, cabinet and rights.";
    path = (), query = Nothing, body = Nothing => Me;

    ChangePreferences, "change_agent_preferences" | "change_client_preferences": Patch "/me", PerSide::GUARD, 200;
    "Changes the caller's interface language or time zone.";
    path = (), query = Nothing, body = Preferences => Person;

    [Extension]
    ListExtensionTokens, "list_extension_tokens": Get "/client/settings/extension-tokens",
        Access::Client(Object::Settings, Level::View), 200;
    "Lists the caller's active extension tokens.";
    path = (), query = Nothing, body = Nothing => Listing<ExtensionToken>;

    CreateExtensionToken, "create_extension_token": Post "/client/settings/extension-tokens",
        Access::Client(Object::Settings, Level::Edit), 201;
    "Creates an extension token. Only this response contains its plaintext.";
    path = (), query = Nothing, body = NewExtensionToken => CreatedExtensionToken;

    RevokeExtensionToken, "revoke_extension_token": Delete "/client/settings/extension-tokens/{id}",
        Access::Client(Object::Settings, Level::Edit), 204;
    "Revokes an extension token. It is refused from the next request on.";
    path = (ExtensionTokenId,), query = Nothing, body = Nothing => Nothing;
}
