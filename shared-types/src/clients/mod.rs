//! Client accounts, as far as the order table and the client's settings need them.

use crate::{
    access::{Access, Level, Object},
    endpoint::{Nothing, RawFile},
    id::ClientId,
    money::{Currency, Money},
    page::{Listing, Page},
};
use chrono::{DateTime, Utc};
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

/// A row of the client table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClientRow {
    /// Its id.
    pub id: ClientId,
    /// The code on parcels.
    pub code: String,
    /// Its name.
    pub name: String,
    /// The company, where there is one.
    pub company: Option<String>,
    /// The currency of new orders.
    pub currency: Currency,
    /// Balances, rubles first; empty without the right to see them.
    pub balances: Vec<Money>,
    /// Whether its members are shut out.
    pub disabled: bool,
    /// Orders it ever made.
    pub orders_count: i64,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// Whether the agent's staff left a note on it (agent side only).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub has_note: Option<bool>,
}

/// Which clients.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClientQuery {
    /// Text in code, name or company.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// Only those shut out (true) or only the others (false).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disabled: Option<bool>,
    /// Rows of the page, 1 to 200; 50 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// `next_cursor` of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

/// A person of a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClientPerson {
    /// The person's name.
    pub name: String,
    /// The person's phone.
    pub phone: String,
    /// Whether the person owns the account.
    pub is_owner: bool,
    /// Whether the person has confirmed the membership.
    pub confirmed: bool,
}

/// A client's card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClientCard {
    /// The row of the table.
    #[serde(flatten)]
    pub row: ClientRow,
    /// Its people.
    pub people: Vec<ClientPerson>,
    /// Send it back as `If-Match`.
    pub version: i64,
}

/// Changes by staff; absent fields stay, an empty text clears.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClientChange {
    /// The account's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The company.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// The currency of new orders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// Shuts its members out, or lets them in again; needs the level `manage`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disabled: Option<bool>,
}

/// Longest name of an account or a company, in characters.
pub const NAME: usize = 200;

crate::endpoints! {
    FindClients, "find_clients": Get "/agent/clients/options", Access::Agent(Object::Orders, Level::View), 200;
    "Clients to filter the order table by, at most 50.";
    path = (), query = ClientSearch, body = Nothing => Listing<ClientOption>;

    ListClients, "list_clients": Get "/agent/clients", Access::Agent(Object::Clients, Level::View), 200;
    "The agent's clients, newest first.";
    path = (), query = ClientQuery, body = Nothing => Page<ClientRow>;

    ExportClients, "export_clients": Get "/agent/clients.xlsx", Access::Agent(Object::Reports, Level::View), 200;
    "The client table as a spreadsheet, by the table's own filters; also takes the right to see clients.";
    path = (), query = ClientQuery, body = Nothing => RawFile;

    ShowClient, "show_client": Get "/agent/clients/{client}", Access::Agent(Object::Clients, Level::View), 200;
    "A client's card.";
    path = (ClientId,), query = Nothing, body = Nothing => ClientCard;

    ChangeClient, "change_client": Patch "/agent/clients/{client}", Access::Agent(Object::Clients, Level::Edit), 200;
    "Changes a client account, or shuts its members out.";
    path = (ClientId,), query = Nothing, body = ClientChange => ClientCard;

    ShowClientSettings, "show_client_settings": Get "/client/settings", Access::Client(Object::Settings, Level::View), 200;
    "The client account's settings.";
    path = (), query = Nothing, body = Nothing => ClientSettings;

    ChangeClientSettings, "change_client_settings": Patch "/client/settings", Access::Client(Object::Settings, Level::Edit), 200;
    "Changes the client account's settings.";
    path = (), query = Nothing, body = ClientSettingsChange => ClientSettings;
}
