//! Files that need each other, directly or by others. Files in a circle can't be read, tested or moved one by one.

use super::FLOORS;
use crate::repository_rules::{file_text, repository_files};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};
use syn::{
    Item, UseTree, Visibility,
    visit::{self, Visit},
};

/// The other crates, with their folders.
const OTHERS: [(&str, &str); 4] = [
    ("shared_types", "shared-types"),
    ("frontend_ui", "frontend-ui"),
    ("frontend_agent", "frontend-agent"),
    ("frontend_client", "frontend-client"),
];

/// A path in the module tree, such as `trade::orders::money`.
type Module = Vec<String>;

/// The contents of a file that matter to its place in the graph.
#[derive(Default)]
struct Names {
    module: Module,
    defined: BTreeSet<String>,
    /// Names that it exports from other files.
    exports: BTreeMap<String, Module>,
    /// Modules whose names it exports all.
    globs: Vec<Module>,
    aliases: BTreeMap<String, Module>,
    used: BTreeSet<Module>,
}

struct Reader<'a> {
    names: Names,
    crates: &'a BTreeSet<String>,
    modules: &'a BTreeSet<Module>,
}

impl Reader<'_> {
    fn absolute(&self, path: &[String]) -> Option<Module> {
        let module = &self.names.module;
        let child = || [module.as_slice(), &path[..1]].concat();
        match path.first()?.as_str() {
            "crate" => Some([&module[..1], &path[1..]].concat()),
            "self" => Some([module, &path[1..]].concat()),
            "super" => {
                let up = path.iter().take_while(|part| *part == "super").count();
                let parent = &module[..module.len().saturating_sub(up)];
                Some([parent, &path[up..]].concat())
            }
            name if self.crates.contains(name) => Some(path.to_vec()),
            name if self.names.aliases.contains_key(name) => Some([&self.names.aliases[name], &path[1..]].concat()),
            _ if self.modules.contains(&child()) => Some([module, path].concat()),
            _ => None,
        }
    }

    fn add_tree(&mut self, prefix: &[String], tree: &UseTree, is_export: bool) {
        let with = |name: &syn::Ident| [prefix, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.add_tree(&with(&path.ident), &path.tree, is_export),
            UseTree::Name(name) if name.ident == "self" => {
                let name = prefix.last().cloned().unwrap_or_default();
                self.add_name(name, prefix, is_export);
            }
            UseTree::Name(name) => self.add_name(name.ident.to_string(), &with(&name.ident), is_export),
            UseTree::Rename(rename) => self.add_name(rename.rename.to_string(), &with(&rename.ident), is_export),
            UseTree::Glob(_) => match self.absolute(prefix) {
                Some(path) if is_export => self.names.globs.push(path),
                Some(path) => drop(self.names.used.insert(path)),
                None => {}
            },
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_tree(prefix, tree, is_export);
                }
            }
        }
    }

    fn add_name(&mut self, name: String, path: &[String], is_export: bool) {
        let Some(path) = self.absolute(path) else {
            return;
        };
        if is_export {
            self.names.exports.insert(name.clone(), path.clone());
        } else {
            self.names.used.insert(path.clone());
        }
        self.names.aliases.insert(name, path);
    }

    fn define(&mut self, item: &Item) {
        let ident = match item {
            Item::Const(item) => &item.ident,
            Item::Enum(item) => &item.ident,
            Item::Fn(item) => &item.sig.ident,
            Item::Static(item) => &item.ident,
            Item::Struct(item) => &item.ident,
            Item::Trait(item) => &item.ident,
            Item::Type(item) => &item.ident,
            // Closed sets are declared by a macro.
            Item::Macro(item) => {
                let tokens = item.mac.tokens.to_string();
                let enums = tokens
                    .split("enum ")
                    .skip(1)
                    .filter_map(|rest| rest.split_whitespace().next());
                self.names.defined.extend(enums.map(ToOwned::to_owned));
                return;
            }
            _ => return,
        };
        self.names.defined.insert(ident.to_string());
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        self.define(item);
        match item {
            Item::Use(item) => self.add_tree(&[], &item.tree, !matches!(item.vis, Visibility::Inherited)),
            Item::Mod(module) if module.ident == "tests" => {}
            item => visit::visit_item(self, item),
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if let Some(path) = self.absolute(&segments) {
            self.names.used.insert(path);
        }
        visit::visit_path(self, path);
    }
}

/// The file that defines what a path names, found through the exports of other files.
fn defining_file(files: &BTreeMap<Module, Names>, path: &[String], depth: usize) -> Option<Module> {
    let length = (1..=path.len())
        .rev()
        .find(|length| files.contains_key(&path[..*length]))?;
    let (module, rest) = path.split_at(length);
    let names = &files[module];
    let name = rest.first().filter(|_| depth < 12)?;
    if let Some(target) = names.exports.get(name) {
        return defining_file(files, &[target, &rest[1..]].concat(), depth + 1);
    }
    let by_glob = |glob: &Module| {
        let file = defining_file(files, &[glob, rest].concat(), depth + 1)?;
        files[&file].defined.contains(name).then_some(file)
    };
    let exported = (!names.defined.contains(name)).then(|| names.globs.iter().find_map(by_glob));
    Some(exported.flatten().unwrap_or_else(|| module.to_vec()))
}

/// The files that lead back to themselves, without files of other crates.
fn files_in_circles(sources: &[(Module, String)]) -> BTreeSet<String> {
    let crates: BTreeSet<String> = sources.iter().map(|(module, _)| module[0].clone()).collect();
    let modules: BTreeSet<Module> = sources.iter().map(|(module, _)| module.clone()).collect();
    let read = |(module, code): &(Module, String)| {
        let mut reader = Reader {
            names: Names {
                module: module.clone(),
                ..Names::default()
            },
            crates: &crates,
            modules: &modules,
        };
        reader.visit_file(&syn::parse_file(code).expect("the file compiles"));
        (module.clone(), reader.names)
    };
    let files: BTreeMap<Module, Names> = sources.iter().map(read).collect();
    let needs = |(module, names): (&Module, &Names)| {
        let found = names.used.iter().filter_map(|path| defining_file(&files, path, 0));
        let others = found.filter(|file| file != module && file[0] == module[0]);
        (module.clone(), others.collect::<BTreeSet<_>>())
    };
    let needs: BTreeMap<Module, BTreeSet<Module>> = files.iter().map(needs).collect();
    let is_in_circle = |start: &&Module| {
        let mut seen = BTreeSet::new();
        let mut open: Vec<&Module> = needs[*start].iter().collect();
        while let Some(module) = open.pop() {
            if module == *start {
                return true;
            }
            if seen.insert(module) {
                open.extend(&needs[module]);
            }
        }
        false
    };
    needs
        .keys()
        .filter(is_in_circle)
        .map(|module| module.join("::"))
        .collect()
}

fn repository_sources() -> Vec<(Module, String)> {
    let source = |path: &Path| {
        let (name, inner) = FLOORS.iter().chain(&OTHERS).find_map(|(name, folder)| {
            let inner = path.strip_prefix(Path::new(folder).join("src")).ok()?;
            Some((*name, inner.with_extension("")))
        })?;
        let parts = inner.iter().map(|part| part.to_string_lossy().into_owned());
        let mut module: Module = [name.to_owned()].into_iter().chain(parts).collect();
        if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
            module.pop();
        }
        let is_test = module.last().is_some_and(|name| name == "tests");
        (!is_test).then(|| (module, file_text(path)))
    };
    let files = repository_files();
    let is_rust = |path: &&std::path::PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    files.iter().filter(is_rust).filter_map(|path| source(path)).collect()
}

#[test]
fn no_file_is_in_a_circle() {
    let found = files_in_circles(&repository_sources());
    assert!(found.is_empty(), "files in circles: {found:#?}");
}

#[test]
fn planted_circle_is_found() {
    let source = |path: &str, code: &str| (path.split("::").map(ToOwned::to_owned).collect(), code.to_owned());
    let planted = [
        source(
            "trade::orders",
            "mod a; mod b; mod c; pub use a::*; pub use c::Sum; fn f() { a::first(); }",
        ),
        source(
            "trade::orders::a",
            "use super::{b, Sum}; pub fn first() -> Sum { b::second() }",
        ),
        // It needs the other one through a name that their parent exports.
        source(
            "trade::orders::b",
            "use crate::orders::first as again; pub fn second() { again() }",
        ),
        source("trade::orders::c", "use platform::scope; pub struct Sum;"),
        source(
            "platform::scope",
            "#[cfg(test)] mod tests { use super::super::orders; }",
        ),
    ];
    assert_eq!(
        files_in_circles(&planted),
        BTreeSet::from(["trade::orders::a".to_owned(), "trade::orders::b".to_owned()])
    );
}
