// Starts the server with the demo data, runs a job of each client against it, and checks over HTTP what the jobs report. Then runs the
// jobs of the clients of MCP.
// Usage: node run.mjs <karavan> <python> <folder of the TypeScript jobs> <folder of the Rust jobs>
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Karavan } from "../soak-server.mjs";

const [program, python, typescript, rust] = process.argv.slice(2);
const JOBS = {
  "openapi-typescript": ["node", join(typescript, "openapi-typescript.js")],
  orval: ["node", join(typescript, "orval.js")],
  "openapi-generator typescript-axios": ["node", join(typescript, "typescript-axios.js")],
  "openapi-generator python": [python, "openapi_generator_job.py"],
  "openapi-python-client": [python, "openapi_python_client_job.py"],
  "openapi-generator rust": [join(rust, "openapi-generator")],
  progenitor: [join(rust, "progenitor")],
};

const folder = mkdtempSync(join(tmpdir(), "karavan-clients-"));
const karavan = await Karavan.prepare(program, { folder });
try {
  await karavan.start();
  const owner = ["--agent", "lotus", "--client", "K101", "--phone", "+79990000002"];
  const options = ["--name", "ERP", "--rights", "orders:write,items:write"];
  const created = execFileSync(program, ["key:create", ...owner, ...options], { env: karavan.env });
  const key = created.toString().trim();
  const get = async (path) => (await fetch(karavan.url + path, { headers: { authorization: `Bearer ${key}` } })).json();
  const failed = [];
  for (const [name, [command, ...args]] of Object.entries(JOBS)) {
    try {
      const env = { ...process.env, KARAVAN_URL: karavan.url, KARAVAN_KEY: key };
      const { order, item, code } = JSON.parse((await promisify(execFile)(command, args, { env })).stdout);
      const { data: items } = await get(`/client/orders/${order}/items`);
      const { title } = await get(`/client/orders/${order}`);
      const isDone = items.length === 1 && items[0].id === item && items[0].quantity === 2 && title.startsWith("copy of ");
      if (!isDone || code !== "not_found") throw new Error(`unexpected: ${JSON.stringify({ title, items, code })}`);
      console.log(`${name}: done`);
    } catch (error) {
      failed.push(`${name}: ${error.message}`);
    }
  }
  for (const [command, script] of [["node", "mcp.mjs"], [python, "mcp_job.py"]]) {
    const env = { ...process.env, KARAVAN_URL: karavan.url, KARAVAN_KEY: key };
    const path = new URL(script, import.meta.url).pathname;
    const run = await promisify(execFile)(command, [path, program], { env }).catch((error) => {
      failed.push(`${script}: ${error.message}`);
      return error;
    });
    process.stdout.write(run.stdout);
  }
  for (const line of failed) console.error(line);
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  await karavan.stop("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}
