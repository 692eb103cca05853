// Puts a split SPA together: hashed names for what index.html links, the scripts in a folder named by their content.
// Usage: node tools/assemble-spa.mjs <index.html> <folder of scripts> <name of the main script> <target folder> <public path>
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const [source, scripts, name, target, publicPath] = process.argv.slice(2);
const digest = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 16);

mkdirSync(target, { recursive: true });
const files = readdirSync(scripts).filter((file) => /\.(js|wasm)$/.test(file)).sort();
const version = digest(Buffer.concat(files.map((file) => readFileSync(join(scripts, file)))));
mkdirSync(join(target, version), { recursive: true });
for (const file of files) copyFileSync(join(scripts, file), join(target, version, file));

const script = `${publicPath}${version}/${name}.js`;
const wasm = `${publicPath}${version}/${name}_bg.wasm`;
const loader = `<link rel="modulepreload" href="${script}" crossorigin="anonymous">
    <link rel="preload" href="${wasm}" crossorigin="anonymous" as="fetch" type="application/wasm">
    <script type="module">import init from '${script}'; init({ module_or_path: '${wasm}' });</script>`;

const page = readFileSync(source, "utf8")
  .replace(/<link data-trunk rel="css" href="([^"]+)">/g, (_, href) => {
    const bytes = readFileSync(join(dirname(source), href));
    const hashed = basename(href).replace(/\.css$/, `-${digest(bytes)}.css`);
    writeFileSync(join(target, hashed), bytes);
    return `<link rel="stylesheet" href="${publicPath}${hashed}">`;
  })
  .replace(/<link data-trunk rel="rust"[^>]*>/, loader);

// What a page fetches when it needs it: the version is in the path, which is cached for ever (pages/scan/camera.rs).
if (name === "frontend-agent") {
  const modules = join(import.meta.dirname, "node_modules");
  const { version } = JSON.parse(readFileSync(join(modules, "barcode-detector/package.json"), "utf8"));
  const folder = join(target, "lazy", `barcode-detector-${version}`);
  mkdirSync(folder, { recursive: true });
  for (const file of ["barcode-detector/dist/iife/ponyfill.js", "zxing-wasm/dist/reader/zxing_reader.wasm"]) {
    copyFileSync(join(modules, file), join(folder, basename(file)));
  }
}
if (page.includes("data-trunk")) throw new Error(`${source} links something that is not assembled here`);
writeFileSync(join(target, "index.html"), page);
