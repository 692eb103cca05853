//! The parts that all steps of the demo share: its clients, actors and transactions.

use platform::{
    scope::{AgentPolicy, ClientPolicy, Tx},
    state::AppState,
};
use shared_types::{
    id::{AgentId, ClientId},
    orders::{Origin, Side},
};
use std::error::Error;
use trade::orders::history::Actor;

/// A client account of the demo.
pub(super) struct DemoClient {
    pub(super) agent: AgentId,
    pub(super) id: ClientId,
    pub(super) name: &'static str,
}

pub(super) type DemoResult<T> = Result<T, Box<dyn Error>>;

pub(super) fn actor(side: Side, name: &str) -> Actor {
    Actor {
        side,
        user_id: None,
        name: name.to_owned(),
        via: Origin::Cabinet,
    }
}

pub(super) fn staff() -> Actor {
    actor(Side::Staff, "Дмитрий Орлов")
}

pub(super) async fn begin_as_agent(state: &AppState, client: &DemoClient) -> DemoResult<Tx<AgentPolicy>> {
    Ok(state.system().enter_agent(client.agent).begin().await?)
}

pub(super) async fn begin_as_client(state: &AppState, client: &DemoClient) -> DemoResult<Tx<ClientPolicy>> {
    Ok(state.system().enter_client(client.agent, client.id).begin().await?)
}
