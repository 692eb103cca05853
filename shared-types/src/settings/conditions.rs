//! The agent's fees.

use crate::{
    access::{Access, Level, Object},
    endpoint::Nothing,
    pricing::Commission,
};

/// The agent's fees.
#[apply(response)]
pub struct Conditions {
    /// Commission on goods, in the agent's currency.
    pub commission: Commission,
    /// Version of the setting. Send it back in `If-Match`. 0 if the setting was never saved.
    pub version: i64,
}

/// A change of the fees.
#[apply(request)]
pub struct ConditionsChange {
    /// Commission on goods.
    pub commission: Commission,
}

crate::endpoints! {
    conditions_endpoints:

    [Settings]
    ShowConditions, "show_conditions": Get "/agent/settings/conditions", Access::Agent(Object::Settings, Level::View), 200;
    "Returns the agent's fees.";
    path = (), query = Nothing, body = Nothing => Conditions;

    ChangeConditions, "change_conditions": Patch "/agent/settings/conditions",
        Access::Agent(Object::Settings, Level::Edit), 200, versioned = true;
    "Changes the agent's fees. Orders that are already quoted keep their price.";
    path = (), query = Nothing, body = ConditionsChange => Conditions;
}
