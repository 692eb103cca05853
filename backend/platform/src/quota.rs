//! Limits on concurrent use: in total, and by each key, such as a client's address.

use std::{
    collections::HashMap,
    hash::Hash,
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// An amount that is shared by many users.
pub struct Quota<K> {
    total: usize,
    per_key: usize,
    used: Mutex<Used<K>>,
}

struct Used<K> {
    total: usize,
    by_key: HashMap<K, usize>,
}

/// A part of a quota. It is given back on drop.
pub struct Share<K: Eq + Hash + Clone> {
    quota: Arc<Quota<K>>,
    key: Option<K>,
    amount: usize,
}

impl<K: Eq + Hash + Clone> Quota<K> {
    /// A quota of `total`, of which one key may use `per_key`.
    pub fn new(total: usize, per_key: usize) -> Arc<Self> {
        Arc::new(Self {
            total,
            per_key,
            used: Mutex::new(Used {
                total: 0,
                by_key: HashMap::new(),
            }),
        })
    }

    fn used(&self) -> MutexGuard<'_, Used<K>> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a part; `None` when that exceeds a limit. Without a key, only the total counts.
    pub fn take(self: &Arc<Self>, key: Option<K>, amount: usize) -> Option<Share<K>> {
        let mut share = Share {
            quota: Arc::clone(self),
            key,
            amount: 0,
        };
        share.grow(amount).then_some(share)
    }

    /// How much is in use.
    pub fn in_use(&self) -> usize {
        self.used().total
    }
}

impl<K: Eq + Hash + Clone> Share<K> {
    /// Adds to the part. Returns false, and adds nothing, when that exceeds a limit.
    pub fn grow(&mut self, amount: usize) -> bool {
        let mut used = self.quota.used();
        if used.total.saturating_add(amount) > self.quota.total {
            return false;
        }
        if let Some(key) = &self.key {
            let by_key = used.by_key.get(key).copied().unwrap_or_default();
            if by_key.saturating_add(amount) > self.quota.per_key {
                return false;
            }
            if by_key + amount > 0 {
                used.by_key.insert(key.clone(), by_key + amount);
            }
        }
        used.total += amount;
        self.amount += amount;
        true
    }
}

impl<K: Eq + Hash + Clone> Drop for Share<K> {
    fn drop(&mut self) {
        let mut used = self.quota.used();
        used.total = used.total.saturating_sub(self.amount);
        let Some(key) = &self.key else { return };
        if let Some(by_key) = used.by_key.get_mut(key) {
            *by_key = by_key.saturating_sub(self.amount);
            if *by_key == 0 {
                used.by_key.remove(key);
            }
        }
    }
}

/// The key of an address: on IPv6 its network, because a client can use any address of it. `None` for a request without an address.
pub fn address_key(address: IpAddr) -> Option<IpAddr> {
    if address.is_unspecified() {
        return None;
    }
    Some(match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address @ IpAddr::V4(_) => address,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_key_does_not_use_up_the_total() {
        let quota = Quota::new(5, 2);
        let mut first = quota.take(Some("a"), 1).expect("within the limits");
        assert!(first.grow(1));
        assert!(!first.grow(1) && quota.take(Some("a"), 1).is_none());
        let others: Vec<_> = ["b", "c", "d"]
            .map(|key| quota.take(Some(key), 1))
            .into_iter()
            .collect();
        assert!(others.iter().all(Option::is_some));
        assert!(quota.take(Some("e"), 1).is_none() && quota.take(None, 1).is_none());
        drop(first);
        assert_eq!(quota.in_use(), 3);
        assert!(quota.take(Some("a"), 2).is_some());
        drop(others);
        assert_eq!(quota.in_use(), 0);
        assert!(quota.used().by_key.is_empty());
    }

    #[test]
    fn addresses_of_an_ipv6_network_share_a_key() {
        let key = |text: &str| address_key(text.parse().expect("an address"));
        assert_eq!(key("2001:db8::1"), key("2001:db8::ffff"));
        assert_ne!(key("2001:db8::1"), key("2001:db8:0:1::1"));
        assert_eq!(key("::ffff:203.0.113.7"), key("203.0.113.7"));
        assert_eq!(key("0.0.0.0"), None);
    }
}
