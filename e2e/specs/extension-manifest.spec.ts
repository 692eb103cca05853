/** The manifest of the shipped extension, not of its test build. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { extensionFolder } from "../harness/paths.ts";
import { expect, test } from "../harness/test.ts";

test("the shipped extension has no access to pages without a click", () => {
  const manifest = JSON.parse(readFileSync(join(extensionFolder, "manifest.json"), "utf8"));
  expect(manifest.host_permissions ?? []).toEqual([]);
  // Asked for per site, when the person wants a button in its pages.
  expect(manifest.optional_host_permissions).toEqual(["https://*/*"]);
  expect(manifest.content_scripts ?? []).toEqual([]);
  expect(manifest.permissions).toEqual(expect.arrayContaining(["activeTab", "scripting", "storage"]));
  expect(manifest.permissions).not.toContain("tabs");
});
