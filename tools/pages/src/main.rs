//! Builds the SPAs and the gallery for serving: `pages client|agent|gallery… [--profile dev|release] [--out dist]`.
//!
//! A page is built only if its sources or the build profile have changed.

mod assemble;
mod bundle;
mod compile;
mod compress;
mod fingerprint;
mod minify;
mod parts;
mod split;
mod texts;

use clap::{Parser, ValueEnum};
use eyre::{Result, WrapErr, bail, eyre};
use std::{
    fs,
    path::{Path, PathBuf},
    thread,
};

#[derive(Parser)]
#[command(about = "Builds the SPAs and the component gallery for serving")]
struct Arguments {
    /// The pages to build.
    #[arg(required = true)]
    pages: Vec<Page>,
    /// The build profile.
    #[arg(long, value_enum, default_value_t = Profile::Release)]
    profile: Profile,
    /// The output folder; each page gets a subfolder.
    #[arg(long, default_value = "dist")]
    out: PathBuf,
}

/// A page that can be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Page {
    /// The client's SPA.
    Client,
    /// The agent's SPA.
    Agent,
    /// Every component of `frontend-ui` in every state.
    Gallery,
}

/// A build profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Profile {
    /// Builds fast: one module, without optimization for size.
    Dev,
    /// Builds small: split into lazily loaded modules, optimized, compressed, checked against the size budget.
    Release,
}

impl Page {
    const fn name(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Agent => "agent",
            Self::Gallery => "gallery",
        }
    }

    fn package(self) -> String {
        format!("frontend-{}", self.name())
    }

    const fn folder(self) -> &'static str {
        match self {
            Self::Client => "frontend-client",
            Self::Agent => "frontend-agent",
            Self::Gallery => "frontend-ui/gallery",
        }
    }

    /// The URL path under which the page's files are served.
    const fn public_path(self) -> &'static str {
        match self {
            Self::Client => "/assets/client/",
            Self::Agent => "/assets/agent/",
            Self::Gallery => "/",
        }
    }

    /// The maximum size of the first load, compressed with brotli.
    const fn budget_kib(self) -> Option<u64> {
        match self {
            // The targets are 300 and 450: docs/performance.md explains the excess.
            Self::Client => Some(351),
            Self::Agent => Some(467),
            Self::Gallery => None,
        }
    }

    /// The parts that a person loads on the way to the first order, and the maximum size of the first load with them.
    const fn first_order_budget(self) -> Option<(&'static [&'static str], u64)> {
        match self {
            // The targets are 330 and 480: docs/performance.md explains the excess.
            Self::Client => Some((&["lists", "order"], 812)),
            Self::Agent => Some((&["start", "order"], 947)),
            Self::Gallery => None,
        }
    }

    /// The files and folders whose changes trigger a build.
    fn sources(self) -> Vec<&'static str> {
        let mut sources = vec![
            "frontend-ui",
            "shared-types",
            "tools/pages",
            "tools/package-lock.json",
            ".cargo",
            "Cargo.toml",
            "Cargo.lock",
            "rust-toolchain.toml",
        ];
        if self != Self::Gallery {
            sources.push(self.folder());
        }
        sources
    }
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if !Path::new("tools/pages/Cargo.toml").is_file() {
        bail!("the current folder is not the root of the repository");
    }
    let (profile, out) = (arguments.profile, arguments.out.as_path());
    let mut stale = Vec::new();
    for page in &arguments.pages {
        let fingerprint = format!("{profile:?} {}\n", fingerprint::compute(&page.sources())?);
        let stamp = out.join(page.name()).join(".stamp");
        if !fs::read_to_string(&stamp).is_ok_and(|stored| stored == fingerprint) {
            stale.push((*page, fingerprint));
        }
    }
    if !stale.is_empty() {
        let pages: Vec<Page> = stale.iter().map(|(page, _)| *page).collect();
        let names: Vec<&str> = pages.iter().map(|page| page.name()).collect();
        println!("pages: compiling {} …", names.join(" and "));
        compile::cargo_build(&pages, profile)?;
        thread::scope(|scope| {
            let builds: Vec<_> = stale
                .iter()
                .map(|(page, fingerprint)| scope.spawn(move || build(*page, profile, out, fingerprint)))
                .collect();
            builds.into_iter().try_for_each(|build| {
                build
                    .join()
                    .unwrap_or_else(|_| Err(eyre!("the build of a page panicked")))
            })
        })?;
    }
    arguments
        .pages
        .into_iter()
        .try_for_each(|page| report(page, profile, &out.join(page.name())))
}

/// Turns the compiled module into the folder that is served, which replaces the previous one.
fn build(page: Page, profile: Profile, out: &Path, fingerprint: &str) -> Result<()> {
    let run = || -> Result<()> {
        let (scripts, parts) = compile::bind(page, profile)?;
        let target = out.join(page.name());
        let fresh = out.join(format!("{}.tmp", page.name()));
        if fresh.exists() {
            fs::remove_dir_all(&fresh)?;
        }
        assemble::assemble(page, profile, &scripts, &parts, &fresh)?;
        if profile == Profile::Release {
            compress::compress(&fresh)?;
        }
        fs::write(fresh.join(".stamp"), fingerprint)?;
        if target.exists() {
            fs::remove_dir_all(&target)?;
        }
        fs::rename(&fresh, &target)?;
        Ok(())
    };
    run().wrap_err_with(|| format!("{} can't be built", page.package()))
}

/// Prints the sizes that have a budget. Fails if one exceeds it.
fn report(page: Page, profile: Profile, target: &Path) -> Result<()> {
    if profile == Profile::Dev {
        return Ok(());
    }
    let Some(budget) = page.budget_kib() else {
        return Ok(());
    };
    let first_load = compress::first_load(target)?;
    check_budget(page, "first load", first_load, budget)?;
    if let Some((parts, budget)) = page.first_order_budget() {
        let bytes = first_load + compress::size_of_parts(target, parts)?;
        check_budget(page, "everything until the first order", bytes, budget)?;
    }
    Ok(())
}

fn check_budget(page: Page, what: &str, bytes: u64, budget: u64) -> Result<()> {
    let tenths = bytes * 10 / 1024;
    println!(
        "{}: {what} {}.{} KB in brotli, budget {budget} KB",
        page.package(),
        tenths / 10,
        tenths % 10
    );
    if bytes > budget * 1024 {
        bail!("{}: {what} is over its budget of {budget} KB", page.package());
    }
    Ok(())
}
