/** What suite.mjs runs, in this order: types, lint, and the groups of test files. */
import path from "node:path";
import { NO_HSM } from "../test/kit/soft-hsm.ts";
import { ROOT } from "./install.mjs";
import { fastGroups, HSM_FILES, isPureGroup, isWaitingGroup, suiteGroups } from "./test-groups.mjs";

const SCRIPTS = path.join(ROOT, "scripts");

/**
 * A job has a title, and a command or test files. `sharesProcess` says that its files may run in a
 * process that ran others, `needsBuilds` that it starts the program or serves the console, and
 * `waits` that it mostly waits for processes it has started.
 */
export function listJobs({ isFast }) {
  const { own, shared } = isFast ? fastGroups() : suiteGroups();
  return [
    ...checkJobs(isFast),
    ...(isFast ? [] : hsmJobs()),
    ...own.map((files) => testJob(files, false)),
    ...shared.map((files) => testJob(files, true)),
  ];
}

/** The compiler is written in Go. Without garbage collection it needs a tenth more memory. */
const WITHOUT_COLLECTION = { GOGC: "off" };

/** On two cores beside the tests, one thread for types costs a third less time than several. */
function checkJobs(isFast) {
  const types = (project) => ["-p", project, "--singleThreaded", ...(isFast ? cache(project) : [])];
  return [
    typesJob("Types", types(".")),
    typesJob("Types of the client", types("client")),
    typesJob("Types of the console", types("console")),
    isFast
      ? checkJob("Lint", process.execPath, [path.join(SCRIPTS, "lint-changed.mjs")])
      : checkJob("Lint", bin("biome"), ["check", "."]),
  ];
}

function typesJob(title, args) {
  return { ...checkJob(title, bin("tsc"), args), env: WITHOUT_COLLECTION };
}

function checkJob(title, command, args) {
  return { title, command, args, needsBuilds: false, waits: false };
}

function bin(name) {
  return path.join(ROOT, "node_modules", ".bin", name);
}

/** Checks only what changed since the last fast run. */
function cache(project) {
  const name = project === "." ? "types" : `types-${project}`;
  const file = path.join(ROOT, "node_modules", ".cache", `${name}.tsbuildinfo`);
  return ["--incremental", "--tsBuildInfoFile", file];
}

/** Files in one process share the modules that it loaded and compiled. */
function testJob(files, sharesProcess) {
  return {
    title: files.length === 1 ? files[0] : `${files[0]} and ${files.length - 1} more`,
    files,
    sharesProcess,
    needsBuilds: !isPureGroup(files),
    waits: isWaitingGroup(files),
  };
}

/** A selection once more, with the keys in SoftHSM. */
function hsmJobs() {
  if (NO_HSM !== false) {
    console.log(`Nothing is tested with keys in an HSM: ${NO_HSM}`);
    return [];
  }
  const job = testJob(HSM_FILES, false);
  return [{ ...job, title: `With keys in SoftHSM: ${job.title}`, env: { TEST_CUSTODY: "hsm" } }];
}
