//! API calls about staff and permission groups; each function calls the endpoint of the current cabinet.

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

pub(super) async fn people(query: PeopleQuery) -> Result<PeoplePage, Error> {
    match session::guard() {
        Guard::Agent => api::get::<ListStaff>(query).await,
        Guard::Client => api::get::<ListMembers>(query).await,
    }
}

pub(super) async fn invite(body: Invitation) -> Result<StaffMember, Error> {
    let options = Options::default();
    match session::guard() {
        Guard::Agent => api::send::<InviteStaff>((), Nothing {}, body, options).await,
        Guard::Client => api::send::<InviteMember>((), Nothing {}, body, options).await,
    }
}

pub(super) async fn update_access(id: i64, version: i64, body: AccessChange) -> Result<StaffMember, Error> {
    let options = versioned(version);
    match session::guard() {
        Guard::Agent => {
            let body = StaffChange {
                group_id: body.group_id,
                disabled: body.disabled,
                ..StaffChange::default()
            };
            api::send::<ChangeStaff>((StaffId(id),), Nothing {}, body, options).await
        }
        Guard::Client => api::send::<ChangeMember>((MemberId(id),), Nothing {}, body, options).await,
    }
}

pub(super) async fn remove_person(id: i64) -> Result<Nothing, Error> {
    let (body, options) = (Nothing {}, Options::default());
    match session::guard() {
        Guard::Agent => api::send::<RemoveStaff>((StaffId(id),), StaffRemoval::default(), body, options).await,
        Guard::Client => api::send::<RemoveMember>((MemberId(id),), Nothing {}, body, options).await,
    }
}

/// The open work of a staff member. Members of clients have none.
pub(super) async fn open_work(id: i64) -> Result<StaffWork, Error> {
    match session::guard() {
        Guard::Agent => api::send::<ShowStaffWork>((StaffId(id),), Nothing {}, Nothing {}, Options::default()).await,
        Guard::Client => Ok(StaffWork::default()),
    }
}

pub(super) async fn assignees() -> Result<Vec<Assignee>, Error> {
    Ok(api::get::<ListAssignees>(Nothing {}).await?.data)
}

/// Locks a staff member out, with the choice for the open work.
pub(super) async fn lock_out(id: i64, version: i64, removal: StaffRemoval) -> Result<(), Error> {
    let body = StaffChange {
        disabled: Some(true),
        work: removal.work,
        successor_id: removal.successor_id,
        ..StaffChange::default()
    };
    api::send::<ChangeStaff>((StaffId(id),), Nothing {}, body, versioned(version))
        .await
        .map(drop)
}

/// Removes a staff member, with the choice for the open work.
pub(super) async fn remove_staff(id: i64, removal: StaffRemoval) -> Result<(), Error> {
    api::send::<RemoveStaff>((StaffId(id),), removal, Nothing {}, Options::default())
        .await
        .map(drop)
}

pub(super) async fn hand_over(id: i64, removal: StaffRemoval) -> Result<(), Error> {
    let body = WorkHandover {
        successor_id: removal.successor_id,
    };
    api::send::<HandOverWork>((StaffId(id),), Nothing {}, body, Options::default())
        .await
        .map(drop)
}

pub(super) async fn transfer_ownership(id: i64, my_group_id: AccessGroupId) -> Result<StaffMember, Error> {
    let (body, options) = (OwnershipTransfer { my_group_id }, Options::default());
    match session::guard() {
        Guard::Agent => api::send::<TransferAgentOwnership>((StaffId(id),), Nothing {}, body, options).await,
        Guard::Client => api::send::<TransferClientOwnership>((MemberId(id),), Nothing {}, body, options).await,
    }
}

pub(super) async fn groups() -> Result<Listing<AccessGroup>, Error> {
    match session::guard() {
        Guard::Agent => api::get::<ListAgentGroups>(Nothing {}).await,
        Guard::Client => api::get::<ListClientGroups>(Nothing {}).await,
    }
}

pub(super) async fn create_group(body: NewAccessGroup) -> Result<AccessGroup, Error> {
    let options = Options::default();
    match session::guard() {
        Guard::Agent => api::send::<CreateAgentGroup>((), Nothing {}, body, options).await,
        Guard::Client => api::send::<CreateClientGroup>((), Nothing {}, body, options).await,
    }
}

pub(super) async fn update_group(
    id: AccessGroupId,
    version: i64,
    body: AccessGroupChange,
) -> Result<AccessGroup, Error> {
    let options = versioned(version);
    match session::guard() {
        Guard::Agent => api::send::<ChangeAgentGroup>((id,), Nothing {}, body, options).await,
        Guard::Client => api::send::<ChangeClientGroup>((id,), Nothing {}, body, options).await,
    }
}

pub(super) async fn delete_group(id: AccessGroupId) -> Result<Nothing, Error> {
    let (body, options) = (Nothing {}, Options::default());
    match session::guard() {
        Guard::Agent => api::send::<DeleteAgentGroup>((id,), Nothing {}, body, options).await,
        Guard::Client => api::send::<DeleteClientGroup>((id,), Nothing {}, body, options).await,
    }
}

pub(super) async fn preview_group(id: AccessGroupId) -> Result<GroupPreview, Error> {
    let (body, options) = (Nothing {}, Options::default());
    match session::guard() {
        Guard::Agent => api::send::<PreviewAgentGroup>((id,), Nothing {}, body, options).await,
        Guard::Client => api::send::<PreviewClientGroup>((id,), Nothing {}, body, options).await,
    }
}
