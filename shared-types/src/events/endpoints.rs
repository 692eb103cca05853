//! The endpoint of the event feed.

use super::{EventPage, EventQuery};
use crate::{access::PerSide, endpoint::Nothing};

crate::endpoints! {
    event_endpoints:

    [Events]
    ListEvents, "list_agent_events" | "list_client_events": Get "/events", PerSide::GUARD, 200;
    "Returns the events of the cabinet after a position, in the order in which they became visible.";
    path = (), query = EventQuery, body = Nothing => EventPage;
}
