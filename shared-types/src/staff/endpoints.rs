//! Addresses of people and groups.

use super::{dto::*, groups::*};
use crate::{
    access::{Access, Level, Object},
    endpoint::{Nothing, RawFile},
    id::{AccessGroupId, ClientId, MemberId, StaffId},
    page::Listing,
};

crate::endpoints! {
    ListStaff, "list_staff": Get "/agent/staff", Access::Agent(Object::Staff, Level::View), 200;
    "The agent's people, newest first, and how many places are taken.";
    path = (), query = PeopleQuery, body = Nothing => People;

    ExportStaff, "export_staff": Get "/agent/staff.xlsx", Access::Agent(Object::Reports, Level::View), 200;
    "The agent's people as a spreadsheet; also takes the right to see staff.";
    path = (), query = PeopleQuery, body = Nothing => RawFile;

    InviteStaff, "invite_staff": Post "/agent/staff", Access::Agent(Object::Staff, Level::Edit), 201;
    "Invites a person by phone into a group that holds no more than one's own rights.";
    path = (), query = Nothing, body = Invitation => Colleague;

    ChangeStaff, "change_staff": Patch "/agent/staff/{staff}", Access::Agent(Object::Staff, Level::Edit), 200;
    "Puts a person into another group, shuts them out, or lets them in again; never oneself and never the owner.";
    path = (StaffId,), query = Nothing, body = AccessChange => Colleague;

    RemoveStaff, "remove_staff": Delete "/agent/staff/{staff}", Access::Agent(Object::Staff, Level::Manage), 204;
    "Revokes an invitation or takes a person's access away; their logins end at once.";
    path = (StaffId,), query = Nothing, body = Nothing => Nothing;

    HandAgentOver, "hand_agent_over": Post "/agent/staff/{staff}/ownership", Access::Agent(Object::Staff, Level::Manage), 200;
    "Makes another confirmed person the owner; only the owner can, and goes into a group.";
    path = (StaffId,), query = Nothing, body = Handover => Colleague;

    ListMembers, "list_members": Get "/client/staff", Access::Client(Object::Staff, Level::View), 200;
    "The client's people, newest first.";
    path = (), query = PeopleQuery, body = Nothing => People;

    InviteMember, "invite_member": Post "/client/staff", Access::Client(Object::Staff, Level::Edit), 201;
    "Invites a person by phone into a group that holds no more than one's own rights.";
    path = (), query = Nothing, body = Invitation => Colleague;

    ChangeMember, "change_member": Patch "/client/staff/{member}", Access::Client(Object::Staff, Level::Edit), 200;
    "Puts a person into another group, shuts them out, or lets them in again; never oneself and never the owner.";
    path = (MemberId,), query = Nothing, body = AccessChange => Colleague;

    RemoveMember, "remove_member": Delete "/client/staff/{member}", Access::Client(Object::Staff, Level::Manage), 204;
    "Revokes an invitation or takes a person's access away; their logins end at once.";
    path = (MemberId,), query = Nothing, body = Nothing => Nothing;

    HandClientOver, "hand_client_over": Post "/client/staff/{member}/ownership", Access::Client(Object::Staff, Level::Manage), 200;
    "Makes another confirmed person the owner; only the owner can, and goes into a group.";
    path = (MemberId,), query = Nothing, body = Handover => Colleague;

    ListClientStaff, "list_client_staff": Get "/agent/clients/{client}/staff", Access::Agent(Object::Clients, Level::View), 200;
    "The people of one of the agent's clients.";
    path = (ClientId,), query = PeopleQuery, body = Nothing => People;

    ListAgentGroups, "list_agent_groups": Get "/agent/access-groups", Access::Agent(Object::Staff, Level::View), 200;
    "The permission groups of the agent's people.";
    path = (), query = Nothing, body = Nothing => Listing<AccessGroup>;

    CreateAgentGroup, "create_agent_group": Post "/agent/access-groups", Access::Agent(Object::Staff, Level::Manage), 201;
    "Makes a permission group that grants no more than one's own rights.";
    path = (), query = Nothing, body = NewAccessGroup => AccessGroup;

    ChangeAgentGroup, "change_agent_group": Patch "/agent/access-groups/{group}", Access::Agent(Object::Staff, Level::Manage), 200;
    "Changes a permission group; it acts on the next request of everybody in it.";
    path = (AccessGroupId,), query = Nothing, body = AccessGroupChange => AccessGroup;

    DeleteAgentGroup, "delete_agent_group": Delete "/agent/access-groups/{group}", Access::Agent(Object::Staff, Level::Manage), 204;
    "Deletes a permission group that nobody is in.";
    path = (AccessGroupId,), query = Nothing, body = Nothing => Nothing;

    PreviewAgentGroup, "preview_agent_group": Post "/agent/access-groups/{group}/preview", Access::Agent(Object::Staff, Level::Manage), 200;
    "A token that looks at the cabinet as the group does, and changes nothing.";
    path = (AccessGroupId,), query = Nothing, body = Nothing => Preview;

    ListClientGroups, "list_client_groups": Get "/client/access-groups", Access::Client(Object::Staff, Level::View), 200;
    "The permission groups of the client's people.";
    path = (), query = Nothing, body = Nothing => Listing<AccessGroup>;

    CreateClientGroup, "create_client_group": Post "/client/access-groups", Access::Client(Object::Staff, Level::Manage), 201;
    "Makes a permission group that grants no more than one's own rights.";
    path = (), query = Nothing, body = NewAccessGroup => AccessGroup;

    ChangeClientGroup, "change_client_group": Patch "/client/access-groups/{group}", Access::Client(Object::Staff, Level::Manage), 200;
    "Changes a permission group; it acts on the next request of everybody in it.";
    path = (AccessGroupId,), query = Nothing, body = AccessGroupChange => AccessGroup;

    DeleteClientGroup, "delete_client_group": Delete "/client/access-groups/{group}", Access::Client(Object::Staff, Level::Manage), 204;
    "Deletes a permission group that nobody is in.";
    path = (AccessGroupId,), query = Nothing, body = Nothing => Nothing;

    PreviewClientGroup, "preview_client_group": Post "/client/access-groups/{group}/preview", Access::Client(Object::Staff, Level::Manage), 200;
    "A token that looks at the cabinet as the group does, and changes nothing.";
    path = (AccessGroupId,), query = Nothing, body = Nothing => Preview;
}
