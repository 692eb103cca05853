//! Hashes of file contents, independent of modification times.

use eyre::{Result, WrapErr};
use sha2::{Digest, Sha256};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The hash of the paths and contents of all files below the given paths.
pub(crate) fn compute(paths: &[&str]) -> Result<String> {
    let mut hash = Sha256::new();
    for path in paths {
        for file in files_below(Path::new(path))? {
            hash.update(file.as_os_str().as_encoded_bytes());
            hash.update(fs::read(&file)?);
        }
    }
    Ok(hex::encode(hash.finalize()))
}

/// The first 16 hexadecimal digits of the hash, for file names.
pub(crate) fn short(bytes: &[u8]) -> String {
    hex::encode(&Sha256::digest(bytes)[..8])
}

/// All files below a path in a stable order, without `node_modules` and `target`.
pub(crate) fn files_below(path: &Path) -> Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path).wrap_err_with(|| path.display().to_string())? {
        let entry = entry?;
        let name = entry.file_name();
        if name != "node_modules" && name != "target" {
            files.extend(files_below(&entry.path())?);
        }
    }
    files.sort();
    Ok(files)
}
