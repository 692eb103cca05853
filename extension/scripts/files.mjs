/** What a person gets when they load the extension; tests and tools stay behind. */
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

export const folder = new URL("..", import.meta.url).pathname;
const SHIPPED = ["manifest.json", "background.js", "_locales", "content", "icons", "lib", "options", "popup"];

export function copyShipped(target) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const entry of SHIPPED) cpSync(join(folder, entry), join(target, entry), { recursive: true });
}
