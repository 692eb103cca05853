//! A person's own profile, password and logins, for both sides.

#![expect(unreachable_pub, reason = "the component macro makes its props public")]

mod calls;
mod contact;
mod logins;
mod page;
mod password;
mod picture;
mod second;

pub use page::ProfilePage;
