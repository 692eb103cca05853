//! Addresses of the profile and of logins.

use super::dto::*;
use crate::{
    access::{Access, Guard, Level, Object},
    endpoint::{Nothing, RawFile},
    id::SessionId,
    page::Listing,
};

const AGENT: Access = Access::Guard(Guard::Agent);
const CLIENT: Access = Access::Guard(Guard::Client);

crate::endpoints! {
    ShowAgentProfile, "show_agent_profile": Get "/agent/profile", AGENT, 200;
    "The staff member's own profile.";
    path = (), query = Nothing, body = Nothing => Profile;

    ChangeAgentProfile, "change_agent_profile": Patch "/agent/profile", AGENT, 200;
    "Changes the staff member's own profile.";
    path = (), query = Nothing, body = ProfileChange => Profile;

    ChangeAgentPassword, "change_agent_password": Post "/agent/profile/password", AGENT, 204;
    "Sets or changes the password, proved by the old one or by a code; ends the person's other logins.";
    path = (), query = Nothing, body = PasswordChange => Nothing;

    ChangeAgentSecondFactor, "change_agent_second_factor": Post "/agent/profile/second-factor", AGENT, 204;
    "Asks for a code beside the password at each login of the person, or no longer.";
    path = (), query = Nothing, body = SecondFactorChange => Nothing;

    ChangeClientSecondFactor, "change_client_second_factor": Post "/client/profile/second-factor", CLIENT, 204;
    "Asks for a code beside the password at each login of the person, or no longer.";
    path = (), query = Nothing, body = SecondFactorChange => Nothing;

    ShowStaffLogins, "show_staff_logins": Get "/agent/settings/staff-logins", Access::Agent(Object::Staff, Level::View), 200;
    "What the agent asks of its people's logins.";
    path = (), query = Nothing, body = Nothing => StaffLogins;

    ChangeStaffLogins, "change_staff_logins": Patch "/agent/settings/staff-logins", Access::Agent(Object::Settings, Level::Manage), 200;
    "Changes what the agent asks of its people's logins, from their next one on, and of payouts, at once.";
    path = (), query = Nothing, body = StaffLoginsChange => StaffLogins;

    AskPayoutCode, "ask_payout_code": Post "/agent/profile/payout-code", AGENT, 202;
    "Sends the person a code that proves who pays out.";
    path = (), query = Nothing, body = PayoutCodeRequest => Nothing;

    ProvePayouts, "prove_payouts": Post "/agent/profile/payout-proof", AGENT, 204;
    "Gives the code; for ten minutes this login may pay out where the agent asks for a fresh code.";
    path = (), query = Nothing, body = PayoutProof => Nothing;

    SetAgentPicture, "set_agent_picture": Post "/agent/profile/avatar", AGENT, 200;
    "Takes the staff member's picture: JPEG, PNG, WebP or GIF as the body, made anew from its pixels.";
    path = (), query = Nothing, body = RawFile => Profile;

    RemoveAgentPicture, "remove_agent_picture": Delete "/agent/profile/avatar", AGENT, 200;
    "Removes the staff member's picture.";
    path = (), query = Nothing, body = Nothing => Profile;

    SetClientPicture, "set_client_picture": Post "/client/profile/avatar", CLIENT, 200;
    "Takes the client member's picture: JPEG, PNG, WebP or GIF as the body, made anew from its pixels.";
    path = (), query = Nothing, body = RawFile => Profile;

    RemoveClientPicture, "remove_client_picture": Delete "/client/profile/avatar", CLIENT, 200;
    "Removes the client member's picture.";
    path = (), query = Nothing, body = Nothing => Profile;

    AskAgentPhone, "ask_agent_phone": Post "/agent/profile/phone/code", AGENT, 202;
    "Sends a code to a new phone; the answer never tells whether the phone is known.";
    path = (), query = Nothing, body = PhoneCodeRequest => Nothing;

    ChangeAgentPhone, "change_agent_phone": Post "/agent/profile/phone", AGENT, 200;
    "Changes the person's phone, proved by the password and the code; ends the other logins and tells the former chat.";
    path = (), query = Nothing, body = PhoneChange => Profile;

    AskAgentEmail, "ask_agent_email": Post "/agent/profile/email", AGENT, 202;
    "Sends a letter to a new e-mail address; the answer never tells whether the address is known.";
    path = (), query = Nothing, body = EmailChange => Nothing;

    ChangeAgentEmail, "change_agent_email": Post "/agent/profile/email/confirm", AGENT, 200;
    "Changes the person's e-mail address by the link of the letter.";
    path = (), query = Nothing, body = EmailProof => Profile;

    AskClientPhone, "ask_client_phone": Post "/client/profile/phone/code", CLIENT, 202;
    "Sends a code to a new phone; the answer never tells whether the phone is known.";
    path = (), query = Nothing, body = PhoneCodeRequest => Nothing;

    ChangeClientPhone, "change_client_phone": Post "/client/profile/phone", CLIENT, 200;
    "Changes the person's phone, proved by the password and the code; ends the other logins and tells the former chat.";
    path = (), query = Nothing, body = PhoneChange => Profile;

    AskClientEmail, "ask_client_email": Post "/client/profile/email", CLIENT, 202;
    "Sends a letter to a new e-mail address; the answer never tells whether the address is known.";
    path = (), query = Nothing, body = EmailChange => Nothing;

    ChangeClientEmail, "change_client_email": Post "/client/profile/email/confirm", CLIENT, 200;
    "Changes the person's e-mail address by the link of the letter.";
    path = (), query = Nothing, body = EmailProof => Profile;

    ListAgentLogins, "list_agent_logins": Get "/agent/sessions", AGENT, 200;
    "The person's live logins on both sides, the last used first; at most 100.";
    path = (), query = Nothing, body = Nothing => Listing<Login>;

    EndAgentLogin, "end_agent_login": Delete "/agent/sessions/{session}", AGENT, 204;
    "Ends one of the person's logins; it is refused from its next request on.";
    path = (SessionId,), query = Nothing, body = Nothing => Nothing;

    EndAgentLogins, "end_agent_logins": Post "/agent/sessions/revoke-all", AGENT, 204;
    "Logs the person out everywhere, or everywhere else.";
    path = (), query = Nothing, body = LogOutEverywhere => Nothing;

    ShowClientProfile, "show_client_profile": Get "/client/profile", CLIENT, 200;
    "The client member's own profile.";
    path = (), query = Nothing, body = Nothing => Profile;

    ChangeClientProfile, "change_client_profile": Patch "/client/profile", CLIENT, 200;
    "Changes the client member's own profile.";
    path = (), query = Nothing, body = ProfileChange => Profile;

    ChangeClientPassword, "change_client_password": Post "/client/profile/password", CLIENT, 204;
    "Sets or changes the password, proved by the old one or by a code; ends the person's other logins.";
    path = (), query = Nothing, body = PasswordChange => Nothing;

    ListClientLogins, "list_client_logins": Get "/client/sessions", CLIENT, 200;
    "The person's live logins on both sides, the last used first; at most 100.";
    path = (), query = Nothing, body = Nothing => Listing<Login>;

    EndClientLogin, "end_client_login": Delete "/client/sessions/{session}", CLIENT, 204;
    "Ends one of the person's logins; it is refused from its next request on.";
    path = (SessionId,), query = Nothing, body = Nothing => Nothing;

    EndClientLogins, "end_client_logins": Post "/client/sessions/revoke-all", CLIENT, 204;
    "Logs the person out everywhere, or everywhere else.";
    path = (), query = Nothing, body = LogOutEverywhere => Nothing;
}
