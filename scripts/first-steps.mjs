/**
 * Measures what README.md promises a new user: from an empty folder and the tarball to the first
 * payment, webhook, ACH return, parsed payload and own test. Usage: first-steps.mjs <tarball> [--cold]
 * With --cold, npm downloads every package; else they come from its cache.
 */
import { spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ROOT } from "./install.mjs";

const [, , given, cold] = process.argv;
if (given === undefined) throw new Error("Name the tarball: first-steps.mjs sixdoors-0.1.0.tgz");
const folder = mkdtempSync(path.join(tmpdir(), "sixdoors-first-steps-"));
// PostgreSQL of root runs as another user, which must be able to enter.
chmodSync(folder, 0o755);
const running = [];
// npx keeps what it has installed by the path of the tarball.
const tarball = path.join(folder, "sixdoors.tgz");
copyFileSync(given, tarball);
const port = await findFreePort();
const url = `http://127.0.0.1:${port}`;
const env = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  PORT: String(port),
  ...(cold === "--cold"
    ? { npm_config_cache: path.join(folder, "npm-cache") }
    : { npm_config_prefer_offline: "true" }),
};
/** A cold npm downloads for a minute or two. */
const STEP_MAX_MS = 10 * 60_000;
const npx = ["npx", "--yes", "--package", tarball, "sixdoors"];
const SALE = {
  account_id: "120000000001",
  api_accesskey: "1".repeat(32),
  transaction_type: "SALE",
  tender_type: "CARD",
  transaction_amount: "12.34",
  card_number: "4111111111111111",
  card_expiration: "1230",
  response_format: "JSON",
};

console.log(`Load before: ${loadavg()[0].toFixed(1)}`);
try {
  await tryGateway(makeFolder("shop"));
  await tryProject(makeFolder("project"));
} finally {
  for (const one of running.reverse()) await stop(one);
  rmSync(folder, { recursive: true, force: true });
}
console.log(`Load after: ${loadavg()[0].toFixed(1)}`);

async function tryGateway(shop) {
  running.push(start(npx, shop));
  await measure("First payment: npx sixdoors in an empty folder, then a sale", untilPaid);
  const listener = start([...npx, "listen"], shop);
  running.push(listener);
  await measure("First webhook: sixdoors listen, then a sale", async () => {
    await until(() => listener.output.includes("Stop with Ctrl-C"));
    await pay();
    await until(() => listener.output.includes("transaction.approved"));
  });
  await measure("First ACH return: sixdoors trigger ach.returned", async () => {
    await finish(start([...npx, "trigger", "ach.returned"], shop));
    await until(() => listener.output.includes("transaction.returned"));
  });
}

async function tryProject(project) {
  const run = (...words) => finish(start(words, project));
  await measure("Install the package into a project", () => run("npm", "install", "-D", tarball));
  writeFileSync(path.join(project, "parse.mjs"), parseProgram());
  await measure("First parsed payload: the example of docs/client.md", () =>
    run("node", "parse.mjs"),
  );
  writeFileSync(path.join(project, "payments.test.mjs"), firstBlock("testing", "js"));
  await measure("First own test: the example of docs/testing.md", () => run("node", "--test"));
  await measure("The same test again", () => run("node", "--test"));
}

async function measure(what, act) {
  const began = performance.now();
  await within(act(), what);
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${what}`);
}

/** npm may wait for a download without an end. */
async function within(step, what) {
  const limit = new AbortController();
  const tooLong = pause(STEP_MAX_MS, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`${what}: not done after ${STEP_MAX_MS / 60_000} minutes.`);
  });
  await Promise.race([step, tooLong]).finally(() => limit.abort());
}

function makeFolder(name) {
  const made = path.join(folder, name);
  mkdirSync(made);
  return made;
}

/** In a group of its own, so that Ctrl-C reaches what npm starts. */
function start([program, ...args], cwd) {
  const kit = { SIXDOORS_TEST_CACHE: path.join(folder, "kit") };
  const child = spawn(program, args, { cwd, env: { ...env, ...kit }, detached: true });
  const started = { child, output: "", ended: new Promise((end) => child.once("close", end)) };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      started.output += text;
    });
  }
  return started;
}

async function finish(started) {
  const code = await started.ended;
  if (code !== 0) throw new Error(started.output);
}

async function stop({ child, ended }) {
  process.kill(-child.pid, "SIGINT");
  await ended;
}

async function until(isTrue) {
  while (!isTrue()) await pause(50);
}

async function untilPaid() {
  while (!(await pay().catch(() => false))) await pause(100);
}

async function pay() {
  const body = new URLSearchParams(SALE);
  const answer = await fetch(`${url}/api/qsapi/3.8`, { method: "POST", body });
  return (await answer.json()).transaction_approved;
}

function parseProgram() {
  const page = readFileSync(path.join(ROOT, "docs", "client.md"), "utf8");
  const block = /## Device payloads\n+```ts\n([\s\S]*?)```/.exec(page)[1];
  const program = `import { createClient } from "sixdoors/client";\n${block}`;
  return program.replaceAll("http://127.0.0.1:8080", url);
}

function firstBlock(page, language) {
  const text = readFileSync(path.join(ROOT, "docs", `${page}.md`), "utf8");
  return text.split(`\`\`\`${language}\n`)[1].split("```")[0];
}

function findFreePort() {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port: free } = server.address();
      server.close(() => resolve(free));
    });
  });
}
