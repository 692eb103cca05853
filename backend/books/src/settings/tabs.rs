//! The tabs of the settings that a person may see, with the value of the chosen one.

use super::{SettingsError, client_terms, conditions, profile};
use platform::{
    error::OperationError,
    scope::{AgentScope, SystemScope},
};
use shared_types::{
    access::Rights,
    settings::{SettingValue, SettingsOverview, SettingsTab, SettingsTabLink},
};

/// Returns the tabs that these rights allow, and the value of the chosen one. A tab that they do not allow is refused.
pub(super) async fn overview(
    scope: &AgentScope,
    system: &SystemScope,
    public_url: &str,
    rights: &Rights,
    chosen: Option<SettingsTab>,
) -> Result<SettingsOverview, SettingsError> {
    let visible: Vec<SettingsTab> = SettingsTab::ALL
        .into_iter()
        .filter(|tab| tab.is_visible(rights))
        .collect();
    let tab = chosen
        .or_else(|| visible.first().copied())
        .filter(|tab| visible.contains(tab))
        .ok_or(OperationError::PermissionDenied)?;
    let value = match tab {
        SettingsTab::Main => Some(SettingValue::Main(profile::get(scope, system, public_url).await?)),
        SettingsTab::Conditions => Some(SettingValue::Conditions(conditions::get(scope).await?)),
        SettingsTab::WorkingHours => Some(SettingValue::WorkingHours(client_terms::working_week(scope).await?)),
        SettingsTab::SelfBuyout => Some(SettingValue::SelfBuyout(client_terms::self_buyout(scope).await?)),
        SettingsTab::Payments => Some(SettingValue::Payments(client_terms::payment_terms(scope).await?)),
        _ => None,
    };
    Ok(SettingsOverview {
        tabs: visible.into_iter().map(link).collect(),
        tab,
        path: tab.path().to_owned(),
        value,
    })
}

fn link(tab: SettingsTab) -> SettingsTabLink {
    SettingsTabLink {
        tab,
        path: tab.path().to_owned(),
    }
}
