//! Who may change whose access; the server enforces it, the pages show buttons by it.

use crate::{
    access::{Breadth, Grant, Guard, Level, Object, Rights},
    fields::{FieldErrors, Rule},
    problem::ProblemCode,
};
use std::collections::BTreeMap;

/// Somebody of a cabinet, as far as these rules need them.
#[derive(Clone, Copy, Debug)]
pub struct Party<'a> {
    /// The membership.
    pub id: i64,
    /// What the person may do.
    pub rights: &'a Rights,
}

/// Whether one person may change another's access: never the owner's, never one's own, never that of somebody who may do more.
pub fn may_change(actor: Party<'_>, target: Party<'_>) -> Result<(), ProblemCode> {
    if target.rights.is_owner {
        Err(ProblemCode::OwnerProtected)
    } else if actor.id == target.id {
        Err(ProblemCode::OwnAccess)
    } else {
        may_grant(actor.rights, target.rights)
    }
}

/// Whether one may hand rights out: nobody hands out more than they have.
pub fn may_grant(actor: &Rights, granted: &Rights) -> Result<(), ProblemCode> {
    if actor.cover(granted) {
        Ok(())
    } else {
        Err(ProblemCode::RightsExceeded)
    }
}

/// The grants of a group as they are stored: objects of the side alone, no empty ones, and "all" where "own" means nothing.
pub fn tidy(guard: Guard, grants: &BTreeMap<Object, Grant>) -> Result<BTreeMap<Object, Grant>, FieldErrors> {
    let mut errors = FieldErrors::default();
    let mut tidy = BTreeMap::new();
    for (object, grant) in grants {
        if !object.belongs_to(guard) {
            errors.add(&format!("grants.{}", object.as_str()), Rule::UnknownValue);
        }
        if grant.level > Level::None {
            let breadth = if object.is_assigned(guard) {
                grant.breadth
            } else {
                Breadth::All
            };
            tidy.insert(*object, Grant { breadth, ..*grant });
        }
    }
    errors.or(tidy)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rights(level: Level, breadth: Breadth) -> Rights {
        Rights::granted([(Object::Orders, Grant { level, breadth })].into())
    }

    #[test]
    fn the_owner_oneself_and_the_mightier_are_left_alone() {
        let (owner, mighty, small) = (
            Rights::owner(),
            rights(Level::Manage, Breadth::All),
            rights(Level::View, Breadth::Own),
        );
        let party = |id, rights| Party { id, rights };
        assert_eq!(may_change(party(1, &owner), party(2, &mighty)), Ok(()));
        assert_eq!(may_change(party(2, &mighty), party(3, &small)), Ok(()));
        assert_eq!(
            may_change(party(2, &mighty), party(1, &owner)),
            Err(ProblemCode::OwnerProtected)
        );
        assert_eq!(
            may_change(party(1, &owner), party(1, &owner)),
            Err(ProblemCode::OwnerProtected)
        );
        assert_eq!(
            may_change(party(2, &mighty), party(2, &mighty)),
            Err(ProblemCode::OwnAccess)
        );
        assert_eq!(
            may_change(party(3, &small), party(2, &mighty)),
            Err(ProblemCode::RightsExceeded)
        );
    }

    #[test]
    fn what_is_handed_out_is_covered_by_what_one_has() {
        for mine in Level::ALL {
            for theirs in Level::ALL {
                for (own, given) in [
                    (Breadth::Own, Breadth::All),
                    (Breadth::All, Breadth::All),
                    (Breadth::All, Breadth::Own),
                ] {
                    let allowed = may_grant(&rights(mine, own), &rights(theirs, given)).is_ok();
                    assert_eq!(allowed, theirs == Level::None || (theirs <= mine && given <= own));
                }
            }
        }
    }

    #[test]
    fn grants_are_stored_tidily() {
        let grant = |level| Grant {
            level,
            breadth: Breadth::Own,
        };
        let grants = [
            (Object::Orders, grant(Level::View)),
            (Object::Staff, grant(Level::Manage)),
            (Object::Balance, grant(Level::None)),
        ]
        .into();
        let tidied = tidy(Guard::Agent, &grants).expect("all are the agent's");
        assert_eq!(tidied.len(), 2);
        assert_eq!(tidied[&Object::Orders].breadth, Breadth::Own);
        assert_eq!(tidied[&Object::Staff].breadth, Breadth::All);
        assert_eq!(
            tidy(Guard::Client, &grants).expect("all are the client's")[&Object::Orders].breadth,
            Breadth::All
        );
        let foreign = [(Object::Clients, grant(Level::View))].into();
        assert!(tidy(Guard::Client, &foreign).is_err_and(|errors| errors.0.contains_key("grants.clients")));
    }
}
