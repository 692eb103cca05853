/** Makes the pictures of the documents from the demo data: `npm --prefix e2e run pictures`. */
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config.ts";

export default defineConfig({ ...tests, testDir: "pictures", workers: 1, timeout: 180_000, reporter: [["line"]] });
