//! Client accounts, as far as the order table and the client's settings need them.

use crate::{
    access::{Access, Level, Object},
    endpoint::Nothing,
    id::ClientId,
    money::Currency,
    page::Listing,
};
use serde::{Deserialize, Serialize};

/// A client to filter by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClientOption {
    /// Its id.
    pub id: ClientId,
    /// Its code.
    pub code: String,
    /// Its name.
    pub name: String,
}

/// Text to find clients by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClientSearch {
    /// Text in code or name; all when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
}

/// The client account's settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClientSettings {
    /// The account's name.
    pub name: String,
    /// The company, where there is one.
    pub company: Option<String>,
    /// The code on parcels; given by the agent.
    pub code: String,
    /// The currency of new orders.
    pub currency: Currency,
    /// Send it back as `If-Match`.
    pub version: i64,
}

/// Changes to the settings; absent fields stay, an empty text clears.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClientSettingsChange {
    /// The account's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The company.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// The currency of new orders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
}

/// Longest name of an account or a company, in characters.
pub const NAME: usize = 200;

crate::endpoints! {
    FindClients, "find_clients": Get "/agent/clients/options", Access::Agent(Object::Orders, Level::View), 200;
    "Clients to filter the order table by, at most 50.";
    path = (), query = ClientSearch, body = Nothing => Listing<ClientOption>;

    ShowClientSettings, "show_client_settings": Get "/client/settings", Access::Client(Object::Settings, Level::View), 200;
    "The client account's settings.";
    path = (), query = Nothing, body = Nothing => ClientSettings;

    ChangeClientSettings, "change_client_settings": Patch "/client/settings", Access::Client(Object::Settings, Level::Edit), 200;
    "Changes the client account's settings.";
    path = (), query = Nothing, body = ClientSettingsChange => ClientSettings;
}
