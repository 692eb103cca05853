//! Endpoints of the profile and the sessions.

use super::dto::*;
use crate::{
    access::{Access, Guard, Level, Object, PerSide},
    endpoint::{Nothing, RawFile},
    id::{PasskeyId, SessionId},
    identity::{AddedPasskey, NewPasskey, PasskeyCreation, PasskeyRemoval, PasskeyRequest},
    page::Listing,
};

const AGENT: Access = Access::Guard(Guard::Agent);

crate::endpoints! {
    profile_endpoints:

    [Profile]
    ShowProfile, "show_agent_profile" | "show_client_profile": Get "/profile", PerSide::GUARD, 200;
    "Returns the caller's profile.";
    path = (), query = Nothing, body = Nothing => Profile;

    ChangeProfile, "change_agent_profile" | "change_client_profile": Patch "/profile", PerSide::GUARD, 200, versioned = true;
    "Changes the caller's profile.";
    path = (), query = Nothing, body = ProfileChange => Profile;

    ChangePassword, "change_agent_password" | "change_client_password": Post "/profile/password", PerSide::GUARD, 204;
    "Sets or changes the caller's password, confirmed by the current one or a one-time code. Ends the caller's other sessions.";
    path = (), query = Nothing, body = PasswordChange => Nothing;

    ChangeSecondFactor, "change_agent_second_factor" | "change_client_second_factor": Post "/profile/second-factor", PerSide::GUARD, 204;
    "Turns the one-time code at each login of the caller on or off.";
    path = (), query = Nothing, body = SecondFactorChange => Nothing;

    BeginAuthenticator, "begin_agent_authenticator" | "begin_client_authenticator": Post "/profile/authenticator", PerSide::GUARD, 200;
    "Creates the secret of an authenticator app for the caller, confirmed by the password. Replaces one that is not confirmed yet.";
    path = (), query = Nothing, body = AuthenticatorRequest => AuthenticatorSetup;

    ConfirmAuthenticator, "confirm_agent_authenticator" | "confirm_client_authenticator":
        Post "/profile/authenticator/confirm", PerSide::GUARD, 200;
    "Turns the authenticator app on with one of its codes. From then on each login needs the password and a code of the app.";
    path = (), query = Nothing, body = AuthenticatorConfirmation => RecoveryCodes;

    RemoveAuthenticator, "remove_agent_authenticator" | "remove_client_authenticator":
        Post "/profile/authenticator/remove", PerSide::GUARD, 204;
    "Turns the authenticator app off, confirmed by one of its codes or a recovery code.";
    path = (), query = Nothing, body = AuthenticatorRemoval => Nothing;

    BeginPasskey, "begin_agent_passkey" | "begin_client_passkey": Post "/profile/passkeys/challenge", PerSide::GUARD, 200;
    "Returns the options for creating a passkey for the caller. Confirmed by the password, and by the second factor if there is one.";
    path = (), query = Nothing, body = PasskeyRequest => PasskeyCreation;

    AddPasskey, "add_agent_passkey" | "add_client_passkey": Post "/profile/passkeys", PerSide::GUARD, 201;
    "Adds a passkey. From then on each login needs the password and a passkey, a code of the authenticator app or a recovery code.";
    path = (), query = Nothing, body = NewPasskey => AddedPasskey;

    RemovePasskey, "remove_agent_passkey" | "remove_client_passkey": Post "/profile/passkeys/{passkey}/remove", PerSide::GUARD, 204;
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

    SetPicture, "set_agent_picture" | "set_client_picture": Post "/profile/avatar", PerSide::GUARD, 200;
    "Sets the caller's picture. The body is a JPEG, PNG, WebP or GIF; it is re-encoded.";
    path = (), query = Nothing, body = RawFile => Profile;

    RemovePicture, "remove_agent_picture" | "remove_client_picture": Delete "/profile/avatar", PerSide::GUARD, 200;
    "Removes the caller's picture.";
    path = (), query = Nothing, body = Nothing => Profile;

    RequestPhoneCode, "request_agent_phone_code" | "request_client_phone_code": Post "/profile/phone/code", PerSide::GUARD, 202;
    "Sends a one-time code to a new phone number. The response does not reveal whether the number is known.";
    path = (), query = Nothing, body = PhoneCodeRequest => Nothing;

    ChangePhone, "change_agent_phone" | "change_client_phone": Post "/profile/phone", PerSide::GUARD, 200;
    "Changes the caller's phone number, confirmed by password and one-time code. Ends other sessions and notifies the previous chat.";
    path = (), query = Nothing, body = PhoneChange => Profile;

    RequestEmailChange, "request_agent_email_change" | "request_client_email_change": Post "/profile/email", PerSide::GUARD, 202;
    "Sends a confirmation e-mail to a new address. The response does not reveal whether the address is known.";
    path = (), query = Nothing, body = EmailChange => Nothing;

    ChangeEmail, "change_agent_email" | "change_client_email": Post "/profile/email/confirm", PerSide::GUARD, 200;
    "Changes the caller's e-mail address with the link of the confirmation e-mail.";
    path = (), query = Nothing, body = EmailConfirmation => Profile;

    ListLogins, "list_agent_logins" | "list_client_logins": Get "/sessions", PerSide::GUARD, 200;
    "Lists the caller's active sessions on both sides, last used first, at most 100.";
    path = (), query = Nothing, body = Nothing => Listing<LoginSession>;

    EndLogin, "end_agent_login" | "end_client_login": Delete "/sessions/{session}", PerSide::GUARD, 204;
    "Ends a session of the caller. It is refused from the next request on.";
    path = (SessionId,), query = Nothing, body = Nothing => Nothing;

    EndLogins, "end_agent_logins" | "end_client_logins": Post "/sessions/revoke-all", PerSide::GUARD, 204;
    "Ends all sessions of the caller, or all except the current one, and revokes the tokens of their extensions.";
    path = (), query = Nothing, body = LogOutEverywhere => Nothing;
}
