/**
 * Runs the checks and all test groups on one database server, a few processes at a time, and adds
 * up the results. Started by test.mjs with the pinned Node.
 */
import { spawn } from "node:child_process";
import path from "node:path";
import { globalSetup, globalTeardown } from "../test/kit/global-setup.ts";
import { NO_HSM } from "../test/kit/soft-hsm.ts";
import { ROOT } from "./install.mjs";
import { fastGroups, HSM_FILES, suiteGroups } from "./test-groups.mjs";

/** More than the two cores of a small machine: many tests wait for browsers, servers and clocks. */
const PROCESSES_AT_ONCE = Number(process.env.TEST_CONCURRENCY ?? 4);
const RUN_TESTS = path.join(ROOT, "scripts", "run-tests.mjs");
const STOP_WITHIN_MS = 5_000;
const COUNTED = ["tests", "passed", "failed", "cancelled", "skipped", "todo"];

const isFast = process.argv.includes("--fast");
const totals = Object.fromEntries(COUNTED.map((name) => [name, 0]));
const failures = [];
const waiting = [
  ...checkJobs(),
  ...(isFast ? fastGroups().map(testJob) : [...hsmJobs(), ...suiteGroups().map(testJob)]),
];
const running = new Set();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop(signal));

await globalSetup();
try {
  await runJobs();
} finally {
  await globalTeardown();
}
console.log(`\n${COUNTED.map((name) => `${totals[name]} ${name}`).join(", ")}.`);
for (const { title, failed } of failures) console.error(["Failed:", title, ...failed].join("\n  "));
process.exitCode = failures.length === 0 && totals.passed > 0 ? 0 : 1;

/** On two cores beside the tests, one thread for types costs a third less time than several. */
function checkJobs() {
  const bin = (name) => path.join(ROOT, "node_modules", ".bin", name);
  const types = (project) => ["-p", project, "--singleThreaded", ...(isFast ? cache(project) : [])];
  return [
    { title: "Types", command: bin("tsc"), args: types(".") },
    { title: "Types of the client", command: bin("tsc"), args: types("client") },
    { title: "Types of the console", command: bin("tsc"), args: types("console") },
    { title: "Lint", command: bin("biome"), args: ["check", "."] },
  ];
}

/** Checks only what changed since the last fast run. */
function cache(project) {
  const name = project === "." ? "types" : `types-${project}`;
  const file = path.join(ROOT, "node_modules", ".cache", `${name}.tsbuildinfo`);
  return ["--incremental", "--tsBuildInfoFile", file];
}

/** Files in one process share the modules that it loaded and compiled. */
function testJob(files) {
  const title = files.length === 1 ? files[0] : `${files[0]} and ${files.length - 1} more`;
  return { title, command: process.execPath, args: [RUN_TESTS, ...files], isTest: true };
}

/** A selection once more, with the keys in SoftHSM. */
function hsmJobs() {
  if (NO_HSM !== false) {
    console.log(`Nothing is tested with keys in an HSM: ${NO_HSM}`);
    return [];
  }
  const job = testJob(HSM_FILES);
  return [{ ...job, title: `With keys in SoftHSM: ${job.title}`, env: { TEST_CUSTODY: "hsm" } }];
}

/** Takes the jobs in their order, so the longest should come first. */
async function runJobs() {
  const work = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await runJob(job);
  };
  await Promise.all(Array.from({ length: PROCESSES_AT_ONCE }, work));
}

/** The database server is stopped when the running processes have ended, or have been killed. */
function stop(signal) {
  failures.push({ title: `stopped by ${signal}`, failed: [] });
  waiting.length = 0;
  const killAll = (how) => {
    for (const child of running) child.kill(how);
  };
  killAll(signal);
  setTimeout(killAll, STOP_WITHIN_MS, "SIGKILL").unref();
}

/** Prints the output when the process has ended, so that processes do not mix their lines. */
async function runJob(job) {
  const { status, output, summary } = await runProcess(job);
  process.stdout.write(`\n${job.title}\n${output}`);
  const failed = job.isTest ? countTests(summary) : [];
  if (status !== 0 || failed.length > 0) failures.push({ title: job.title, failed });
}

async function runProcess({ command, args, env = {} }) {
  // The reporter writes its summary to the fourth stream.
  const stdio = ["ignore", "pipe", "pipe", "pipe"];
  const child = spawn(command, args, { cwd: ROOT, stdio, env: { ...process.env, ...env } });
  running.add(child);
  child.once("close", () => running.delete(child));
  const [, stdout, stderr, counts] = child.stdio;
  const output = [];
  for (const stream of [stdout, stderr]) stream.on("data", (text) => output.push(text));
  const summary = [];
  counts.on("data", (text) => summary.push(text));
  const status = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { status, output: Buffer.concat(output), summary: Buffer.concat(summary).toString() };
}

/** Returns the names of the tests that failed. A process without a summary has failed as a whole. */
function countTests(summary) {
  if (summary === "") return ["The process ended before its tests did."];
  const { counts, failed } = JSON.parse(summary);
  for (const name of COUNTED) totals[name] += counts[name];
  return failed;
}
