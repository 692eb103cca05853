//! Request and response bodies of the people of a cabinet.

use crate::id::{AccessGroupId, StaffId, UserId};
use chrono::{DateTime, Utc};

/// A person who belongs to a cabinet or is invited into it.
#[apply(response)]
pub struct StaffMember {
    /// Membership id: `staff_id` on the agent side, `member_id` on the client side.
    pub id: i64,
    pub user_id: UserId,
    /// Name of the person. Until the invitation is confirmed, the name given in the invitation.
    pub name: String,
    /// Phone number in E.164 format.
    pub phone: String,
    /// URL of a thumbnail of the person's picture. Absent until the invitation is confirmed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub avatar: Option<String>,
    /// Whether the person owns the cabinet.
    pub is_owner: bool,
    /// Permission group. The owner needs none.
    pub group: Option<GroupRef>,
    /// IP address of the person's last request.
    pub last_ip: Option<String>,
    /// Time of the person's last request.
    pub last_seen_at: Option<DateTime<Utc>>,
    /// Time of the invitation.
    pub created_at: DateTime<Utc>,
    /// Time when the invitation was confirmed.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// Time since when the person is locked out. Null if they are not.
    pub disabled_at: Option<DateTime<Utc>>,
    /// Version of the record. Send it back in `If-Match`.
    pub version: i64,
}

/// A permission group by name.
#[apply(response)]
pub struct GroupRef {
    pub id: AccessGroupId,
    pub name: String,
}

/// The number of people in a cabinet and its limit. Invited people count, disabled ones do not.
#[apply(response)]
#[derive(Copy)]
pub struct StaffQuota {
    /// Number of people.
    pub taken: i64,
    /// Maximum number of people; null without one.
    pub limit: Option<i64>,
}

/// A page of people, with the limit of the cabinet.
#[apply(response)]
pub struct PeoplePage {
    /// People, newest first.
    pub data: Vec<StaffMember>,
    /// Cursor of the next page, or null on the last page.
    pub next_cursor: Option<String>,
    /// Number of people and its limit.
    pub places: StaffQuota,
}

/// Filters of the list of people.
#[apply(request)]
#[derive(Default)]
pub struct PeopleQuery {
    /// Filter by permission group.
    pub group_id: Option<AccessGroupId>,
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// An invitation. It is confirmed when the person confirms the phone number.
#[apply(request)]
pub struct Invitation {
    /// Phone number in any usual notation.
    pub phone: String,
    /// Name to display until the person confirms the invitation.
    pub name: String,
    /// Permission group.
    pub group_id: AccessGroupId,
}

/// The link by which an invited person enters, also without a messenger. A new link ends the former one.
#[apply(response)]
pub struct InvitationLink {
    /// Address of the page that the person opens. It gives the invited person's rights to everyone who has it.
    pub url: String,
    /// When the link ends, if it is not used before.
    pub expires_at: DateTime<Utc>,
}

/// Changes to a person's access. Absent fields stay unchanged.
#[apply(request)]
#[derive(Default)]
pub struct AccessChange {
    /// New permission group.
    pub group_id: Option<AccessGroupId>,
    /// Locks the person out, or lets them in again.
    pub disabled: Option<bool>,
}

/// How to handle the open work of a person who leaves or is locked out: orders that are not finished, and clients with their
/// requests.
#[apply(response)]
#[derive(Copy)]
#[serde(rename_all = "snake_case")]
pub enum WorkChoice {
    /// It goes to `successor_id`.
    HandOver,
    /// It is unassigned.
    Unassign,
    /// It stays with the person; not possible if the person is removed.
    Keep,
}

/// Changes to the access of a staff member. Absent fields stay unchanged.
#[apply(request)]
#[derive(Default)]
pub struct StaffChange {
    /// New permission group.
    pub group_id: Option<AccessGroupId>,
    /// Locks the person out, or lets them in again.
    pub disabled: Option<bool>,
    /// How to handle the open work; required to lock out a person who has any.
    pub work: Option<WorkChoice>,
    /// Who gets the open work.
    pub successor_id: Option<StaffId>,
}

/// How a staff member is removed.
#[apply(request)]
#[derive(Copy, Default)]
pub struct StaffRemoval {
    /// How to handle the open work; required for a person who has any.
    pub work: Option<WorkChoice>,
    /// Who gets the open work.
    pub successor_id: Option<StaffId>,
}

/// Whom the open work of a person goes to.
#[apply(request)]
#[derive(Copy)]
pub struct WorkHandover {
    /// The person who takes over the work; null unassigns it.
    pub successor_id: Option<StaffId>,
}

/// The open work of a person.
#[apply(response)]
#[derive(Copy, Default)]
pub struct StaffWork {
    /// Orders assigned to the person that are neither completed nor canceled.
    pub orders: i64,
    /// Clients that the person manages.
    pub clients: i64,
    /// Open requests of these clients: top-ups, payment apps, withdrawals and shipping.
    pub requests: i64,
}

impl StaffWork {
    /// Whether there is anything to hand over.
    pub const fn is_empty(self) -> bool {
        self.orders == 0 && self.clients == 0
    }
}

/// A transfer of the ownership of a cabinet.
#[apply(request)]
#[derive(Copy)]
pub struct OwnershipTransfer {
    /// Permission group that the previous owner is put into.
    pub my_group_id: AccessGroupId,
}

/// A staff member who can be assigned orders and clients.
#[apply(response)]
pub struct Assignee {
    pub id: StaffId,
    /// Name of the person. Until the invitation is confirmed, the name given in the invitation.
    pub name: String,
    /// Whether the person is locked out. Nothing can be assigned to them then.
    pub disabled: bool,
}

/// The staff of an agent, as far as assignments need them.
#[apply(response)]
pub struct AssigneeList {
    /// All staff, by name.
    pub data: Vec<Assignee>,
    /// Whether the caller may claim unassigned orders.
    pub may_claim: bool,
}

#[apply(response)]
#[derive(Copy)]
pub struct AssignmentResult {
    /// Number of objects that were reassigned from another person.
    pub changed: u32,
}
