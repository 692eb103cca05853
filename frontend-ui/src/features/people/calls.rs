//! The calls of both sides under one name.

use crate::{
    api::{self, Error, Options},
    session,
};
use shared_types::{
    access::Guard,
    endpoint::Nothing,
    id::{AccessGroupId, MemberId, StaffId},
    page::Listing,
    staff::*,
};

fn versioned(version: i64) -> Options {
    Options {
        version: Some(version),
        ..Options::default()
    }
}

pub(super) async fn people(query: PeopleQuery) -> Result<People, Error> {
    match session::guard() {
        Guard::Agent => api::get::<ListStaff>(query).await,
        Guard::Client => api::get::<ListMembers>(query).await,
    }
}

pub(super) async fn invite(body: Invitation) -> Result<Colleague, Error> {
    let options = Options::default();
    match session::guard() {
        Guard::Agent => api::send::<InviteStaff>((), Nothing {}, body, options).await,
        Guard::Client => api::send::<InviteMember>((), Nothing {}, body, options).await,
    }
}

pub(super) async fn change(id: i64, version: i64, body: AccessChange) -> Result<Colleague, Error> {
    let options = versioned(version);
    match session::guard() {
        Guard::Agent => api::send::<ChangeStaff>((StaffId(id),), Nothing {}, body, options).await,
        Guard::Client => api::send::<ChangeMember>((MemberId(id),), Nothing {}, body, options).await,
    }
}

pub(super) async fn remove(id: i64) -> Result<Nothing, Error> {
    let (body, options) = (Nothing {}, Options::default());
    match session::guard() {
        Guard::Agent => api::send::<RemoveStaff>((StaffId(id),), Nothing {}, body, options).await,
        Guard::Client => api::send::<RemoveMember>((MemberId(id),), Nothing {}, body, options).await,
    }
}

pub(super) async fn hand_over(id: i64, my_group_id: AccessGroupId) -> Result<Colleague, Error> {
    let (body, options) = (Handover { my_group_id }, Options::default());
    match session::guard() {
        Guard::Agent => api::send::<HandAgentOver>((StaffId(id),), Nothing {}, body, options).await,
        Guard::Client => api::send::<HandClientOver>((MemberId(id),), Nothing {}, body, options).await,
    }
}

pub(super) async fn groups() -> Result<Listing<AccessGroup>, Error> {
    match session::guard() {
        Guard::Agent => api::get::<ListAgentGroups>(Nothing {}).await,
        Guard::Client => api::get::<ListClientGroups>(Nothing {}).await,
    }
}

pub(super) async fn create(body: NewAccessGroup) -> Result<AccessGroup, Error> {
    let options = Options::default();
    match session::guard() {
        Guard::Agent => api::send::<CreateAgentGroup>((), Nothing {}, body, options).await,
        Guard::Client => api::send::<CreateClientGroup>((), Nothing {}, body, options).await,
    }
}

pub(super) async fn regroup(id: AccessGroupId, version: i64, body: AccessGroupChange) -> Result<AccessGroup, Error> {
    let options = versioned(version);
    match session::guard() {
        Guard::Agent => api::send::<ChangeAgentGroup>((id,), Nothing {}, body, options).await,
        Guard::Client => api::send::<ChangeClientGroup>((id,), Nothing {}, body, options).await,
    }
}

pub(super) async fn delete(id: AccessGroupId) -> Result<Nothing, Error> {
    let (body, options) = (Nothing {}, Options::default());
    match session::guard() {
        Guard::Agent => api::send::<DeleteAgentGroup>((id,), Nothing {}, body, options).await,
        Guard::Client => api::send::<DeleteClientGroup>((id,), Nothing {}, body, options).await,
    }
}

pub(super) async fn look(id: AccessGroupId) -> Result<Preview, Error> {
    let (body, options) = (Nothing {}, Options::default());
    match session::guard() {
        Guard::Agent => api::send::<PreviewAgentGroup>((id,), Nothing {}, body, options).await,
        Guard::Client => api::send::<PreviewClientGroup>((id,), Nothing {}, body, options).await,
    }
}
