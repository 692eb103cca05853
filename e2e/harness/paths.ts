/** Paths in the repository and in the temporary folder of this run. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

export const repository = resolve(import.meta.dirname, "../..");
export const extensionFolder = join(repository, "extension");
export const pagesFolder = process.env.ASSETS_DIR ?? join(repository, "dist");

/** The server under test, built by `make test`. */
export function serverBinary(): string {
  const binary = process.env.KARAVAN_BIN ?? join(repository, "target/debug/karavan");
  if (!existsSync(binary)) throw new Error(`${binary} is missing: run make test, or set KARAVAN_BIN`);
  return binary;
}

/** A Chromium that loads unpacked extensions by a command-line option; branded Chrome does not. */
export function chromium(): string {
  const candidates = [process.env.KARAVAN_CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"];
  const found = candidates.find((path) => path && existsSync(path));
  if (!found) throw new Error("Chromium is missing: run tools/setup.sh test, or set KARAVAN_CHROMIUM");
  return found;
}

/** Chromium without the parts that only show windows and run extensions: it starts and draws faster. */
export function headlessChromium(): string {
  const shell = "/usr/bin/chromium-headless-shell";
  return !process.env.KARAVAN_CHROMIUM && existsSync(shell) ? shell : chromium();
}

/** The folder of this run: database template, certificate, test build of the extension. */
export function runFolder(): string {
  const folder = process.env.KARAVAN_E2E_RUN;
  if (!folder) throw new Error("global set-up did not run");
  return folder;
}

export const templateDatabase = () => join(runFolder(), "template.db");
/** The pictures of the demo data, at the default of `MEDIA_URL`. */
export const templateMedia = () => join(runFolder(), "data/media");
export const testExtension = () => join(runFolder(), "extension");
/** The files of the extension that people load, unchanged. */
export const shippedExtension = () => join(runFolder(), "extension-shipped");
export const certificate = () => ({ key: join(runFolder(), "key.pem"), cert: join(runFolder(), "cert.pem") });
