import { rmSync } from "node:fs";
import { template } from "./database.ts";
import { runFolder } from "./paths.ts";

export default function globalTeardown(): void {
  template().drop();
  rmSync(runFolder(), { recursive: true, force: true });
}
