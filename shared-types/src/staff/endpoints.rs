//! Endpoints of people and permission groups.

use super::{dto::*, groups::*};
use crate::{
    access::{Access, Guard, Level, Object, PerSide},
    endpoint::{Nothing, RawFile},
    id::{AccessGroupId, ClientId, MemberId, StaffId},
    page::Listing,
};

crate::endpoints! {
    staff_endpoints:

    [Staff]
    ListPeople, "list_staff" | "list_members": Get "/staff", PerSide::right(Object::Staff, Level::View), 200;
    "Lists the agent's staff, newest first, with the number of people and its limit." |
    "Lists the members of the client, newest first.";
    path = (), query = PeopleQuery, body = Nothing => PeoplePage;

    ListAssignees, "list_assignees": Get "/agent/assignees", Access::Guard(Guard::Agent), 200;
    "Lists the names of the agent's staff, to assign orders and clients to them, and says whether the caller may claim orders.";
    path = (), query = Nothing, body = Nothing => AssigneeList;

    ExportStaff, "export_staff": Get "/agent/staff.xlsx", Access::Agent(Object::Reports, Level::View), 200;
    "Exports the agent's staff as a spreadsheet. Also requires the right to view staff.";
    path = (), query = PeopleQuery, body = Nothing => RawFile;

    InvitePerson, "invite_staff" | "invite_member": Post "/staff", PerSide::right(Object::Staff, Level::Edit), 201, step_up = true;
    "Invites a person by phone number into a permission group. The group must not grant more than the caller's own rights.";
    path = (), query = Nothing, body = Invitation => StaffMember;

    CreateStaffLink, "create_staff_link": Post "/agent/staff/{staff}/invitation-link",
        Access::Agent(Object::Staff, Level::Edit), 200, step_up = true;
    "Creates the link by which an invited person enters. Pass it on yourself: nothing is sent.";
    path = (StaffId,), query = Nothing, body = Nothing => InvitationLink;

    CreateMemberLink, "create_member_link": Post "/client/staff/{member}/invitation-link",
        Access::Client(Object::Staff, Level::Edit), 200;
    "Creates the link by which an invited person enters. Pass it on yourself: nothing is sent.";
    path = (MemberId,), query = Nothing, body = Nothing => InvitationLink;

    ChangeStaff, "change_staff": Patch "/agent/staff/{staff}",
        Access::Agent(Object::Staff, Level::Edit), 200, versioned = true, step_up = true;
    "Moves a person to another permission group, locks them out, or lets them in again. Not possible for the caller and the owner.";
    path = (StaffId,), query = Nothing, body = StaffChange => StaffMember;

    RemoveStaff, "remove_staff": Delete "/agent/staff/{staff}",
        Access::Agent(Object::Staff, Level::Manage), 204, step_up = true;
    "Revokes an invitation, or removes a person from the cabinet and ends their sessions. Finished work and past figures stay theirs.";
    path = (StaffId,), query = StaffRemoval, body = Nothing => Nothing;

    ShowStaffWork, "show_staff_work": Get "/agent/staff/{staff}/work", Access::Agent(Object::Staff, Level::View), 200;
    "Counts the open work of a person.";
    path = (StaffId,), query = Nothing, body = Nothing => StaffWork;

    HandOverWork, "hand_over_work": Post "/agent/staff/{staff}/work", Access::Agent(Object::Staff, Level::Edit), 200;
    "Gives all open work of a person to another person, or unassigns it. Returns the reassigned objects. Requires the right to change all orders and clients.";
    path = (StaffId,), query = Nothing, body = WorkHandover => StaffWork;

    TransferAgentOwnership, "transfer_agent_ownership": Post "/agent/staff/{staff}/ownership",
        Access::Agent(Object::Staff, Level::Manage), 200, step_up = true;
    "Transfers the ownership to another confirmed person. Only the owner can do this, and gets a permission group.";
    path = (StaffId,), query = Nothing, body = OwnershipTransfer => StaffMember;

    ChangeMember, "change_member": Patch "/client/staff/{member}", Access::Client(Object::Staff, Level::Edit), 200, versioned = true;
    "Moves a person to another permission group, locks them out, or lets them in again. Not possible for the caller and the owner.";
    path = (MemberId,), query = Nothing, body = AccessChange => StaffMember;

    RemoveMember, "remove_member": Delete "/client/staff/{member}", Access::Client(Object::Staff, Level::Manage), 204;
    "Revokes an invitation, or removes a person from the cabinet and ends their sessions.";
    path = (MemberId,), query = Nothing, body = Nothing => Nothing;

    TransferClientOwnership, "transfer_client_ownership": Post "/client/staff/{member}/ownership",
        Access::Client(Object::Staff, Level::Manage), 200;
    "Transfers the ownership to another confirmed person. Only the owner can do this, and gets a permission group.";
    path = (MemberId,), query = Nothing, body = OwnershipTransfer => StaffMember;

    ListClientStaff, "list_client_staff": Get "/agent/clients/{client}/staff", Access::Agent(Object::Clients, Level::View), 200;
    "Lists the members of one of the agent's clients.";
    path = (ClientId,), query = PeopleQuery, body = Nothing => PeoplePage;

    [PermissionGroups]
    ListAccessGroups, "list_agent_groups" | "list_client_groups": Get "/access-groups", PerSide::right(Object::Staff, Level::View), 200;
    "Lists the permission groups of the agent's staff." |
    "Lists the permission groups of the client's members.";
    path = (), query = Nothing, body = Nothing => Listing<AccessGroup>;

    CreateAccessGroup, "create_agent_group" | "create_client_group":
        Post "/access-groups", PerSide::right(Object::Staff, Level::Manage), 201, step_up = true;
    "Creates a permission group. It must not grant more than the caller's own rights.";
    path = (), query = Nothing, body = NewAccessGroup => AccessGroup;

    ChangeAccessGroup, "change_agent_group" | "change_client_group":
        Patch "/access-groups/{group}", PerSide::right(Object::Staff, Level::Manage), 200, versioned = true, step_up = true;
    "Changes a permission group. Applies from the next request of each person in it.";
    path = (AccessGroupId,), query = Nothing, body = AccessGroupChange => AccessGroup;

    DeleteAccessGroup, "delete_agent_group" | "delete_client_group":
        Delete "/access-groups/{group}", PerSide::right(Object::Staff, Level::Manage), 204;
    "Deletes an empty permission group.";
    path = (AccessGroupId,), query = Nothing, body = Nothing => Nothing;

    PreviewAccessGroup, "preview_agent_group" | "preview_client_group":
        Post "/access-groups/{group}/preview", PerSide::right(Object::Staff, Level::Manage), 200;
    "Returns a read-only token that sees the cabinet with the rights of the group.";
    path = (AccessGroupId,), query = Nothing, body = Nothing => GroupPreview;
}
