//! The state of the editor of a permission group.

use super::changes;
use crate::prelude::*;
use shared_types::{
    access::Grant,
    id::AccessGroupId,
    staff::{AccessGroup, AccessGroupChange},
};
use std::collections::BTreeMap;

/// The state of the editor.
#[derive(Clone, Copy)]
pub(super) struct GroupEditor {
    pub(super) groups: RwSignal<Vec<AccessGroup>>,
    pub(super) draft: RwSignal<DraftGrants>,
    pub(super) chosen: RwSignal<Option<AccessGroupId>>,
    pub(super) action: Action,
}

impl GroupEditor {
    pub(super) fn new(groups: Vec<AccessGroup>, chosen: Option<AccessGroupId>) -> Self {
        let draft = groups.iter().map(|group| (group.id, group.grants.clone())).collect();
        let chosen = chosen
            .filter(|id| groups.iter().any(|group| group.id == *id))
            .or(groups.first().map(|group| group.id));
        Self {
            groups: RwSignal::new(groups),
            draft: RwSignal::new(draft),
            chosen: RwSignal::new(chosen),
            action: use_action(),
        }
    }

    /// Returns the groups whose edited rights differ from the stored ones.
    pub(super) fn unsaved(self) -> Vec<AccessGroup> {
        self.draft.with(|draft| {
            let changed = |group: &&AccessGroup| draft.get(&group.id).is_some_and(|grants| *grants != group.grants);
            self.groups
                .with(|groups| groups.iter().filter(changed).cloned().collect())
        })
    }

    pub(super) fn chosen_group(self) -> Option<AccessGroup> {
        let id = self.chosen.get()?;
        self.groups
            .with(|groups| groups.iter().find(|group| group.id == id).cloned())
    }

    /// Applies the stored state of a group.
    pub(super) fn set_saved(self, now: AccessGroup) {
        self.draft.update(|draft| {
            draft.insert(now.id, now.grants.clone());
        });
        self.groups.update(|groups| {
            if let Some(group) = groups.iter_mut().find(|group| group.id == now.id) {
                *group = now;
            }
        });
    }

    pub(super) fn save(self) {
        if untrack(|| self.action.is_busy()) {
            return;
        }
        let changed = self.unsaved();
        let call = async move {
            let mut failure = None;
            for group in changed {
                let grants = self.draft.with_untracked(|draft| draft.get(&group.id).cloned());
                let body = AccessGroupChange { name: None, grants };
                match changes::update_group(group.id, group.version, body).await {
                    Ok(now) => self.set_saved(now),
                    Err(err) => failure = Some(err),
                }
            }
            failure.map_or(Ok(()), Err)
        };
        self.action.save(call);
    }

    pub(super) fn discard(self) {
        let stored = self
            .groups
            .with_untracked(|groups| groups.iter().map(|group| (group.id, group.grants.clone())).collect());
        self.draft.set(stored);
        self.action.set_error(None);
    }
}

pub(super) type DraftGrants = BTreeMap<AccessGroupId, BTreeMap<Object, Grant>>;
