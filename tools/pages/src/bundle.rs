//! Joins the small files of the parts in one, so that a page does not send a request for each of them.

use crate::parts::LOADER_FILE;
use eyre::{Result, ensure};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// The joined files.
const BUNDLE: &str = "chunks.bin";
/// Larger files stay files of their own, because not every page needs them.
const MAX_BYTES: usize = 4096;
/// The script that takes a module out of the bundle.
const FETCH_BUNDLED: &str = include_str!("fetch_bundled.js");

/// Joins the small files that several parts share. Takes and returns the names of the files of each part.
pub(crate) fn join(folder: &Path, mut parts: BTreeMap<String, Vec<String>>) -> Result<BTreeMap<String, Vec<String>>> {
    let shared: BTreeSet<String> = parts
        .values()
        .flatten()
        .filter(|name| name.starts_with("chunk_"))
        .cloned()
        .collect();
    let path = folder.join(LOADER_FILE);
    let mut loader = fs::read_to_string(&path)?;
    let (mut bundle, mut sizes, mut joined) = (Vec::new(), Vec::new(), BTreeSet::new());
    for name in shared {
        let file = folder.join(&name);
        let module = fs::read(&file)?;
        if module.len() > MAX_BYTES {
            continue;
        }
        let fetch = format!(r#"fetch(new URL("./{name}", import.meta.url))"#);
        ensure!(
            loader.matches(&fetch).count() == 1,
            "{LOADER_FILE} does not fetch {name} once"
        );
        loader = loader.replace(&fetch, &format!("fetchBundled({})", sizes.len()));
        sizes.push(module.len());
        bundle.extend(module);
        fs::remove_file(&file)?;
        joined.insert(name);
    }
    if joined.is_empty() {
        return Ok(parts);
    }
    fs::write(folder.join(BUNDLE), bundle)?;
    let sizes = serde_json::to_string(&sizes)?;
    fs::write(&path, loader + &FETCH_BUNDLED.replace("SIZES", &sizes))?;
    for files in parts.values_mut() {
        let count = files.len();
        files.retain(|name| !joined.contains(name));
        if files.len() < count {
            files.push(BUNDLE.to_owned());
        }
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write as _;

    #[test]
    fn small_shared_files_are_one_file() -> Result<()> {
        let folder = std::env::temp_dir().join(format!("karavan-bundle-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let large = vec![0; MAX_BYTES + 1];
        let files: [(&str, &[u8]); 4] = [
            ("chunk_1.wasm", b"one"),
            ("chunk_2.wasm", b"three"),
            ("chunk_3.wasm", &large),
            ("split_order.wasm", b"order"),
        ];
        let mut loader = String::new();
        for (name, bytes) in files {
            fs::write(folder.join(name), bytes)?;
            writeln!(loader, "fetch(new URL(\"./{name}\", import.meta.url));")?;
        }
        fs::write(folder.join(LOADER_FILE), loader)?;
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let parts = BTreeMap::from([
            (
                "order".to_owned(),
                names(&["chunk_1.wasm", "chunk_2.wasm", "chunk_3.wasm", "split_order.wasm"]),
            ),
            ("other".to_owned(), names(&["chunk_3.wasm"])),
        ]);

        let parts = join(&folder, parts)?;

        let bundle = fs::read(folder.join(BUNDLE))?;
        let loader = fs::read_to_string(folder.join(LOADER_FILE))?;
        let is_left = folder.join("chunk_1.wasm").exists();
        fs::remove_dir_all(&folder)?;
        assert_eq!(parts["order"], ["chunk_3.wasm", "split_order.wasm", BUNDLE]);
        assert_eq!(parts["other"], ["chunk_3.wasm"]);
        assert_eq!(bundle, b"onethree");
        assert!(!is_left);
        assert!(
            loader.starts_with("fetchBundled(0);\nfetchBundled(1);\nfetch("),
            "{loader}"
        );
        assert!(loader.contains("const sizes = [3,5];"), "{loader}");
        Ok(())
    }
}
