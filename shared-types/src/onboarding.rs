//! The first steps of a new agent: what has to be set before the first order can be priced.

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
    /// The name clients see, and how they reach the agent.
    Company,
    /// At which rate yuan become rubles.
    Rate,
    /// What the agent earns.
    Commission,
    /// How goods leave China.
    Delivery,
    /// The bot that brings news to the person.
    Bot,
    /// The link by which the first client comes.
    Client,
}

impl OnboardingStep {
    /// Every step, in the order of the wizard.
    pub const ALL: [Self; 6] = [
        Self::Company,
        Self::Rate,
        Self::Commission,
        Self::Delivery,
        Self::Bot,
        Self::Client,
    ];

    /// The name in JSON, in addresses and in the database.
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

    /// The step of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|step| step.as_str() == name)
    }

    /// The step after it; none after the last.
    pub fn next(self) -> Option<Self> {
        Self::ALL.into_iter().find(|step| *step > self)
    }
}

/// A step and whether what it asks for is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OnboardingState {
    /// The step.
    pub step: OnboardingStep,
    /// Whether it is done, wherever that was.
    pub done: bool,
}

/// How far the agent is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Onboarding {
    /// The step that the agent stopped at; none once the wizard was ended.
    pub current: Option<OnboardingStep>,
    /// Whether the wizard was ended, with or without all its steps.
    pub finished: bool,
    /// Every step.
    pub steps: Vec<OnboardingState>,
}

/// A move in the wizard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OnboardingMove {
    /// The step to go on with; none ends the wizard.
    pub current: Option<OnboardingStep>,
}

crate::endpoints! {
    ShowOnboarding, "show_onboarding": Get "/agent/onboarding", Access::Agent(Object::Settings, Level::View), 200;
    "How far the agent is with its first steps.";
    path = (), query = Nothing, body = Nothing => Onboarding;

    MoveOnboarding, "move_onboarding": Patch "/agent/onboarding", Access::Agent(Object::Settings, Level::Edit), 200;
    "Goes on with a step, or ends the wizard.";
    path = (), query = Nothing, body = OnboardingMove => Onboarding;
}
