//! The tabs of the settings that a person may see, with the value of the chosen one.

use super::{SettingsError, brand, client_terms, conditions, profile};
use infra::media::UrlSigner;
use platform::{auth::Caller, error::OperationError, scope::AgentScope, state::AppState};
use shared_types::settings::{SettingValue, SettingsOverview, SettingsTab, SettingsTabLink, Versioned};

/// Returns the tabs that the caller's rights allow, and the value of the chosen one. A tab that they do not allow is refused.
pub(super) async fn overview(
    scope: &AgentScope,
    state: &AppState,
    caller: &Caller,
    chosen: Option<SettingsTab>,
) -> Result<SettingsOverview, SettingsError> {
    let visible: Vec<SettingsTab> = SettingsTab::ALL
        .into_iter()
        .filter(|tab| tab.is_visible(&caller.rights))
        .collect();
    let tab = chosen
        .or_else(|| visible.first().copied())
        .filter(|tab| visible.contains(tab))
        .ok_or(OperationError::PermissionDenied)?;
    let (value, version) = match tab {
        SettingsTab::Main => {
            let main = profile::get(scope, &state.system(), &state.config.public_url).await?;
            let version = main.version;
            (Some(SettingValue::Main(main)), Some(version))
        }
        SettingsTab::Conditions => {
            let conditions = conditions::get(scope).await?;
            let version = conditions.version;
            (Some(SettingValue::Conditions(conditions)), Some(version))
        }
        SettingsTab::Brand => {
            let brand = brand::settings(scope, &caller.agent_name, &UrlSigner::new(state)).await?;
            versioned(brand, SettingValue::Brand)
        }
        SettingsTab::WorkingHours => versioned(client_terms::working_week(scope).await?, SettingValue::WorkingHours),
        SettingsTab::SelfBuyout => versioned(client_terms::self_buyout(scope).await?, SettingValue::SelfBuyout),
        SettingsTab::Payments => versioned(client_terms::payment_terms(scope).await?, SettingValue::Payments),
        _ => (None, None),
    };
    Ok(SettingsOverview {
        tabs: visible.into_iter().map(link).collect(),
        tab,
        path: tab.path().to_owned(),
        value,
        version,
    })
}

fn versioned<T>(setting: Versioned<T>, value: fn(T) -> SettingValue) -> (Option<SettingValue>, Option<i64>) {
    (Some(value(setting.value)), Some(setting.version))
}

fn link(tab: SettingsTab) -> SettingsTabLink {
    SettingsTabLink {
        tab,
        path: tab.path().to_owned(),
    }
}
