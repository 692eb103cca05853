//! Endpoints of the other ways to log in: bot links, password recovery, registration, e-mail, and session transfer.

use super::{CodeLogin, CodeRequest, GuardName, LinkCheck, MiniAppLaunch, MiniAppLogin, PhoneCheck, Session};
use crate::identity::login_methods::*;
use crate::{
    access::{Access, Guard},
    endpoint::Nothing,
};

crate::endpoints! {
    login_method_endpoints:

    [Webhooks]
    ReceiveTelegramUpdate, "receive_telegram_update": Post "/webhooks/telegram", Access::Public, 200;
    "Receives an update from the Telegram bot. The webhook secret is sent in a header.";
    path = (), query = Nothing, body = MessengerUpdate => Nothing;

    ReceiveMaxUpdate, "receive_max_update": Post "/webhooks/max", Access::Public, 200;
    "Receives an update from the MAX bot. The webhook secret is sent in a header or in the query.";
    path = (), query = Nothing, body = MessengerUpdate => Nothing;

    [Login]
    ShowLoginMethods, "show_login_methods": Get "/{guard}/login", Access::Public, 200;
    "Returns the available login methods. Browsers get the login page instead.";
    path = (GuardName,), query = Nothing, body = Nothing => LoginMethods;

    ShowCodeLogin, "show_code_login": Get "/{guard}/code", Access::Public, 200;
    "Describes the login with a one-time code. Browsers get the page instead.";
    path = (GuardName,), query = Nothing, body = Nothing => LoginMethods;

    ShowRegistrationConfirmation, "show_registration_confirmation": Get "/{guard}/confirm", Access::Public, 200;
    "Describes the confirmation of a phone number. Browsers get the page instead.";
    path = (GuardName,), query = Nothing, body = Nothing => LoginMethods;

    ShowEmailLogin, "show_email_login": Get "/agent/login-email", Access::Public, 200;
    "Describes the login of staff with an e-mail address. Browsers get the page instead.";
    path = (), query = Nothing, body = Nothing => LoginMethods;

    ShowPasswordResetRequest, "show_password_reset_request": Get "/agent/forgot-password", Access::Public, 200;
    "Describes how staff reset a password by e-mail. Browsers get the page instead.";
    path = (), query = Nothing, body = Nothing => LoginMethods;

    ShowPasswordReset, "show_password_reset": Get "/agent/reset-password/{token}", Access::Public, 200;
    "Describes how the link of a password e-mail is used. Browsers get the page instead. Does not reveal whether the link is valid.";
    path = (String,), query = Nothing, body = Nothing => LoginMethods;

    CreateBotLinks, "create_bot_links": Post "/{guard}/link", Access::Public, 200;
    "Creates bot links with which the owner of a phone number confirms it to this browser.";
    path = (GuardName,), query = Nothing, body = PhoneCheck => BotLinks;

    CheckBotLinks, "check_bot_links": Post "/{guard}/link/status", Access::Public, 200;
    "Returns the state of the confirmation. Once the phone number is confirmed, the response contains the session.";
    path = (GuardName,), query = Nothing, body = LinkCheck => LinkProgress;

    LaunchMiniApp, "launch_mini_app": Post "/client/app/login", Access::Public, 200;
    "Logs in the person who opened the mini app of a messenger, by the launch data that the messenger has signed. They also complete a registration that the same browser has begun for the person's number.";
    path = (), query = Nothing, body = MiniAppLaunch => MiniAppLogin;

    RequestRecoveryCode, "request_recovery_code": Post "/{guard}/recovery", Access::Public, 202;
    "Sends a one-time code for a new password. The response does not reveal whether the phone number is known.";
    path = (GuardName,), query = Nothing, body = RecoveryRequest => Nothing;

    SetPassword, "set_password": Post "/{guard}/recovery/password", Access::Public, 200;
    "Sets a new password with a one-time code, ends all other sessions of the user, and logs in.";
    path = (GuardName,), query = Nothing, body = PasswordByCode => Session;

    RegisterAgent, "register_agent": Post "/agent/register", Access::Public, 200;
    "Registers an agent. The registration takes effect when the phone number or the e-mail address is confirmed.";
    path = (), query = Nothing, body = AgentRegistration => BotLinks;

    ShowInvitation, "show_invitation": Get "/client/register", Access::Public, 200;
    "Returns the agent that a client would register with.";
    path = (), query = InvitationQuery, body = Nothing => RegistrationInfo;

    RegisterClient, "register_client": Post "/client/register", Access::Public, 200;
    "Registers a client of an agent. The registration takes effect when the phone number or the e-mail address is confirmed.";
    path = (), query = Nothing, body = ClientRegistration => BotLinks;

    ResumeRegistration, "resume_registration": Post "/{guard}/registration", Access::Public, 200;
    "Creates new bot links for the registration that this browser has begun and not confirmed yet.";
    path = (GuardName,), query = Nothing, body = Nothing => ResumedRegistration;

    SendRegistrationCode, "send_registration_code": Post "/{guard}/confirm/send", Access::Public, 202;
    "Sends a one-time code that confirms the phone number of a registration, or with `email` the link to its address once more.";
    path = (GuardName,), query = Nothing, body = CodeRequest => Nothing;

    ConfirmRegistration, "confirm_registration": Post "/{guard}/confirm", Access::Public, 200;
    "Confirms the phone number of a registration with a one-time code, completes the registration, and logs in.";
    path = (GuardName,), query = Nothing, body = CodeLogin => Session;

    ConfirmRegistrationByLink, "confirm_registration_by_link": Post "/{guard}/confirm/link", Access::Public, 204;
    "Confirms a registration with the link of an e-mail. The browser that has begun it then gets the session.";
    path = (GuardName,), query = Nothing, body = RegistrationLink => Nothing;

    OpenInvitationLink, "open_invitation_link": Post "/{guard}/invitation-link", Access::Public, 200;
    "Returns the invitation of a link.";
    path = (GuardName,), query = Nothing, body = InvitationToken => OpenInvitation;

    AcceptInvitation, "accept_invitation": Post "/{guard}/invitation-link/accept", Access::Public, 200;
    "Accepts the invitation of a link by a password, and logs in. The link can be used once.";
    path = (GuardName,), query = Nothing, body = InvitationAcceptance => Session;

    LogInByEmail, "log_in_by_email": Post "/agent/login-email", Access::Public, 200;
    "Logs staff in with e-mail address and password.";
    path = (), query = Nothing, body = EmailLogin => Session;

    RequestPasswordReset, "request_password_reset": Post "/agent/forgot-password", Access::Public, 202;
    "Sends an e-mail with a link that allows setting a new password. The response does not reveal whether the address is known.";
    path = (), query = Nothing, body = PasswordResetRequest => Nothing;

    ResetPassword, "reset_password": Post "/agent/reset-password/{token}", Access::Public, 204;
    "Sets a new password with the link of an e-mail and ends all sessions of the user.";
    path = (String,), query = Nothing, body = NewPassword => Nothing;

    CreateSessionTransfer, "create_session_transfer": Post "/agent/handover", Access::Guard(Guard::Agent), 200;
    "Creates a one-time code with which the session continues at the agent's own host.";
    path = (), query = Nothing, body = Nothing => SessionTransfer;

    LogInBySessionTransfer, "log_in_by_session_transfer": Post "/agent/login/handover", Access::Public, 200;
    "Continues a session with a one-time code from another host.";
    path = (), query = Nothing, body = SessionTransferCode => Session;
}
