// Starts nginx and HAProxy with the files of deploy/ in front of two replicas, and sends requests through them.
// The replicas are ports: `api1`, `api2`, `realtime1`, `realtime2`, and the ports of their health checks, `health1` and `health2`.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { request as secureRequest } from "node:https";
import { join } from "node:path";

export const HOST = "lotus.karavan.example";
export const STARTS_WITHIN_MS = 10_000;

/** Replaces all occurrences. Every text must occur, so that a changed file can't silently disable a check. */
function replaceAll(text, pairs) {
  return pairs.reduce((changed, [from, to]) => {
    assert.ok(changed.includes(from), `the configuration does not contain ${from}`);
    return changed.replaceAll(from, to);
  }, text);
}

/** Sends a request through the proxy over TLS. */
export function send(port, path, { method = "GET", headers = {}, body, host = HOST, agent = false } = {}) {
  return new Promise((done, failed) => {
    const options = { port, path, method, host: "127.0.0.1", servername: host, rejectUnauthorized: false };
    const request = secureRequest({ ...options, agent, headers: { host, ...headers } });
    request.on("response", async (response) => {
      try {
        let text = "";
        for await (const part of response) text += part;
        done({ status: response.statusCode, headers: response.headers, text });
      } catch (error) {
        failed(error);
      }
    });
    request.on("upgrade", (response, socket) => done({ status: response.statusCode, headers: response.headers, socket }));
    request.on("error", failed);
    request.end(body);
  });
}

/** Starts a program in the foreground and waits until it serves. `log` returns what it has logged so far. */
async function started(program, parameters, { port, path, logFile }) {
  const child = spawn(program, parameters, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => (output += bytes));
  const deadline = Date.now() + STARTS_WITHIN_MS;
  for (;;) {
    assert.equal(child.exitCode, null, `${program} ended:\n${output}`);
    assert.ok(Date.now() < deadline, `${program} did not start:\n${output}`);
    // 503 means that the proxy has not seen a healthy replica yet.
    const status = await send(port, path).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) break;
    await new Promise((done) => setTimeout(done, 20));
  }
  return {
    log: () => (logFile ? readFileSync(logFile, "utf8") : output),
    stop: async () => {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

/** Starts nginx with the files of deploy/. `ready` is a path that answers 200 when a replica serves. */
export async function startNginx(scratch, replicas, ports, ready) {
  const folder = join(scratch, "nginx-live");
  mkdirSync(folder, { recursive: true });
  const site = replaceAll(readFileSync("deploy/nginx/karavan.conf", "utf8"), [
    ["listen 80;", `listen 127.0.0.1:${ports.http};`],
    ["    listen [::]:80;\n", ""],
    ["listen 443 ", `listen 127.0.0.1:${ports.https} `],
    ["    listen [::]:443 ssl http2 default_server;\n", ""],
    ["    listen [::]:443 ssl http2;\n", ""],
    ["/etc/nginx/tls/", `${scratch}/`],
    ["/var/log/nginx/karavan.log", `${folder}/access.log`],
  ]);
  const upstreams = replaceAll(readFileSync("deploy/nginx/upstreams.conf", "utf8"), [
    ["10.0.0.11:8080", `127.0.0.1:${replicas.api1}`],
    ["10.0.0.12:8080", `127.0.0.1:${replicas.api2}`],
    ["10.0.0.11:8090", `127.0.0.1:${replicas.realtime1}`],
    ["10.0.0.12:8090", `127.0.0.1:${replicas.realtime2}`],
  ]);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`);
  const main = `daemon off;\nmaster_process off;\npid ${folder}/nginx.pid;\nevents {}\nhttp {\n${temporary.join("\n")}\n`;
  writeFileSync(join(folder, "nginx.conf"), `${main}${upstreams}\n${site}\n}\n`);
  const parameters = ["-e", "stderr", "-p", folder, "-c", join(folder, "nginx.conf")];
  return started("nginx", parameters, { port: ports.https, path: ready, logFile: join(folder, "access.log") });
}

/** Starts HAProxy with the file of deploy/. */
export async function startHaproxy(scratch, replicas, ports, ready) {
  const file = join(scratch, "haproxy-live.cfg");
  const changed = replaceAll(readFileSync("deploy/haproxy/haproxy.cfg", "utf8"), [
    ["    user haproxy\n    group haproxy\n    chroot /var/lib/haproxy\n", ""],
    ["maxconn 20000", "maxconn 200"],
    ["bind :80\n", `bind 127.0.0.1:${ports.http}\n`],
    ["bind :443 ", `bind 127.0.0.1:${ports.https} `],
    ["/etc/haproxy/tls/", `${scratch}/`],
    ["10.0.0.11:8080", `127.0.0.1:${replicas.api1}`],
    ["10.0.0.12:8080", `127.0.0.1:${replicas.api2}`],
    ["10.0.0.11:8090", `127.0.0.1:${replicas.realtime1} port ${replicas.health1}`],
    ["10.0.0.12:8090", `127.0.0.1:${replicas.realtime2} port ${replicas.health2}`],
    ["check port 8080", "check"],
  ]);
  writeFileSync(file, changed);
  return started("haproxy", ["-db", "-f", file], { port: ports.https, path: ready });
}
