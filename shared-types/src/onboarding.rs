//! The setup wizard of a new agent: the settings that are needed before the first order can be quoted.

use crate::{
    access::{Access, Level, Object},
    endpoint::Nothing,
};

closed_set! {
    /// A step of the wizard.
    pub enum OnboardingStep {
        /// Company name and contacts.
        Company = "company",
        /// Exchange rate from yuan to rubles.
        Rate = "rate",
        /// The agent's commission.
        Commission = "commission",
        /// Delivery methods from China.
        Delivery = "delivery",
        /// Link of the person's messenger, for notifications.
        Bot = "bot",
        /// Referral link for the first client.
        Client = "client",
    }
}

impl OnboardingStep {
    /// Returns the next step, or `None` after the last one.
    pub fn next(self) -> Option<Self> {
        Self::ALL.into_iter().find(|step| *step > self)
    }
}

/// A step of the wizard and whether it is done.
#[apply(response)]
#[derive(Copy)]
pub struct OnboardingStepState {
    pub step: OnboardingStep,
    /// Whether the setting of the step exists, even if it was made outside the wizard.
    pub done: bool,
}

/// The progress of the wizard.
#[apply(response)]
pub struct Onboarding {
    /// Current step. Null once the wizard is finished.
    pub current: Option<OnboardingStep>,
    /// Whether the wizard was finished, with or without all its steps.
    pub finished: bool,
    /// All steps.
    pub steps: Vec<OnboardingStepState>,
}

/// A change of the current step.
#[apply(request)]
#[derive(Copy)]
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
