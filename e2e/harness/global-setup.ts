/**
 * Prepares a run: a database template with demo data, a certificate, and both builds of the extension. On SQLite the template is a copy
 * of the one in the folder `KARAVAN_DEMO`, if that is set.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTemplate } from "./database.ts";
import { certificate, extensionFolder, serverBinary, shippedExtension, templateDatabase, templateMedia, testExtension } from "./paths.ts";

export default function globalSetup(): void {
  process.env.KARAVAN_E2E_RUN = mkdtempSync(join(tmpdir(), "karavan-e2e-"));
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: createTemplate().url,
    PUBLIC_URL: "http://127.0.0.1:8080",
    RUST_LOG: "warn",
  };
  const cwd = process.env.KARAVAN_E2E_RUN;
  const demo = process.env.KARAVAN_DEMO;
  if (demo && !process.env.KARAVAN_E2E_POSTGRES) {
    cpSync(join(demo, "demo.db"), templateDatabase());
    cpSync(join(demo, "data/media"), templateMedia(), { recursive: true });
  } else {
    for (const command of ["migrate", "demo"]) {
      execFileSync(serverBinary(), [command], { env, cwd, stdio: ["ignore", "ignore", "inherit"] });
    }
  }

  const { key, cert } = certificate();
  const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  execFileSync("openssl", [...request, "-subj", "/CN=shops.test", "-keyout", key, "-out", cert], { stdio: "ignore" });

  execFileSync(process.execPath, [join(extensionFolder, "scripts/test-build.mjs"), testExtension()], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  execFileSync(process.execPath, [join(extensionFolder, "scripts/pack.mjs"), shippedExtension()], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}
