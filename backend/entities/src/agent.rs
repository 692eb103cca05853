//! An agent: a purchasing intermediary, and a tenant of the system.

use sea_orm::entity::prelude::*;
use shared_types::money::Currency;
use shared_types::{id::AgentId, onboarding::OnboardingStep};

/// How far an agent is in the onboarding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnboardingProgress {
    /// The step that is open.
    At(OnboardingStep),
    /// The wizard was ended.
    Finished,
}

impl OnboardingProgress {
    const FINISHED: &str = "finished";

    fn as_str(self) -> &'static str {
        match self {
            Self::At(step) => step.as_str(),
            Self::Finished => Self::FINISHED,
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        if name == Self::FINISHED {
            return Some(Self::Finished);
        }
        OnboardingStep::from_name(name).map(Self::At)
    }
}

shared_types::stored!(OnboardingProgress);

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "agents")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: AgentId,
    pub name: String,
    pub subdomain: String,
    pub referral_hash: String,
    pub currency: Currency,
    pub disabled_at: Option<DateTimeUtc>,
    pub onboarding_step: Option<OnboardingProgress>,
    /// Whether the data is made up, for programs that are being developed. Set when the agent is created.
    pub is_sandbox: bool,
    pub version: i64,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Global);
