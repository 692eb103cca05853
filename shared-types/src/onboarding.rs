//! The setup wizard of a new agent: the settings that are needed before the first order can be quoted.

use crate::{
    access::{Access, Level, Object},
    endpoint::Nothing,
};
use serde::{Deserialize, Serialize};

/// A step of the wizard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum OnboardingStep {
    /// Company name and contacts.
    Company,
    /// Exchange rate from yuan to rubles.
    Rate,
    /// The agent's commission.
    Commission,
    /// Delivery methods from China.
    Delivery,
    /// Link of the person's messenger, for notifications.
    Bot,
    /// Referral link for the first client.
    Client,
}

impl OnboardingStep {
    /// All steps, in the order of the wizard.
    pub const ALL: [Self; 6] = [
        Self::Company,
        Self::Rate,
        Self::Commission,
        Self::Delivery,
        Self::Bot,
        Self::Client,
    ];

    /// The name in JSON, in URLs and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Company => "company",
            Self::Rate => "rate",
            Self::Commission => "commission",
            Self::Delivery => "delivery",
            Self::Bot => "bot",
            Self::Client => "client",
        }
    }

    /// Returns the step with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|step| step.as_str() == name)
    }

    /// Returns the next step, or `None` after the last one.
    pub fn next(self) -> Option<Self> {
        Self::ALL.into_iter().find(|step| *step > self)
    }
}

/// A step of the wizard and whether it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OnboardingStepState {
    pub step: OnboardingStep,
    /// Whether the setting of the step exists, even if it was made outside the wizard.
    pub done: bool,
}

/// The progress of the wizard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Onboarding {
    /// Current step. Null once the wizard is finished.
    pub current: Option<OnboardingStep>,
    /// Whether the wizard was finished, with or without all its steps.
    pub finished: bool,
    /// All steps.
    pub steps: Vec<OnboardingStepState>,
}

/// A change of the current step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OnboardingChange {
    /// Step to continue with. Null finishes the wizard.
    pub current: Option<OnboardingStep>,
}

crate::endpoints! {
    onboarding_endpoints:

    [Onboarding]
    ShowOnboarding, "show_onboarding": Get "/agent/onboarding", Access::Agent(Object::Settings, Level::View), 200;
    "Returns the progress of the setup wizard.";
    path = (), query = Nothing, body = Nothing => Onboarding;

    ChangeOnboarding, "change_onboarding": Patch "/agent/onboarding", Access::Agent(Object::Settings, Level::Edit), 200;
    "Continues the setup wizard with a step, or finishes it.";
    path = (), query = Nothing, body = OnboardingChange => Onboarding;
}
