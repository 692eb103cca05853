/** What is measured in a browser, by `make bench`: one thing at a time, and nothing is a failure. */
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config.ts";

export default defineConfig({ ...tests, testDir: "bench", workers: 1, timeout: 180_000, reporter: [["line"]] });
