//! Programs of the system that tests start if they are installed.

use std::{
    env,
    process::{Child, Command},
};

/// Debian installs servers where only the administrator's path leads.
const FOLDERS: &str = "/usr/local/sbin:/usr/sbin:/sbin";

/// A command that runs the program; `None` if it is not installed.
pub fn installed_program(name: &str) -> Option<Command> {
    let path = format!("{}:{FOLDERS}", env::var("PATH").unwrap_or_default());
    let is_there = env::split_paths(&path).any(|folder| folder.join(name).is_file());
    is_there.then(|| {
        let mut command = Command::new(name);
        command.env("PATH", path);
        command
    })
}

/// A running program. It is killed on drop.
pub struct Program(Child);

impl Program {
    pub fn spawn(command: &mut Command) -> Self {
        Self(command.spawn().expect("the program starts"))
    }

    pub fn kill(&mut self) {
        self.0.kill().expect("is killed");
        self.0.wait().expect("has ended");
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}
