#!/usr/bin/env bash
# qrcode 0.14.1 (crates.io) looks for Japanese letters of the Kanji mode in the UTF-8 bytes of any text. It finds them in words of
# capital Cyrillic letters and in Chinese, and writes these parts in that mode. ZXing, which follows the standard, shows other letters;
# ZBar puts the bytes together again and shows the text. qrcodegen 1.8.0 writes bytes, which both read.
# Expected: the text in both readers. Fails if ZXing shows it. Needs Rust and the library zbar.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check zxing-cpp==3.1.1 pyzbar==0.1.9 pillow==12.0.0
mkdir -p "$folder/program/src"
cd "$folder/program"
cat >Cargo.toml <<'TOML'
[package]
name = "program"
version = "0.0.0"
edition = "2021"
[dependencies]
qrcode = { version = "=0.14.1", default-features = false }
qrcodegen = "=1.8.0"
TOML
cat >src/main.rs <<'RUST'
/// Prints a picture in the format PBM.
fn main() {
    let words: Vec<String> = std::env::args().collect();
    let (side, is_dark): (usize, Box<dyn Fn(usize, usize) -> bool>) = if words[1] == "qrcode" {
        let code = qrcode::QrCode::new(&words[2]).unwrap();
        (code.width(), Box::new(move |x, y| code[(x, y)] == qrcode::Color::Dark))
    } else {
        let code = qrcodegen::QrCode::encode_text(&words[2], qrcodegen::QrCodeEcc::Medium).unwrap();
        (code.size() as usize, Box::new(move |x, y| code.get_module(x as i32, y as i32)))
    };
    let whole = (side + 8) * 4;
    println!("P1\n{whole} {whole}");
    for y in 0..whole {
        let module = |at: usize| (at / 4).checked_sub(4).filter(|at| *at < side);
        let row: String = (0..whole)
            .map(|x| matches!((module(x), module(y)), (Some(x), Some(y)) if is_dark(x, y)))
            .map(|dark| if dark { "1 " } else { "0 " })
            .collect();
        println!("{row}");
    }
}
RUST
CARGO_TARGET_DIR=target cargo build --quiet
cat >read.py <<'PYTHON'
import subprocess
import zxingcpp
from PIL import Image
from pyzbar import pyzbar


def read(package, text):
    with open("code.pbm", "wb") as file:
        subprocess.run(["target/debug/program", package, text], stdout=file, check=True)
    picture = Image.open("code.pbm").convert("L")
    return [code.text for code in zxingcpp.read_barcodes(picture)], [code.data.decode() for code in pyzbar.decode(picture)]


for text in ["ПОЛИНА", "Name=МАГАЗИН МЕГА", "王伟北上东单五上王伟北上东单五"]:
    zxing, zbar = read("qrcode", text)
    print(f"qrcode 0.14.1: {text}: ZXing reads {zxing[0]!r}, ZBar {zbar[0]!r}")
    assert zxing != [text] and zbar == [text], (zxing, zbar)
    assert read("qrcodegen", text) == ([text], [text])
PYTHON
"$folder/venv/bin/python" read.py
