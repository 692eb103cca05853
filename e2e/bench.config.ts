/** Measurements in a browser for `make bench`: one at a time, and a missed target does not fail. */
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config.ts";

export default defineConfig({ ...tests, testDir: "bench", workers: 1, timeout: 180_000, reporter: [["line"]] });
