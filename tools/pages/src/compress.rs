//! Compressed copies of the files, and the size of the first load.

use crate::fingerprint::files_below;
use brotli::enc::BrotliEncoderParams;
use eyre::Result;
use flate2::{Compression, write::GzEncoder};
use std::{fs, io::Write, path::Path};

const COMPRESSIBLE: [&str; 8] = ["html", "js", "css", "wasm", "svg", "json", "webmanifest", "txt"];
/// Smaller files are not worth compressing.
const MIN_BYTES: usize = 1024;

/// Writes `.br` and `.gz` copies of each compressible file.
pub(crate) fn compress(folder: &Path) -> Result<()> {
    for file in files_below(folder)? {
        let bytes = fs::read(&file)?;
        let extension = file.extension().unwrap_or_default().to_string_lossy();
        if bytes.len() <= MIN_BYTES || !COMPRESSIBLE.contains(&extension.as_ref()) {
            continue;
        }
        let parameters = BrotliEncoderParams {
            quality: 11,
            lgwin: 24,
            size_hint: bytes.len(),
            ..Default::default()
        };
        let mut brotli = Vec::new();
        brotli::BrotliCompress(&mut bytes.as_slice(), &mut brotli, &parameters)?;
        fs::write(format!("{}.br", file.display()), brotli)?;
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(&bytes)?;
        fs::write(format!("{}.gz", file.display()), gzip.finish()?)?;
    }
    Ok(())
}

/// The size of the first load in bytes, with brotli where there is a compressed copy. Lazily loaded files do not count.
pub(crate) fn first_load(folder: &Path) -> Result<u64> {
    let mut sum = 0;
    for file in files_below(folder)? {
        let path = file.to_string_lossy();
        let is_lazy = ["/lazy/", "/split_", "/chunk_"].iter().any(|part| path.contains(part));
        if is_lazy || [".br", ".gz", "/.stamp"].iter().any(|end| path.ends_with(end)) {
            continue;
        }
        let sibling = fs::metadata(format!("{path}.br"));
        sum += sibling.or_else(|_| fs::metadata(&file))?.len();
    }
    Ok(sum)
}
