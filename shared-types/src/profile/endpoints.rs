//! Endpoints of the profile and the sessions.

use super::dto::*;
use crate::{
    access::{Access, Guard, Level, Object},
    endpoint::{Nothing, RawFile},
    id::{PasskeyId, SessionId},
    identity::{AddedPasskey, NewPasskey, PasskeyCreation, PasskeyRemoval, PasskeyRequest},
    page::Listing,
};

const AGENT: Access = Access::Guard(Guard::Agent);
const CLIENT: Access = Access::Guard(Guard::Client);

crate::endpoints! {
    profile_endpoints:

    [Profile]
    ShowAgentProfile, "show_agent_profile": Get "/agent/profile", AGENT, 200;
    "Returns the caller's profile.";
    path = (), query = Nothing, body = Nothing => Profile;

    ChangeAgentProfile, "change_agent_profile": Patch "/agent/profile", AGENT, 200;
    "Changes the caller's profile.";
    path = (), query = Nothing, body = ProfileChange => Profile;

    ChangeAgentPassword, "change_agent_password": Post "/agent/profile/password", AGENT, 204;
    "Sets or changes the caller's password, confirmed by the current one or a one-time code. Ends the caller's other sessions.";
    path = (), query = Nothing, body = PasswordChange => Nothing;

    ChangeAgentSecondFactor, "change_agent_second_factor": Post "/agent/profile/second-factor", AGENT, 204;
    "Turns the one-time code at each login of the caller on or off.";
    path = (), query = Nothing, body = SecondFactorChange => Nothing;

    ChangeClientSecondFactor, "change_client_second_factor": Post "/client/profile/second-factor", CLIENT, 204;
    "Turns the one-time code at each login of the caller on or off.";
    path = (), query = Nothing, body = SecondFactorChange => Nothing;

    BeginAgentAuthenticator, "begin_agent_authenticator": Post "/agent/profile/authenticator", AGENT, 200;
    "Creates the secret of an authenticator app for the caller, confirmed by the password. Replaces one that is not confirmed yet.";
    path = (), query = Nothing, body = AuthenticatorRequest => AuthenticatorSetup;

    ConfirmAgentAuthenticator, "confirm_agent_authenticator": Post "/agent/profile/authenticator/confirm", AGENT, 200;
    "Turns the authenticator app on with one of its codes. From then on each login needs the password and a code of the app.";
    path = (), query = Nothing, body = AuthenticatorConfirmation => RecoveryCodes;

    RemoveAgentAuthenticator, "remove_agent_authenticator": Post "/agent/profile/authenticator/remove", AGENT, 204;
    "Turns the authenticator app off, confirmed by one of its codes or a recovery code.";
    path = (), query = Nothing, body = AuthenticatorRemoval => Nothing;

    BeginAgentPasskey, "begin_agent_passkey": Post "/agent/profile/passkeys/challenge", AGENT, 200;
    "Returns the options for creating a passkey for the caller. Confirmed by the password, and by the second factor if there is one.";
    path = (), query = Nothing, body = PasskeyRequest => PasskeyCreation;

    AddAgentPasskey, "add_agent_passkey": Post "/agent/profile/passkeys", AGENT, 201;
    "Adds a passkey. From then on each login needs the password and a passkey, a code of the authenticator app or a recovery code.";
    path = (), query = Nothing, body = NewPasskey => AddedPasskey;

    RemoveAgentPasskey, "remove_agent_passkey": Post "/agent/profile/passkeys/{passkey}/remove", AGENT, 204;
    "Removes a passkey, confirmed by a passkey, a code of the authenticator app or a recovery code.";
    path = (PasskeyId,), query = Nothing, body = PasskeyRemoval => Nothing;

    BeginClientAuthenticator, "begin_client_authenticator": Post "/client/profile/authenticator", CLIENT, 200;
    "Creates the secret of an authenticator app for the caller, confirmed by the password. Replaces one that is not confirmed yet.";
    path = (), query = Nothing, body = AuthenticatorRequest => AuthenticatorSetup;

    ConfirmClientAuthenticator, "confirm_client_authenticator": Post "/client/profile/authenticator/confirm", CLIENT, 200;
    "Turns the authenticator app on with one of its codes. From then on each login needs the password and a code of the app.";
    path = (), query = Nothing, body = AuthenticatorConfirmation => RecoveryCodes;

    RemoveClientAuthenticator, "remove_client_authenticator": Post "/client/profile/authenticator/remove", CLIENT, 204;
    "Turns the authenticator app off, confirmed by one of its codes or a recovery code.";
    path = (), query = Nothing, body = AuthenticatorRemoval => Nothing;

    BeginClientPasskey, "begin_client_passkey": Post "/client/profile/passkeys/challenge", CLIENT, 200;
    "Returns the options for creating a passkey for the caller. Confirmed by the password, and by the second factor if there is one.";
    path = (), query = Nothing, body = PasskeyRequest => PasskeyCreation;

    AddClientPasskey, "add_client_passkey": Post "/client/profile/passkeys", CLIENT, 201;
    "Adds a passkey. From then on each login needs the password and a passkey, a code of the authenticator app or a recovery code.";
    path = (), query = Nothing, body = NewPasskey => AddedPasskey;

    RemoveClientPasskey, "remove_client_passkey": Post "/client/profile/passkeys/{passkey}/remove", CLIENT, 204;
    "Removes a passkey, confirmed by a passkey, a code of the authenticator app or a recovery code.";
    path = (PasskeyId,), query = Nothing, body = PasskeyRemoval => Nothing;

    [Settings]
    ShowStaffLogins, "show_staff_logins": Get "/agent/settings/staff-logins", Access::Agent(Object::Staff, Level::View), 200;
    "Returns the agent's security requirements for its staff.";
    path = (), query = Nothing, body = Nothing => StaffLoginPolicy;

    ChangeStaffLogins, "change_staff_logins": Patch "/agent/settings/staff-logins", Access::Agent(Object::Settings, Level::Manage), 200;
    "Changes the agent's security requirements for its staff. Requirements for logins apply from the next login, for payouts immediately.";
    path = (), query = Nothing, body = StaffLoginPolicyChange => StaffLoginPolicy;

    [Profile]
    RequestPayoutCode, "request_payout_code": Post "/agent/profile/payout-code", AGENT, 202;
    "Sends the caller a one-time code for payouts, unless the caller has an authenticator app or a passkey.";
    path = (), query = Nothing, body = PayoutCodeRequest => PayoutCodeRequested;

    ConfirmPayoutStepUp, "confirm_payout_step_up": Post "/agent/profile/payout-proof", AGENT, 204;
    "Verifies a one-time code for payouts. For ten minutes, payouts in this session need no other code.";
    path = (), query = Nothing, body = PayoutProof => Nothing;

    SetAgentPicture, "set_agent_picture": Post "/agent/profile/avatar", AGENT, 200;
    "Sets the caller's picture. The body is a JPEG, PNG, WebP or GIF; it is re-encoded.";
    path = (), query = Nothing, body = RawFile => Profile;

    RemoveAgentPicture, "remove_agent_picture": Delete "/agent/profile/avatar", AGENT, 200;
    "Removes the caller's picture.";
    path = (), query = Nothing, body = Nothing => Profile;

    SetClientPicture, "set_client_picture": Post "/client/profile/avatar", CLIENT, 200;
    "Sets the caller's picture. The body is a JPEG, PNG, WebP or GIF; it is re-encoded.";
    path = (), query = Nothing, body = RawFile => Profile;

    RemoveClientPicture, "remove_client_picture": Delete "/client/profile/avatar", CLIENT, 200;
    "Removes the caller's picture.";
    path = (), query = Nothing, body = Nothing => Profile;

    RequestAgentPhoneCode, "request_agent_phone_code": Post "/agent/profile/phone/code", AGENT, 202;
    "Sends a one-time code to a new phone number. The response does not reveal whether the number is known.";
    path = (), query = Nothing, body = PhoneCodeRequest => Nothing;

    ChangeAgentPhone, "change_agent_phone": Post "/agent/profile/phone", AGENT, 200;
    "Changes the caller's phone number, confirmed by password and one-time code. Ends other sessions and notifies the previous chat.";
    path = (), query = Nothing, body = PhoneChange => Profile;

    RequestAgentEmailChange, "request_agent_email_change": Post "/agent/profile/email", AGENT, 202;
    "Sends a confirmation e-mail to a new address. The response does not reveal whether the address is known.";
    path = (), query = Nothing, body = EmailChange => Nothing;

    ChangeAgentEmail, "change_agent_email": Post "/agent/profile/email/confirm", AGENT, 200;
    "Changes the caller's e-mail address with the link of the confirmation e-mail.";
    path = (), query = Nothing, body = EmailConfirmation => Profile;

    RequestClientPhoneCode, "request_client_phone_code": Post "/client/profile/phone/code", CLIENT, 202;
    "Sends a one-time code to a new phone number. The response does not reveal whether the number is known.";
    path = (), query = Nothing, body = PhoneCodeRequest => Nothing;

    ChangeClientPhone, "change_client_phone": Post "/client/profile/phone", CLIENT, 200;
    "Changes the caller's phone number, confirmed by password and one-time code. Ends other sessions and notifies the previous chat.";
    path = (), query = Nothing, body = PhoneChange => Profile;

    RequestClientEmailChange, "request_client_email_change": Post "/client/profile/email", CLIENT, 202;
    "Sends a confirmation e-mail to a new address. The response does not reveal whether the address is known.";
    path = (), query = Nothing, body = EmailChange => Nothing;

    ChangeClientEmail, "change_client_email": Post "/client/profile/email/confirm", CLIENT, 200;
    "Changes the caller's e-mail address with the link of the confirmation e-mail.";
    path = (), query = Nothing, body = EmailConfirmation => Profile;

    ListAgentLogins, "list_agent_logins": Get "/agent/sessions", AGENT, 200;
    "Lists the caller's active sessions on both sides, last used first, at most 100.";
    path = (), query = Nothing, body = Nothing => Listing<LoginSession>;

    EndAgentLogin, "end_agent_login": Delete "/agent/sessions/{session}", AGENT, 204;
    "Ends a session of the caller. It is refused from the next request on.";
    path = (SessionId,), query = Nothing, body = Nothing => Nothing;

    EndAgentLogins, "end_agent_logins": Post "/agent/sessions/revoke-all", AGENT, 204;
    "Ends all sessions of the caller, or all except the current one, and revokes the tokens of their extensions.";
    path = (), query = Nothing, body = LogOutEverywhere => Nothing;

    ShowClientProfile, "show_client_profile": Get "/client/profile", CLIENT, 200;
    "Returns the caller's profile.";
    path = (), query = Nothing, body = Nothing => Profile;

    ChangeClientProfile, "change_client_profile": Patch "/client/profile", CLIENT, 200;
    "Changes the caller's profile.";
    path = (), query = Nothing, body = ProfileChange => Profile;

    ChangeClientPassword, "change_client_password": Post "/client/profile/password", CLIENT, 204;
    "Sets or changes the caller's password, confirmed by the current one or a one-time code. Ends the caller's other sessions.";
    path = (), query = Nothing, body = PasswordChange => Nothing;

    ListClientLogins, "list_client_logins": Get "/client/sessions", CLIENT, 200;
    "Lists the caller's active sessions on both sides, last used first, at most 100.";
    path = (), query = Nothing, body = Nothing => Listing<LoginSession>;

    EndClientLogin, "end_client_login": Delete "/client/sessions/{session}", CLIENT, 204;
    "Ends a session of the caller. It is refused from the next request on.";
    path = (SessionId,), query = Nothing, body = Nothing => Nothing;

    EndClientLogins, "end_client_logins": Post "/client/sessions/revoke-all", CLIENT, 204;
    "Ends all sessions of the caller, or all except the current one, and revokes the tokens of their extensions.";
    path = (), query = Nothing, body = LogOutEverywhere => Nothing;
}
