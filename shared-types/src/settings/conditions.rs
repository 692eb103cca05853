//! What the agent charges its clients for its work.

use crate::{
    access::{Access, Level, Object},
    endpoint::Nothing,
    pricing::Commission,
};
use serde::{Deserialize, Serialize};

/// What the agent charges its clients for its work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Conditions {
    /// The commission on goods, in the agent's currency.
    pub commission: Commission,
    /// Send it back as `If-Match`; 0 while nothing was set.
    pub version: i64,
}

/// A change of the conditions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ConditionsChange {
    /// The commission on goods.
    pub commission: Commission,
}

crate::endpoints! {
    ShowConditions, "show_conditions": Get "/agent/settings/conditions", Access::Agent(Object::Settings, Level::View), 200;
    "What the agent charges its clients.";
    path = (), query = Nothing, body = Nothing => Conditions;

    ChangeConditions, "change_conditions": Patch "/agent/settings/conditions", Access::Agent(Object::Settings, Level::Edit), 200;
    "Sets what the agent charges its clients; orders already quoted keep their price.";
    path = (), query = Nothing, body = ConditionsChange => Conditions;
}
