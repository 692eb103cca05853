//! Endpoints of the sandbox.

use super::SandboxResult;
use crate::{
    access::{Level, Object, PerSide},
    endpoint::Nothing,
    id::OrderId,
};

crate::endpoints! {
    sandbox_endpoints:

    [Sandbox]
    AdvanceOrder, "advance_agent_order" | "advance_client_order":
        Post "/sandbox/orders/{order}/advance", PerSide::right(Object::Orders, Level::Edit), 200;
    "Performs the next step in the life of an order, in the name of the people who do it. Only for test keys." |
    "Performs the next step in the life of an order, in the name of the people who do it. Only for test keys.";
    path = (OrderId,), query = Nothing, body = Nothing => SandboxResult;
}
