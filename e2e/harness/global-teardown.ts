import { rmSync } from "node:fs";
import { runFolder } from "./paths.ts";

export default function globalTeardown(): void {
  rmSync(runFolder(), { recursive: true, force: true });
}
