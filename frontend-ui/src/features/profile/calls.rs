//! API calls of the profile; each function calls the endpoint of the current cabinet.

use crate::{
    api::{self, Error, Options},
    session,
};
use shared_types::{
    access::Guard,
    endpoint::Nothing,
    id::{PasskeyId, SessionId},
    identity::{
        AddedPasskey, Channel, NewPasskey, PasskeyCreation, PasskeyRemoval, PasskeyRequest, RecoveryRequest,
        RequestRecoveryCode, ShowCodeLogin,
    },
    page::Listing,
    profile::*,
};

pub(super) async fn load() -> Result<Profile, Error> {
    match session::guard() {
        Guard::Agent => api::get::<ShowAgentProfile>(Nothing {}).await,
        Guard::Client => api::get::<ShowClientProfile>(Nothing {}).await,
    }
}

pub(super) async fn update(version: i64, body: ProfileChange) -> Result<Profile, Error> {
    let options = Options {
        version: Some(version),
        ..Options::default()
    };
    match session::guard() {
        Guard::Agent => api::send::<ChangeAgentProfile>((), Nothing {}, body, options).await,
        Guard::Client => api::send::<ChangeClientProfile>((), Nothing {}, body, options).await,
    }
}

pub(super) async fn request_phone_code(body: PhoneCodeRequest) -> Result<Nothing, Error> {
    let options = Options::default();
    match session::guard() {
        Guard::Agent => api::send::<RequestAgentPhoneCode>((), Nothing {}, body, options).await,
        Guard::Client => api::send::<RequestClientPhoneCode>((), Nothing {}, body, options).await,
    }
}

pub(super) async fn change_phone(body: PhoneChange) -> Result<Profile, Error> {
    let options = Options::default();
    match session::guard() {
        Guard::Agent => api::send::<ChangeAgentPhone>((), Nothing {}, body, options).await,
        Guard::Client => api::send::<ChangeClientPhone>((), Nothing {}, body, options).await,
    }
}

pub(super) async fn request_email_change(body: EmailChange) -> Result<Nothing, Error> {
    let options = Options::default();
    match session::guard() {
        Guard::Agent => api::send::<RequestAgentEmailChange>((), Nothing {}, body, options).await,
        Guard::Client => api::send::<RequestClientEmailChange>((), Nothing {}, body, options).await,
    }
}

pub(super) async fn confirm_email(body: EmailConfirmation) -> Result<Profile, Error> {
    let options = Options::default();
    match session::guard() {
        Guard::Agent => api::send::<ChangeAgentEmail>((), Nothing {}, body, options).await,
        Guard::Client => api::send::<ChangeClientEmail>((), Nothing {}, body, options).await,
    }
}

/// Lists the messengers that codes can be sent to.
pub(super) async fn code_channels() -> Result<Vec<Channel>, Error> {
    let path = (session::guard().as_str().to_owned(),);
    let methods = api::send::<ShowCodeLogin>(path, Nothing {}, Nothing {}, Options::default()).await?;
    Ok(methods.channels)
}

pub(super) async fn set_picture(file: &web_sys::File) -> Result<Profile, Error> {
    match session::guard() {
        Guard::Agent => api::upload::<SetAgentPicture>((), Nothing {}, file).await,
        Guard::Client => api::upload::<SetClientPicture>((), Nothing {}, file).await,
    }
}

pub(super) async fn remove_picture() -> Result<Profile, Error> {
    let (body, options) = (Nothing {}, Options::default());
    match session::guard() {
        Guard::Agent => api::send::<RemoveAgentPicture>((), Nothing {}, body, options).await,
        Guard::Client => api::send::<RemoveClientPicture>((), Nothing {}, body, options).await,
    }
}

pub(super) async fn set_password(body: PasswordChange) -> Result<Nothing, Error> {
    let options = Options::default();
    match session::guard() {
        Guard::Agent => api::send::<ChangeAgentPassword>((), Nothing {}, body, options).await,
        Guard::Client => api::send::<ChangeClientPassword>((), Nothing {}, body, options).await,
    }
}

pub(super) async fn set_second_factor(body: SecondFactorChange) -> Result<Nothing, Error> {
    let options = Options::default();
    match session::guard() {
        Guard::Agent => api::send::<ChangeAgentSecondFactor>((), Nothing {}, body, options).await,
        Guard::Client => api::send::<ChangeClientSecondFactor>((), Nothing {}, body, options).await,
    }
}

pub(super) async fn begin_authenticator(body: AuthenticatorRequest) -> Result<AuthenticatorSetup, Error> {
    let options = Options::default();
    match session::guard() {
        Guard::Agent => api::send::<BeginAgentAuthenticator>((), Nothing {}, body, options).await,
        Guard::Client => api::send::<BeginClientAuthenticator>((), Nothing {}, body, options).await,
    }
}

pub(super) async fn confirm_authenticator(body: AuthenticatorConfirmation) -> Result<RecoveryCodes, Error> {
    let options = Options::default();
    match session::guard() {
        Guard::Agent => api::send::<ConfirmAgentAuthenticator>((), Nothing {}, body, options).await,
        Guard::Client => api::send::<ConfirmClientAuthenticator>((), Nothing {}, body, options).await,
    }
}

pub(super) async fn remove_authenticator(body: AuthenticatorRemoval) -> Result<Nothing, Error> {
    let options = Options::default();
    match session::guard() {
        Guard::Agent => api::send::<RemoveAgentAuthenticator>((), Nothing {}, body, options).await,
        Guard::Client => api::send::<RemoveClientAuthenticator>((), Nothing {}, body, options).await,
    }
}

pub(super) async fn begin_passkey(body: PasskeyRequest) -> Result<PasskeyCreation, Error> {
    let options = Options::default();
    match session::guard() {
        Guard::Agent => api::send::<BeginAgentPasskey>((), Nothing {}, body, options).await,
        Guard::Client => api::send::<BeginClientPasskey>((), Nothing {}, body, options).await,
    }
}

pub(super) async fn add_passkey(body: NewPasskey) -> Result<AddedPasskey, Error> {
    let options = Options::default();
    match session::guard() {
        Guard::Agent => api::send::<AddAgentPasskey>((), Nothing {}, body, options).await,
        Guard::Client => api::send::<AddClientPasskey>((), Nothing {}, body, options).await,
    }
}

pub(super) async fn remove_passkey(id: PasskeyId, body: PasskeyRemoval) -> Result<Nothing, Error> {
    let options = Options::default();
    match session::guard() {
        Guard::Agent => api::send::<RemoveAgentPasskey>((id,), Nothing {}, body, options).await,
        Guard::Client => api::send::<RemoveClientPasskey>((id,), Nothing {}, body, options).await,
    }
}

pub(super) async fn send_password_code(phone: String) -> Result<Nothing, Error> {
    let path = (session::guard().as_str().to_owned(),);
    let body = RecoveryRequest { phone, channel: None };
    api::send::<RequestRecoveryCode>(path, Nothing {}, body, Options::default()).await
}

pub(super) async fn logins() -> Result<Listing<LoginSession>, Error> {
    match session::guard() {
        Guard::Agent => api::get::<ListAgentLogins>(Nothing {}).await,
        Guard::Client => api::get::<ListClientLogins>(Nothing {}).await,
    }
}

pub(super) async fn end_login(id: SessionId) -> Result<Nothing, Error> {
    let (body, options) = (Nothing {}, Options::default());
    match session::guard() {
        Guard::Agent => api::send::<EndAgentLogin>((id,), Nothing {}, body, options).await,
        Guard::Client => api::send::<EndClientLogin>((id,), Nothing {}, body, options).await,
    }
}

pub(super) async fn end_logins(keep_current: bool) -> Result<Nothing, Error> {
    let (body, options) = (LogOutEverywhere { keep_current }, Options::default());
    match session::guard() {
        Guard::Agent => api::send::<EndAgentLogins>((), Nothing {}, body, options).await,
        Guard::Client => api::send::<EndClientLogins>((), Nothing {}, body, options).await,
    }
}
