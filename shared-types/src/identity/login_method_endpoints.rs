//! Endpoints of the other ways to log in: bot links, password recovery, registration, e-mail, and session transfer.

use super::{CodeLogin, CodeRequest, GuardName, PhoneCheck, Session};
use crate::identity::login_methods::*;
use crate::{
    access::{Access, Guard},
    endpoint::Nothing,
};

crate::endpoints! {
    login_method_endpoints:

    [Webhooks]
    TelegramWebhook, "telegram_webhook": Post "/webhooks/telegram", Access::Public, 200;
    "Receives an update from the Telegram bot. The webhook secret is sent in a header.";
    path = (), query = Nothing, body = MessengerUpdate => Nothing;

    MaxWebhook, "max_webhook": Post "/webhooks/max", Access::Public, 200;
    "Receives an update from the MAX bot. The webhook secret is sent in a header or in the query.";
    path = (), query = Nothing, body = MessengerUpdate => Nothing;

    [Login]
    ShowDoors, "show_doors": Get "/{guard}/login", Access::Public, 200;
    "Returns the available login methods. Browsers get the login page instead.";
    path = (GuardName,), query = Nothing, body = Nothing => LoginMethods;

    ShowCodeDoor, "show_code_door": Get "/{guard}/code", Access::Public, 200;
    "Describes the login with a one-time code. Browsers get the page instead.";
    path = (GuardName,), query = Nothing, body = Nothing => LoginMethods;

    ShowConfirmationDoor, "show_confirmation_door": Get "/{guard}/confirm", Access::Public, 200;
    "Describes the confirmation of a phone number. Browsers get the page instead.";
    path = (GuardName,), query = Nothing, body = Nothing => LoginMethods;

    ShowEmailDoor, "show_email_door": Get "/agent/login-email", Access::Public, 200;
    "Describes the login of staff with an e-mail address. Browsers get the page instead.";
    path = (), query = Nothing, body = Nothing => LoginMethods;

    ShowForgottenDoor, "show_forgotten_door": Get "/agent/forgot-password", Access::Public, 200;
    "Describes how staff reset a password by e-mail. Browsers get the page instead.";
    path = (), query = Nothing, body = Nothing => LoginMethods;

    ShowResetDoor, "show_reset_door": Get "/agent/reset-password/{token}", Access::Public, 200;
    "Describes how the link of a password e-mail is used. Browsers get the page instead. Does not reveal whether the link is valid.";
    path = (String,), query = Nothing, body = Nothing => LoginMethods;

    RequestLink, "request_link": Post "/{guard}/link", Access::Public, 200;
    "Creates bot links with which the owner of a phone number confirms it to this browser.";
    path = (GuardName,), query = Nothing, body = PhoneCheck => BotLinks;

    CheckLink, "check_link": Post "/{guard}/link/status", Access::Public, 200;
    "Returns the state of the confirmation. Once the phone number is confirmed, the response contains the session.";
    path = (GuardName,), query = Nothing, body = PhoneCheck => LinkProgress;

    Recover, "recover": Post "/{guard}/recovery", Access::Public, 202;
    "Sends a one-time code for a new password. The response does not reveal whether the phone number is known.";
    path = (GuardName,), query = Nothing, body = RecoveryRequest => Nothing;

    SetPassword, "set_password": Post "/{guard}/recovery/password", Access::Public, 200;
    "Sets a new password with a one-time code, ends all other sessions of the user, and logs in.";
    path = (GuardName,), query = Nothing, body = PasswordByCode => Session;

    RegisterAgent, "register_agent": Post "/agent/register", Access::Public, 200;
    "Registers an agent. The registration takes effect when the phone number is confirmed.";
    path = (), query = Nothing, body = AgentRegistration => BotLinks;

    ShowInvitation, "show_invitation": Get "/client/register", Access::Public, 200;
    "Returns the agent that a client would register with.";
    path = (), query = InvitationQuery, body = Nothing => RegistrationInfo;

    RegisterClient, "register_client": Post "/client/register", Access::Public, 200;
    "Registers a client of an agent. The registration takes effect when the phone number is confirmed.";
    path = (), query = Nothing, body = ClientRegistration => BotLinks;

    SendConfirmation, "send_confirmation": Post "/{guard}/confirm/send", Access::Public, 202;
    "Sends a one-time code that confirms the phone number of a registration.";
    path = (GuardName,), query = Nothing, body = CodeRequest => Nothing;

    Confirm, "confirm": Post "/{guard}/confirm", Access::Public, 200;
    "Confirms the phone number of a registration with a one-time code, completes the registration, and logs in.";
    path = (GuardName,), query = Nothing, body = CodeLogin => Session;

    LogInByEmail, "log_in_by_email": Post "/agent/login-email", Access::Public, 200;
    "Logs staff in with e-mail address and password.";
    path = (), query = Nothing, body = EmailLogin => Session;

    ForgetPassword, "forget_password": Post "/agent/forgot-password", Access::Public, 202;
    "Sends an e-mail with a link that allows setting a new password. The response does not reveal whether the address is known.";
    path = (), query = Nothing, body = PasswordResetRequest => Nothing;

    ResetPassword, "reset_password": Post "/agent/reset-password/{token}", Access::Public, 204;
    "Sets a new password with the link of an e-mail and ends all sessions of the user.";
    path = (String,), query = Nothing, body = NewPassword => Nothing;

    HandOver, "hand_over": Post "/agent/handover", Access::Guard(Guard::Agent), 200;
    "Creates a one-time code with which the session continues at the agent's own host.";
    path = (), query = Nothing, body = Nothing => SessionTransfer;

    LogInByHandover, "log_in_by_handover": Post "/agent/login/handover", Access::Public, 200;
    "Continues a session with a one-time code from another host.";
    path = (), query = Nothing, body = SessionTransferCode => Session;
}
