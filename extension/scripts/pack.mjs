/** Copies the shipped files: `node scripts/pack.mjs <folder>`. */
import { resolve } from "node:path";
import { copyShipped } from "./files.mjs";

copyShipped(resolve(process.argv[2] ?? "dist"));
