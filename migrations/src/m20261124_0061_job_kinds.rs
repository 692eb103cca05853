//! Job kinds get names that say what the job does. Queued jobs are renamed; the worker runs the earlier names of older replicas, too.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "UPDATE jobs SET kind = 'notifications:send' WHERE kind = 'notifications:tell'",
    "UPDATE jobs SET kind = 'alerts:send' WHERE kind = 'alerts:tell'",
    "UPDATE jobs SET kind = 'identity:password-reset' WHERE kind = 'identity:letter'",
    "UPDATE jobs SET kind = 'identity:email-change' WHERE kind = 'identity:new-address'",
];

const DOWN: &[&str] = &[
    "UPDATE jobs SET kind = 'notifications:tell' WHERE kind = 'notifications:send'",
    "UPDATE jobs SET kind = 'alerts:tell' WHERE kind = 'alerts:send'",
    "UPDATE jobs SET kind = 'identity:letter' WHERE kind = 'identity:password-reset'",
    "UPDATE jobs SET kind = 'identity:new-address' WHERE kind = 'identity:email-change'",
];
