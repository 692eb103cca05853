//! The request that carries a proof.

use super::{browser_binding::Requester, device::Device};

/// The requester and device of a request that carries a proof.
pub struct ProofContext {
    pub(super) requester: Requester,
    pub(super) device: Device,
}
