import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "specs",
  globalSetup: "./harness/global-setup.ts",
  globalTeardown: "./harness/global-teardown.ts",
  outputDir: "test-results",
  snapshotPathTemplate: "pictures/gallery/{arg}{ext}",
  fullyParallel: true,
  workers: Number(process.env.KARAVAN_E2E_WORKERS ?? 2),
  // A flaky test is a defect and is named as such. One does not fail the run, several do.
  retries: 1,
  forbidOnly: process.env.CI === "true",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A service worker answers before the routes of a test do. The specs of the installed page allow it.
  use: { serviceWorkers: "block" },
  reporter: [["list"], ["./harness/flaky.ts"]],
});
