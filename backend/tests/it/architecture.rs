//! The structure of the backend: floors, features without import cycles, and HTTP in routes only.

mod circles;
mod edge;
mod idempotency;
mod sql;

use crate::repository_rules::{file_text, repository_files};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};
use syn::{
    Item, UseTree,
    visit::{self, Visit},
};

/// The crates of the backend from the ground up, with their folders.
const FLOORS: [(&str, &str); 8] = [
    ("platform", "backend/platform"),
    ("entities", "backend/entities"),
    ("infra", "backend/infra"),
    ("books", "backend/books"),
    ("people", "backend/people"),
    ("trade", "backend/trade"),
    ("logistics", "backend/logistics"),
    ("karavan", "backend"),
];

/// Crates whose modules are not features.
const GROUND: [&str; 2] = ["platform", "entities"];

/// Modules that put the service together and may use every feature.
const ROOT: [&str; 3] = ["karavan::app", "karavan::cli", "karavan::mcp"];

/// Crates that only the edge of a feature may use.
const HTTP: [&str; 4] = ["axum", "axum_extra", "tower", "tower_http"];

/// A source file by its place in the module tree, such as `trade::orders::money`.
struct Source {
    module: Vec<String>,
    code: String,
}

impl Source {
    /// The first two segments: crate and feature.
    fn feature(&self) -> String {
        self.module.iter().take(2).cloned().collect::<Vec<_>>().join("::")
    }
}

fn sources() -> Vec<Source> {
    let files = repository_files();
    let source = |path: &Path| {
        let (name, inner) = FLOORS.iter().find_map(|(name, folder)| {
            path.strip_prefix(Path::new(folder).join("src"))
                .ok()
                .map(|inner| (*name, inner))
        })?;
        let mut module = vec![name.to_owned()];
        module.extend(
            inner
                .with_extension("")
                .iter()
                .map(|part| part.to_string_lossy().into_owned()),
        );
        if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
            module.pop();
        }
        Some(Source {
            module,
            code: file_text(path),
        })
    };
    files
        .iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .filter_map(|path| source(path))
        .collect()
}

/// Tables that several features of `people` write: together they are the accounts of people.
const ACCOUNTS: [&str; 7] = [
    "access_group",
    "access_group_right",
    "client",
    "client_member",
    "session",
    "staff",
    "user",
];

/// Functions of an entity that change its table.
const WRITES: [&str; 7] = [
    "insert",
    "insert_many",
    "update",
    "update_many",
    "delete",
    "delete_many",
    "delete_by_id",
];

/// The absolute paths that a file refers to, in `use` trees and in expressions, types and patterns.
#[derive(Default)]
struct Paths {
    module: Vec<String>,
    /// Names that a `use` tree introduces, with their paths.
    aliases: BTreeMap<String, Vec<String>>,
    found: BTreeSet<Vec<String>>,
}

impl Paths {
    fn collect(source: &Source) -> BTreeSet<Vec<String>> {
        let file = syn::parse_file(&source.code).expect("the file compiles");
        let mut paths = Self {
            module: source.module.clone(),
            ..Self::default()
        };
        paths.visit_file(&file);
        paths.found
    }

    fn add(&mut self, segments: &[String]) {
        let crates = FLOORS.map(|(name, _)| name);
        let Some(first) = segments.first().map(String::as_str) else {
            return;
        };
        let mut path = match first {
            "crate" => self.module.iter().take(1).cloned().collect(),
            "self" => self.module.clone(),
            "super" => {
                let up = segments.iter().take_while(|segment| *segment == "super").count();
                self.module[..self.module.len().saturating_sub(up)].to_vec()
            }
            name if crates.contains(&name) || HTTP.contains(&name) => vec![name.to_owned()],
            name => {
                if let Some(alias) = self.aliases.get(name) {
                    let path = [alias, &segments[1..]].concat();
                    self.found.insert(path);
                }
                return;
            }
        };
        let rest = segments
            .iter()
            .skip_while(|segment| matches!(segment.as_str(), "super" | "self" | "crate"));
        let is_crate = crates.contains(&first) || HTTP.contains(&first);
        path.extend(rest.skip(usize::from(is_crate)).cloned());
        self.found.insert(path);
    }

    fn alias(&mut self, name: String, path: Vec<String>) {
        if path[0] == "entities" {
            self.aliases.insert(name, path);
        }
    }

    fn add_tree(&mut self, prefix: &[String], tree: &UseTree) {
        let with = |name: String| [prefix, &[name]].concat();
        match tree {
            UseTree::Path(path) => self.add_tree(&with(path.ident.to_string()), &path.tree),
            UseTree::Name(name) if name.ident == "self" => self.add(prefix),
            UseTree::Name(name) => {
                self.alias(name.ident.to_string(), with(name.ident.to_string()));
                self.add(&with(name.ident.to_string()));
            }
            UseTree::Rename(rename) if rename.ident == "self" => self.add(prefix),
            UseTree::Rename(rename) => {
                self.alias(rename.rename.to_string(), with(rename.ident.to_string()));
                self.add(&with(rename.ident.to_string()));
            }
            UseTree::Glob(_) => self.add(prefix),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_tree(prefix, tree)),
        }
    }
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Use(item) => self.add_tree(&[], &item.tree),
            // Unit tests may set up whatever they need.
            Item::Mod(module) if module.ident == "tests" => {}
            item => visit::visit_item(self, item),
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.add(&segments);
        visit::visit_path(self, path);
    }
}

/// The tables that a file writes.
fn written_tables(source: &Source) -> BTreeSet<String> {
    let is_write = |path: &Vec<String>| match path.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["entities", _, "ActiveModel", ..] => true,
        ["entities", _, "Entity", function, ..] => WRITES.contains(&function),
        _ => false,
    };
    let paths = Paths::collect(source);
    let by_entity = paths.into_iter().filter(is_write).map(|path| path[1].clone());
    by_entity.chain(sql::entities_written_by_sql(source)).collect()
}

/// The tables with the features that write them.
fn writers(sources: &[Source]) -> BTreeMap<String, BTreeSet<String>> {
    let mut writers = BTreeMap::<String, BTreeSet<String>>::new();
    for source in sources.iter().filter(|source| source.module.len() > 1) {
        let feature = source.feature();
        if GROUND.contains(&source.module[0].as_str()) || ROOT.contains(&feature.as_str()) {
            continue;
        }
        for table in written_tables(source) {
            let is_account = ACCOUNTS.contains(&table.as_str()) && source.module[0] == "people";
            let writer = if is_account {
                "people".to_owned()
            } else {
                feature.clone()
            };
            writers.entry(table).or_default().insert(writer);
        }
    }
    writers
}

/// Tables with several writers, with these.
fn shared_tables(sources: &[Source]) -> Vec<String> {
    let shared = writers(sources).into_iter().filter(|(_, features)| features.len() > 1);
    shared
        .map(|(table, features)| format!("{table}: {features:?}"))
        .collect()
}

/// Which feature imports which others.
fn imports(sources: &[Source]) -> BTreeMap<String, BTreeSet<String>> {
    let features: BTreeSet<String> = sources.iter().map(Source::feature).collect();
    let mut imports = BTreeMap::<String, BTreeSet<String>>::new();
    for source in sources.iter().filter(|source| source.module.len() > 1) {
        let feature = source.feature();
        if GROUND.contains(&source.module[0].as_str()) || ROOT.contains(&feature.as_str()) {
            continue;
        }
        for path in Paths::collect(source).into_iter().filter(|path| path.len() > 1) {
            let other = format!("{}::{}", path[0], path[1]);
            if other != feature && features.contains(&other) && !GROUND.contains(&path[0].as_str()) {
                imports.entry(feature.clone()).or_default().insert(other);
            }
        }
    }
    imports
}

/// A cycle of imports, if there is one.
fn cycle(imports: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    fn walk(
        at: &str,
        imports: &BTreeMap<String, BTreeSet<String>>,
        trail: &mut Vec<String>,
        done: &mut BTreeSet<String>,
    ) -> Option<Vec<String>> {
        if let Some(start) = trail.iter().position(|feature| feature == at) {
            return Some(trail[start..].to_vec());
        }
        if !done.insert(at.to_owned()) {
            return None;
        }
        trail.push(at.to_owned());
        let found = imports
            .get(at)
            .into_iter()
            .flatten()
            .find_map(|next| walk(next, imports, trail, done));
        trail.pop();
        found
    }
    let mut done = BTreeSet::new();
    imports
        .keys()
        .find_map(|feature| walk(feature, imports, &mut Vec::new(), &mut done))
}

#[test]
fn crates_depend_on_lower_floors_only() {
    for (floor, (name, folder)) in FLOORS.iter().enumerate() {
        let manifest = file_text(&Path::new(folder).join("Cargo.toml"));
        let dependencies = manifest
            .split("[dev-dependencies]")
            .next()
            .and_then(|text| text.split("[dependencies]").nth(1))
            .expect("the manifest has dependencies");
        for (above, _) in &FLOORS[floor..] {
            assert!(
                !dependencies.lines().any(|line| line.starts_with(&format!("{above}."))),
                "{name} depends on {above}"
            );
        }
    }
}

/// Of the floors, only the one that applies the schema and the composition root may use it: a migration never shares code with
/// the program, which changes.
fn crates_with_migrations(manifests: &[(&str, String)]) -> Vec<String> {
    let names_migrations = |manifest: &str| manifest.lines().any(|line| line.starts_with("migrations"));
    let users = manifests
        .iter()
        .filter(|(name, manifest)| !["platform", "karavan"].contains(name) && names_migrations(manifest));
    users.map(|(name, _)| (*name).to_owned()).collect()
}

#[test]
fn only_platform_and_the_root_use_migrations() {
    let manifest = |(name, folder): (&'static str, &str)| (name, file_text(&Path::new(folder).join("Cargo.toml")));
    assert_eq!(crates_with_migrations(&FLOORS.map(manifest)), Vec::<String>::new());
    let planted = "[dependencies]\nmigrations.workspace = true\n";
    let planted = ["platform", "trade"].map(|name| (name, planted.to_owned()));
    assert_eq!(crates_with_migrations(&planted), ["trade"]);
}

#[test]
fn features_form_no_import_cycle() {
    let imports = imports(&sources());
    assert!(imports.len() > 15, "features are missing: {:?}", imports.keys());
    assert_eq!(cycle(&imports), None);
}

#[test]
fn a_table_is_written_by_one_feature() {
    let sources = sources();
    let written = writers(&sources).len();
    assert!(written > 60, "writers are not found: {written}");
    assert_eq!(shared_tables(&sources), Vec::<String>::new());

    let source = |feature: &str, code: &str| Source {
        module: ["trade".to_owned(), feature.to_owned()].to_vec(),
        code: code.to_owned(),
    };
    let planted = [
        source(
            "orders",
            "use entities::order; fn f() { order::Entity::update_many(); }",
        ),
        source(
            "topups",
            "use entities::{client, order as row}; fn f() { let a = row::ActiveModel { id }; }",
        ),
        source("other", "use entities::order::Entity; fn f() { Entity::find(); }"),
    ];
    assert_eq!(
        shared_tables(&planted),
        [r#"order: {"trade::orders", "trade::topups"}"#]
    );
}

#[test]
fn no_feature_uses_the_composition_root() {
    for (feature, used) in imports(&sources()) {
        for root in ROOT {
            assert!(!used.contains(root), "{feature} uses {root}");
        }
    }
}

#[test]
fn planted_cycle_is_found() {
    let source = |module: &[&str], code: &str| Source {
        module: module.iter().map(|&part| part.to_owned()).collect(),
        code: code.to_owned(),
    };
    let planted = [
        source(&["trade", "orders", "money"], "use crate::{topups::{self, requests}};"),
        source(
            &["trade", "topups"],
            "mod inner; fn f() { super::orders::money::pay(); } #[cfg(test)] mod tests { use crate::tests_only; }",
        ),
        source(&["books", "ledger"], "use platform::scope;"),
        source(&["platform", "scope"], ""),
    ];
    let imports = imports(&planted);
    assert_eq!(imports["trade::orders"], BTreeSet::from(["trade::topups".to_owned()]));
    assert!(!imports.contains_key("books::ledger"), "the ground is no feature");
    assert_eq!(
        cycle(&imports),
        Some(vec!["trade::orders".to_owned(), "trade::topups".to_owned()])
    );
}
