//! Rules for changing access. The server enforces them, and the pages use them to show buttons.

use crate::{
    access::{Breadth, Grant, Guard, Level, Object, Rights},
    fields::{FieldErrors, Rule},
};
use std::collections::BTreeMap;

/// Why a change of access is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccessRefusal {
    /// The owner's access can't be changed.
    #[error("the owner's access can't be changed")]
    OwnerProtected,
    /// People can't change their own access.
    #[error("nobody changes their own access")]
    OwnAccess,
    /// People can't grant more rights than they have.
    #[error("nobody grants more rights than they have")]
    RightsExceeded,
}

/// A person of a cabinet, as far as these rules are concerned.
#[derive(Clone, Copy, Debug)]
pub struct RightsHolder<'a> {
    /// Membership id: `staff_id` on the agent side, `member_id` on the client side.
    pub id: i64,
    /// Rights of the person.
    pub rights: &'a Rights,
}

/// Checks that `actor` may change the access of `target`. The owner's access, the actor's own, and the access of a person with
/// more rights can't be changed.
pub fn may_change(actor: RightsHolder<'_>, target: RightsHolder<'_>) -> Result<(), AccessRefusal> {
    if target.rights.is_owner {
        Err(AccessRefusal::OwnerProtected)
    } else if actor.id == target.id {
        Err(AccessRefusal::OwnAccess)
    } else {
        may_grant(actor.rights, target.rights)
    }
}

/// Checks that `actor` may grant rights. People can't grant more rights than they have.
pub fn may_grant(actor: &Rights, granted: &Rights) -> Result<(), AccessRefusal> {
    if actor.covers(granted) {
        Ok(())
    } else {
        Err(AccessRefusal::RightsExceeded)
    }
}

/// Whether a person with these rights may assign orders or clients. People who see only their own rows may not: they would lose
/// the rows that they give away.
pub fn may_assign(rights: &Rights, object: Object) -> bool {
    let grant = rights.grant(object);
    grant.level >= Level::Edit && grant.breadth == Breadth::All
}

/// Normalizes the grants of a group for storage: rejects objects that the side does not have, drops grants of the level
/// `none`, and sets the breadth to `all` for objects whose rows are not assigned to people.
pub fn normalize_grants(
    guard: Guard,
    grants: &BTreeMap<Object, Grant>,
) -> Result<BTreeMap<Object, Grant>, FieldErrors> {
    let mut errors = FieldErrors::default();
    let mut normalized = BTreeMap::new();
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
            normalized.insert(*object, Grant { breadth, ..*grant });
        }
    }
    errors.into_result(normalized)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rights(level: Level, breadth: Breadth) -> Rights {
        Rights::from_grants([(Object::Orders, Grant { level, breadth })].into())
    }

    #[test]
    fn owner_self_and_people_with_more_rights_cannot_be_changed() {
        let (owner, manager, viewer) = (
            Rights::owner(),
            rights(Level::Manage, Breadth::All),
            rights(Level::View, Breadth::Own),
        );
        let party = |id, rights| RightsHolder { id, rights };
        assert_eq!(may_change(party(1, &owner), party(2, &manager)), Ok(()));
        assert_eq!(may_change(party(2, &manager), party(3, &viewer)), Ok(()));
        assert_eq!(
            may_change(party(2, &manager), party(1, &owner)),
            Err(AccessRefusal::OwnerProtected)
        );
        assert_eq!(
            may_change(party(1, &owner), party(1, &owner)),
            Err(AccessRefusal::OwnerProtected)
        );
        assert_eq!(
            may_change(party(2, &manager), party(2, &manager)),
            Err(AccessRefusal::OwnAccess)
        );
        assert_eq!(
            may_change(party(3, &viewer), party(2, &manager)),
            Err(AccessRefusal::RightsExceeded)
        );
    }

    #[test]
    fn granted_rights_must_be_covered_by_own_rights() {
        for mine in Level::ALL {
            for theirs in Level::ALL {
                for (own, granted) in [
                    (Breadth::Own, Breadth::All),
                    (Breadth::All, Breadth::All),
                    (Breadth::All, Breadth::Own),
                ] {
                    let allowed = may_grant(&rights(mine, own), &rights(theirs, granted)).is_ok();
                    assert_eq!(allowed, theirs == Level::None || (theirs <= mine && granted <= own));
                }
            }
        }
    }

    #[test]
    fn grants_are_normalized() {
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
        let normalized = normalize_grants(Guard::Agent, &grants).expect("the agent side has all objects");
        assert_eq!(normalized.len(), 2);
        assert_eq!(normalized[&Object::Orders].breadth, Breadth::Own);
        assert_eq!(normalized[&Object::Staff].breadth, Breadth::All);
        assert_eq!(
            normalize_grants(Guard::Client, &grants).expect("the client side has all objects")[&Object::Orders].breadth,
            Breadth::All
        );
        let foreign = [(Object::Clients, grant(Level::View))].into();
        assert!(normalize_grants(Guard::Client, &foreign).is_err_and(|errors| errors.0.contains_key("grants.clients")));
    }
}
