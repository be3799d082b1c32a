/**
 * Runs the checks and all test groups on one database server, a few processes at a time, and adds
 * up the results. Started by test.mjs with the pinned Node.
 */
import { spawn } from "node:child_process";
import path from "node:path";
import { globalSetup, globalTeardown } from "../test/kit/global-setup.ts";
import { locateChromium } from "./chromium.mjs";
import { ROOT } from "./install.mjs";
import { listJobs } from "./suite-jobs.mjs";

/** More than the two cores of a small machine: every second process prefers jobs that wait. */
const PROCESSES_AT_ONCE = Number(process.env.TEST_CONCURRENCY ?? 5);
const PREPARE = path.join(ROOT, "scripts", "prepare-tests.mjs");
const STOP_WITHIN_MS = 5_000;
const COUNTED = ["tests", "passed", "failed", "cancelled", "skipped", "todo"];

const isFast = process.argv.includes("--fast");
const totals = Object.fromEntries(COUNTED.map((name) => [name, 0]));
const failures = [];
const waiting = listJobs({ isFast });
const running = new Set();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop(signal));

let isBuilt = false;
const builds = buildPrograms();
await globalSetup();
try {
  await runJobs();
} finally {
  await globalTeardown();
}
console.log(`\n${COUNTED.map((name) => `${totals[name]} ${name}`).join(", ")}.`);
for (const { title, failed } of failures) console.error(["Failed:", title, ...failed].join("\n  "));
process.exitCode = failures.length === 0 && totals.passed > 0 ? 0 : 1;

/** On a fresh clone this takes a few seconds, in which jobs that need no build run. */
async function buildPrograms() {
  const args = isFast ? [PREPARE, "--fast"] : [PREPARE];
  const { status, output } = await runProcess({ command: process.execPath, args });
  process.stdout.write(output);
  if (status !== 0) return stopWith("The builds failed.");
  const chromium = isFast ? undefined : locateChromium();
  if (chromium !== undefined) process.env.TEST_CHROMIUM = chromium;
  isBuilt = true;
}

async function runJobs() {
  const work = async (_, index) => {
    while (waiting.length > 0) {
      const job = takeJob(index % 2 === 1);
      await (job === undefined ? builds : runJob(job));
    }
  };
  await Promise.all(Array.from({ length: PROCESSES_AT_ONCE }, work));
}

/** Takes the jobs in their order, so the longest should come first. */
function takeJob(prefersWaiting) {
  const ready = waiting.filter(({ needsBuilds }) => isBuilt || !needsBuilds);
  const job = ready.find(({ waits }) => waits === prefersWaiting) ?? ready[0];
  if (job !== undefined) waiting.splice(waiting.indexOf(job), 1);
  return job;
}

/** The database server is stopped when the running processes have ended, or have been killed. */
function stop(signal) {
  stopWith(`stopped by ${signal}`);
  const killAll = (how) => {
    for (const child of running) child.kill(how);
  };
  killAll(signal);
  setTimeout(killAll, STOP_WITHIN_MS, "SIGKILL").unref();
}

function stopWith(title) {
  failures.push({ title, failed: [] });
  waiting.length = 0;
}

/** Prints the output when the process has ended, so that processes do not mix their lines. */
async function runJob(job) {
  const from = secondsSinceStart();
  const { status, output, summary } = await runProcess(job);
  process.stdout.write(`\n${job.title} (${from} to ${secondsSinceStart()} s)\n${output}`);
  const failed = job.isTest ? countTests(summary) : [];
  if (status !== 0 || failed.length > 0) failures.push({ title: job.title, failed });
}

/** Shows which job ran alone at the end, and when a core had nothing to do. */
function secondsSinceStart() {
  return Math.round(performance.now() / 1000);
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
