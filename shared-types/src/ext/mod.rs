//! The API of the browser extension.

use crate::{
    access::Access,
    endpoint::Nothing,
    id::{AgentId, ClientId, OrderId, UserId},
    items::{Item, NewItem},
    money::{Currency, Money},
    orders::lifecycle::OrderType,
    page::Listing,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The owner of an extension token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExtUser {
    /// Id of the user.
    pub id: UserId,
    pub name: String,
    /// Phone number in E.164 format.
    pub phone: String,
}

/// An agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExtAgent {
    pub id: AgentId,
    pub name: String,
}

/// A client account of the person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExtClient {
    /// Client id. Pass it as `client_id` of a new draft.
    pub id: ClientId,
    /// Name of the client account.
    pub name: String,
    /// Client code.
    pub code: String,
    /// Currency of its orders.
    pub currency: Currency,
    /// The agent of the client.
    pub agent: ExtAgent,
}

/// The owner of the token and their client accounts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExtMe {
    /// Owner of the token.
    pub user: ExtUser,
    /// Client accounts with a confirmed membership of the person.
    pub clients: Vec<ExtClient>,
}

/// A draft order that items can be added to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Draft {
    pub id: OrderId,
    /// Order number.
    pub number: String,
    /// Title of the order. May be empty.
    pub title: String,
    /// Client account of the order.
    pub client_id: ClientId,
    /// Name of the agent.
    pub agent_name: String,
    /// Currency of the total.
    pub currency: Currency,
    /// Number of items.
    pub items_count: i32,
    /// Sum of the items in the currency of the draft.
    pub total: Money,
    /// Time of the last change.
    pub updated_at: DateTime<Utc>,
}

/// A draft to create.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewDraft {
    /// Client account to create the draft in.
    pub client_id: ClientId,
    /// Order type. Defaults to `standard`.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub order_type: Option<OrderType>,
    /// Title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// The added item and the updated draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AddedItem {
    /// The added item.
    pub item: Item,
    /// The draft after the change.
    pub order: Draft,
}

crate::endpoints! {
    extension_endpoints:

    [Extension]
    ExtShowMe, "ext_me": Get "/api/ext/me", Access::ExtensionToken, 200;
    "Returns the owner of the token and their client accounts.";
    path = (), query = Nothing, body = Nothing => ExtMe;

    ExtListDrafts, "ext_list_drafts": Get "/api/ext/drafts", Access::ExtensionToken, 200;
    "Lists the drafts in all client accounts of the person, last changed first, at most 200.";
    path = (), query = Nothing, body = Nothing => Listing<Draft>;

    ExtCreateDraft, "ext_create_draft": Post "/api/ext/drafts", Access::ExtensionToken, 201, idempotent = true;
    "Creates a draft in one of the person's client accounts.";
    path = (), query = Nothing, body = NewDraft => Draft;

    ExtAddItem, "ext_add_item": Post "/api/ext/drafts/{order}/items", Access::ExtensionToken, 201, idempotent = true;
    "Adds an item to a draft.";
    path = (OrderId,), query = Nothing, body = NewItem => AddedItem;
}
