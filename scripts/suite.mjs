/**
 * Runs the checks and all tests on one database server, a few processes at a time, and adds up the
 * results. Started by test.mjs with the pinned Node.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { globalSetup, globalTeardown } from "../test/kit/global-setup.ts";
import { locateChromium } from "./chromium.mjs";
import { ROOT } from "./install.mjs";
import { listJobs } from "./suite-jobs.mjs";
import { TestProcess } from "./test-process.mjs";

/** More than the two cores of a small machine: every second worker prefers jobs that wait. */
const WORKERS = Number(process.env.TEST_CONCURRENCY ?? 5);
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
  await Promise.all(Array.from({ length: WORKERS }, (_, index) => work(index % 2 === 1)));
} finally {
  await globalTeardown();
}
console.log(`\n${COUNTED.map((name) => `${totals[name]} ${name}`).join(", ")}.`);
for (const { title, failed } of failures) console.error(["Failed:", title, ...failed].join("\n  "));
process.exitCode = failures.length === 0 && totals.passed > 0 ? 0 : 1;

/** On a fresh clone this takes a few seconds, in which jobs that need no build run. */
async function buildPrograms() {
  const args = isFast ? [PREPARE, "--fast"] : [PREPARE];
  const { status, printed } = await runCommand({ command: process.execPath, args });
  process.stdout.write(printed);
  if (status !== 0) return stopWith("The builds failed.");
  const chromium = isFast ? undefined : locateChromium();
  if (chromium !== undefined) process.env.TEST_CHROMIUM = chromium;
  isBuilt = true;
}

/** A worker keeps one process for all tests that share one. */
async function work(prefersWaiting) {
  let shared;
  while (waiting.length > 0) {
    const job = takeJob(prefersWaiting);
    if (job === undefined) await builds;
    else if (job.command !== undefined) await check(job);
    else if (job.sharesProcess) shared = await runInShared(shared, job);
    else await runAlone(job);
  }
  if (shared !== undefined) await endProcess(shared);
}

/** Returns the process for the next tests: a new one if the last tests ended it. */
async function runInShared(shared, job) {
  if (shared?.hasEnded) await endProcess(shared);
  const current = shared === undefined || shared.hasEnded ? startProcess() : shared;
  await runTests(current, job);
  return current;
}

async function runAlone(job) {
  const started = startProcess(job.env);
  await runTests(started, job);
  await endProcess(started);
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

async function check(job) {
  const from = secondsSinceStart();
  const { status, printed } = await runCommand(job);
  print(job.title, from, printed);
  if (status !== 0) failures.push({ title: job.title, failed: [] });
}

function startProcess(env) {
  const started = new TestProcess(env);
  running.add(started);
  return started;
}

async function runTests(testProcess, { title, files }) {
  const from = secondsSinceStart();
  const { printed, results } = await testProcess.run(files);
  print(title, from, printed + (results?.output ?? ""));
  for (const name of COUNTED) totals[name] += results?.counts[name] ?? 0;
  const failed = results?.failed ?? ["The process ended before its tests did."];
  if (!results?.isSuccess) failures.push({ title, failed });
}

async function endProcess(testProcess) {
  const reason = await testProcess.end();
  running.delete(testProcess);
  if (reason !== undefined)
    failures.push({ title: "A test process, after its tests", failed: [reason] });
}

/** Prints when the job has ended, so that processes do not mix their lines. */
function print(title, from, text) {
  process.stdout.write(`\n${title} (${from} to ${secondsSinceStart()} s)\n${text}`);
}

/** Shows which job ran alone at the end, and when a core had nothing to do. */
function secondsSinceStart() {
  return Math.round(performance.now() / 1000);
}

async function runCommand({ command, args, env = {} }) {
  const stdio = ["ignore", "pipe", "pipe"];
  const child = spawn(command, args, { cwd: ROOT, stdio, env: { ...process.env, ...env } });
  running.add(child);
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => output.push(text));
  const [status] = await once(child, "close");
  running.delete(child);
  return { status, printed: Buffer.concat(output).toString() };
}
