//! Changes of people. A change of staff has more fields than a change of a member.

use crate::{api::Error, prelude::*, session};
use shared_types::{
    id::{AccessGroupId, MemberId, StaffId},
    staff::*,
};

pub(super) async fn update_access(id: i64, version: i64, body: AccessChange) -> Result<StaffMember, Error> {
    let options = Options::of_version(version);
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

/// Makes the link of an invitation.
pub(super) async fn create_link(id: i64) -> Result<InvitationLink, Error> {
    match session::guard() {
        Guard::Agent => api::call::<CreateStaffLink>((StaffId(id),), Nothing {}).await,
        Guard::Client => api::call::<CreateMemberLink>((MemberId(id),), Nothing {}).await,
    }
}

pub(super) async fn remove_person(id: i64) -> Result<Nothing, Error> {
    match session::guard() {
        Guard::Agent => {
            api::send::<RemoveStaff>((StaffId(id),), StaffRemoval::default(), Nothing {}, Options::default()).await
        }
        Guard::Client => api::call::<RemoveMember>((MemberId(id),), Nothing {}).await,
    }
}

/// The open work of a staff member. Members of clients have none.
pub(super) async fn open_work(id: i64) -> Result<StaffWork, Error> {
    match session::guard() {
        Guard::Agent => api::call::<ShowStaffWork>((StaffId(id),), Nothing {}).await,
        Guard::Client => Ok(StaffWork::default()),
    }
}

/// Locks a staff member out, with the choice for the open work.
pub(super) async fn lock_out(id: i64, version: i64, removal: StaffRemoval) -> Result<(), Error> {
    let body = StaffChange {
        disabled: Some(true),
        work: removal.work,
        successor_id: removal.successor_id,
        ..StaffChange::default()
    };
    api::send::<ChangeStaff>((StaffId(id),), Nothing {}, body, Options::of_version(version))
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
    api::call::<HandOverWork>((StaffId(id),), body).await.map(drop)
}

pub(super) async fn transfer_ownership(id: i64, my_group_id: AccessGroupId) -> Result<StaffMember, Error> {
    let body = OwnershipTransfer { my_group_id };
    match session::guard() {
        Guard::Agent => api::call::<TransferAgentOwnership>((StaffId(id),), body).await,
        Guard::Client => api::call::<TransferClientOwnership>((MemberId(id),), body).await,
    }
}

pub(super) async fn update_group(
    id: AccessGroupId,
    version: i64,
    body: AccessGroupChange,
) -> Result<AccessGroup, Error> {
    api::send::<ChangeAccessGroup>((id,), Nothing {}, body, Options::of_version(version)).await
}
