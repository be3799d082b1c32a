/**
 * Which test files run together, and in which order. A process costs a second or two before its
 * first test and runs code slowly at first, so files share a few processes unless they measure or
 * change the process itself.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./install.mjs";

/**
 * Files that use the browser share a run, because it is closed after each run. These runs start
 * first, because they are the longest.
 */
const BROWSER = "test/browser";
const BROWSER_FILES_PER_RUN = 4;
/** Folders and files that mostly wait: for processes that they started, or for a time limit. */
export const WAITING = [
  "test/calendar/jobs.test.ts",
  "test/connections",
  "test/faults",
  "test/operations/embedded-postgres.test.ts",
  "test/pos/own-password.test.ts",
  "test/process",
  "test/testing",
  "test/verification/interface.test.ts",
  "test/verification/once.test.ts",
];
/** Rules and codecs that need no database. */
const PURE = ["src", "client", "console", "bench"];
/** A file that measures its process's memory or time, or changes its V8 flags or environment. */
const OWN_PROCESS =
  /memoryUsage|cpuUsage|measureCpu|setFlagsFromString|young-garbage|process\.env\[.*\] = /;
const PURE_FILES_PER_RUN = 45;
/** A test file takes about 0.5 s per 1,000 characters. These take much longer. */
const SECONDS_PER_CHARACTER = 0.0005;
export const SECONDS = {
  "test/access/interfaces.test.ts": 25,
  "test/access/password-links.test.ts": 20,
  "test/accounts/commands.test.ts": 14,
  "test/ach/balanced-days.test.ts": 23,
  "test/ach/lock-lost.test.ts": 20,
  "test/ach/network.test.ts": 15,
  "test/ach/retries.test.ts": 39,
  "test/audit/audit.test.ts": 19,
  "test/calendar/jobs.test.ts": 28,
  "test/card-hosts/named-hosts.test.ts": 18,
  "test/console/partner-matrix.test.ts": 32,
  "test/console/role-matrix.test.ts": 26,
  "test/console/sign-in-by-email.test.ts": 19,
  "test/database/schema.test.ts": 17,
  "test/database/statement-lint.test.ts": 45,
  "test/database/transfer-errors.test.ts": 41,
  "test/database/transfer-size.test.ts": 38,
  "test/database/transfer.test.ts": 47,
  "test/faults/ach-killed.test.ts": 14,
  "test/faults/ach-sftp-kills.test.ts": 15,
  "test/faults/kill-rounds.test.ts": 43,
  "test/faults/lossy-failover.test.ts": 24,
  "test/faults/rolling-upgrade.test.ts": 21,
  "test/faults/synchronous-failover.test.ts": 23,
  "test/management/matrix.test.ts": 16,
  "test/management/role-matrix.test.ts": 17,
  "test/model/payments.test.ts": 18,
  "test/operations/alerts.test.ts": 54,
  "test/operations/backup.test.ts": 62,
  "test/operations/busy-backup.test.ts": 36,
  "test/operations/embedded-postgres.test.ts": 25,
  "test/operations/new-archive.test.ts": 40,
  "test/outbox/outbox.test.ts": 18,
  "test/package/package.test.ts": 20,
  "test/payments/host-charges.test.ts": 21,
  "test/pos/own-password.test.ts": 21,
  "test/process/database-away.test.ts": 27,
  "test/process/docs-examples.test.ts": 72,
  "test/process/launcher.test.ts": 21,
  "test/process/start.test.ts": 34,
  "test/process/stop.test.ts": 34,
  "test/process/web-processes.test.ts": 30,
  "test/reports/model/agree.test.ts": 42,
  "test/reports/streams.test.ts": 24,
  "test/testing/kit.test.ts": 34,
  "test/verification/interface.test.ts": 21,
  "test/verification/once.test.ts": 20,
};

/** One or two broad files through HTTP for each interface, in two runs. */
const BROAD = [
  [
    "test/payments/payment.test.ts",
    "test/payments/status.test.ts",
    "test/ach/payments.test.ts",
    "test/reports/payments.test.ts",
    "test/form/pay.test.ts",
  ],
  [
    "test/management/clients.test.ts",
    "test/parser/parser.test.ts",
    "test/pos/sales.test.ts",
    "test/console/session.test.ts",
    "test/console/merchant-terminal.test.ts",
    "test/console/pages.test.ts",
  ],
];
/** Files that the suite also runs with the keys in SoftHSM, in one process. */
export const HSM_FILES = [
  "src/adapters/key-custody/base-keys/base-keys.test.ts",
  "src/adapters/key-custody/rotate-keys.test.ts",
  "test/keys/custody.test.ts",
  "test/parser/parser.test.ts",
  "test/payments/payload.test.ts",
  "test/audit/chain.test.ts",
];
/** The rules of the code base itself. */
const STRUCTURE = [
  "test/tidy.test.ts",
  "test/docs-names.test.ts",
  "test/docs.test.ts",
  "test/suite.test.ts",
  "test/database/schema.test.ts",
];

/** Groups with a process of their own, and groups that share processes. */
export function suiteGroups() {
  const pure = PURE.flatMap(findTests);
  const [browser, others] = divide(findTests("test"), (file) => isIn([BROWSER], file));
  const [alone, shared] = divide([...others, ...pure], needsOwnProcess);
  const [sharedPure, sharedDatabase] = divide(shared, (file) => pure.includes(file));
  return {
    own: [...chunk(browser, BROWSER_FILES_PER_RUN), ...chunk(alone, 1)],
    shared: [
      ...chunk(putLongestFirst(sharedDatabase), 1),
      ...chunk(sharedPure, PURE_FILES_PER_RUN),
    ],
  };
}

export function fastGroups() {
  const pure = PURE.flatMap(findTests).filter((file) => !needsOwnProcess(file));
  return { own: [], shared: [...BROAD, STRUCTURE, ...chunk(pure, PURE_FILES_PER_RUN)] };
}

/** Whether the files need neither a database nor anything that is built. */
export function isPureGroup(files) {
  return files.every((file) => isIn(PURE, file));
}

/** Whether the files leave a processor to others for most of their time. */
export function isWaitingGroup(files) {
  return files.every((file) => isIn(WAITING, file));
}

function isIn(folders, file) {
  return folders.some((folder) => file === folder || file.startsWith(`${folder}/`));
}

function findTests(folder) {
  const files = globSync(`${folder}/**/*.test.ts`, { cwd: ROOT, exclude: ["**/node_modules/**"] });
  return files.map((file) => file.split(path.sep).join("/")).sort();
}

function needsOwnProcess(file) {
  return OWN_PROCESS.test(readTest(file));
}

/** The files that start last should be short. */
function putLongestFirst(files) {
  return files.toSorted((a, b) => estimateSeconds(b) - estimateSeconds(a));
}

function estimateSeconds(file) {
  return SECONDS[file] ?? readTest(file).length * SECONDS_PER_CHARACTER;
}

function readTest(file) {
  return readFileSync(path.join(ROOT, file), "utf8");
}

function divide(files, isFirst) {
  return [files.filter(isFirst), files.filter((file) => !isFirst(file))];
}

/** Into groups of about the same size. */
function chunk(files, size) {
  const count = Math.ceil(files.length / size);
  const start = (index) => Math.round((index * files.length) / count);
  return Array.from({ length: count }, (_, index) => files.slice(start(index), start(index + 1)));
}
