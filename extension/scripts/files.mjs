/** The files of the extension that a person loads, without tests and tools. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const folder = new URL("..", import.meta.url).pathname;
const SHIPPED = ["manifest.json", "background.js", "_locales", "button", "content", "icons", "lib", "options", "popup"];

export function copyShipped(target) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const entry of SHIPPED) cpSync(join(folder, entry), join(target, entry), { recursive: true });
}

/** The manifest as each browser's store takes it; the source is that of Chromium. */
const MANIFESTS = {
  chrome: ({ key, browser_specific_settings, ...manifest }) => ({
    ...manifest,
    background: { service_worker: manifest.background.service_worker, type: "module" },
  }),
  edge: (manifest) => MANIFESTS.chrome(manifest),
  firefox: ({ key, minimum_chrome_version, side_panel, ...manifest }) => ({
    ...manifest,
    permissions: manifest.permissions.filter((permission) => permission !== "sidePanel"),
    background: { scripts: manifest.background.scripts, type: "module" },
    sidebar_action: {
      default_panel: side_panel.default_path,
      default_title: manifest.action.default_title,
      default_icon: manifest.action.default_icon,
      open_at_install: false,
    },
    commands: {
      _execute_action: manifest.commands._execute_action,
      _execute_sidebar_action: manifest.commands["open-panel"],
    },
  }),
};
export const BROWSERS = Object.keys(MANIFESTS);

/** Copies the extension with the manifest of a browser. */
export function copyFor(browser, target) {
  copyShipped(target);
  const path = join(target, "manifest.json");
  const manifest = MANIFESTS[browser](JSON.parse(readFileSync(path, "utf8")));
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}
