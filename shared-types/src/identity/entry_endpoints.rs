//! Addresses of the ways in besides password and code.

use super::{CodeLogin, CodeRequest, GuardName, PhoneCheck, Session, entry::*};
use crate::{
    access::{Access, Guard},
    endpoint::Nothing,
};

crate::endpoints! {
    TelegramWebhook, "telegram_webhook": Post "/webhooks/telegram", Access::Public, 200;
    "Takes an update of Telegram's bot; the secret of the webhook stands in a header.";
    path = (), query = Nothing, body = MessengerUpdate => Nothing;

    MaxWebhook, "max_webhook": Post "/webhooks/max", Access::Public, 200;
    "Takes an update of MAX's bot; the secret of the webhook stands in a header or in the query.";
    path = (), query = Nothing, body = MessengerUpdate => Nothing;

    ShowDoors, "show_doors": Get "/{guard}/login", Access::Public, 200;
    "Which ways in there are, for programs; browsers get the page.";
    path = (GuardName,), query = Nothing, body = Nothing => Doors;

    ShowCodeDoor, "show_code_door": Get "/{guard}/code", Access::Public, 200;
    "How one logs in by a code, for programs; browsers get the page.";
    path = (GuardName,), query = Nothing, body = Nothing => Doors;

    ShowConfirmationDoor, "show_confirmation_door": Get "/{guard}/confirm", Access::Public, 200;
    "How one proves a phone, for programs; browsers get the page.";
    path = (GuardName,), query = Nothing, body = Nothing => Doors;

    ShowEmailDoor, "show_email_door": Get "/agent/login-email", Access::Public, 200;
    "How staff log in by e-mail, for programs; browsers get the page.";
    path = (), query = Nothing, body = Nothing => Doors;

    ShowForgottenDoor, "show_forgotten_door": Get "/agent/forgot-password", Access::Public, 200;
    "How staff get a new password by a letter, for programs; browsers get the page.";
    path = (), query = Nothing, body = Nothing => Doors;

    ShowResetDoor, "show_reset_door": Get "/agent/reset-password/{token}", Access::Public, 200;
    "How a letter's link is used, for programs; browsers get the page. It does not tell whether the link is good.";
    path = (String,), query = Nothing, body = Nothing => Doors;

    RequestLink, "request_link": Post "/{guard}/link", Access::Public, 200;
    "Makes start links of the bots, by which the person of a phone proves it to this browser.";
    path = (GuardName,), query = Nothing, body = PhoneCheck => LinkOffer;

    CheckLink, "check_link": Post "/{guard}/link/status", Access::Public, 200;
    "Says how far the proof is; once it is there, the answer is the login.";
    path = (GuardName,), query = Nothing, body = PhoneCheck => LinkProgress;

    Recover, "recover": Post "/{guard}/recovery", Access::Public, 202;
    "Sends a code that sets a new password; the answer never tells whether the phone is known.";
    path = (GuardName,), query = Nothing, body = RecoveryRequest => Nothing;

    SetPassword, "set_password": Post "/{guard}/recovery/password", Access::Public, 200;
    "Sets a new password by a code, ends all other logins of the person, and logs in.";
    path = (GuardName,), query = Nothing, body = PasswordByCode => Session;

    RegisterAgent, "register_agent": Post "/agent/register", Access::Public, 200;
    "Registers an intermediary; it begins when the phone is proved.";
    path = (), query = Nothing, body = AgentRegistration => LinkOffer;

    ShowInvitation, "show_invitation": Get "/client/register", Access::Public, 200;
    "Says with which intermediary a client registers here.";
    path = (), query = InvitationQuery, body = Nothing => RegistrationOffer;

    RegisterClient, "register_client": Post "/client/register", Access::Public, 200;
    "Registers a client of an intermediary; it begins when the phone is proved.";
    path = (), query = Nothing, body = ClientRegistration => LinkOffer;

    SendConfirmation, "send_confirmation": Post "/{guard}/confirm/send", Access::Public, 202;
    "Sends a code that proves the phone of a registration.";
    path = (GuardName,), query = Nothing, body = CodeRequest => Nothing;

    Confirm, "confirm": Post "/{guard}/confirm", Access::Public, 200;
    "Proves the phone of a registration by a code; what was registered begins, and the person is logged in.";
    path = (GuardName,), query = Nothing, body = CodeLogin => Session;

    LogInByEmail, "log_in_by_email": Post "/agent/login-email", Access::Public, 200;
    "Logs staff in by e-mail and password.";
    path = (), query = Nothing, body = EmailLogin => Session;

    ForgetPassword, "forget_password": Post "/agent/forgot-password", Access::Public, 202;
    "Sends a letter with a link that sets a password; the answer never tells whether the address is known.";
    path = (), query = Nothing, body = ForgottenPassword => Nothing;

    ResetPassword, "reset_password": Post "/agent/reset-password/{token}", Access::Public, 204;
    "Sets a new password by the link of a letter and ends all logins of the person.";
    path = (String,), query = Nothing, body = NewPassword => Nothing;

    HandOver, "hand_over": Post "/agent/handover", Access::Guard(Guard::Agent), 200;
    "Makes a one-time code by which the login goes on at the agent's own host.";
    path = (), query = Nothing, body = Nothing => HandoverOffer;

    LogInByHandover, "log_in_by_handover": Post "/agent/login/handover", Access::Public, 200;
    "Goes on with a login that was handed over.";
    path = (), query = Nothing, body = HandoverCode => Session;
}
