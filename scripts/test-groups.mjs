/**
 * Which test files run together in one process, and in which order. A process costs a second or
 * two before its first test, so files share one unless they measure or change the process itself.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./install.mjs";

/**
 * Long files, and how many of them share a process. They start first, so that none of them runs
 * alone at the end.
 */
const LONG = [
  ["test/browser", 4],
  ["test/connections", 1],
  ["test/faults", 1],
  ["test/model", 1],
  ["test/reports/model", 1],
  ["test/testing", 1],
  ["test/process", 1],
];
/** Rules and codecs that need no database. */
const PURE = ["src", "client", "console", "bench"];
/** A file that reads or changes its process's memory, V8 flags or environment. */
const OWN_PROCESS = /memoryUsage|cpuUsage|setFlagsFromString|young-garbage|process\.env\[.*\] = /;
const FILES_PER_PROCESS = { pure: 45, database: 20 };

/** One or two broad files through HTTP for each interface, in two processes. */
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

export function suiteGroups() {
  const long = LONG.flatMap(([folder, size]) => chunk(findTests(folder), size));
  const pure = PURE.flatMap(findTests);
  const others = findTests("test").filter((file) => !long.flat().includes(file));
  const [alone, shared] = divide([...others, ...pure], needsOwnProcess);
  const [sharedPure, sharedDatabase] = divide(shared, (file) => pure.includes(file));
  return [
    ...long,
    ...chunk(alone, 1),
    ...putLongestFirst(chunk(sharedDatabase, FILES_PER_PROCESS.database)),
    ...chunk(sharedPure, FILES_PER_PROCESS.pure),
  ];
}

export function fastGroups() {
  const pure = PURE.flatMap(findTests).filter((file) => !needsOwnProcess(file));
  return [...BROAD, ...chunk(pure, FILES_PER_PROCESS.pure), STRUCTURE];
}

function findTests(folder) {
  const files = globSync(`${folder}/**/*.test.ts`, { cwd: ROOT, exclude: ["**/node_modules/**"] });
  return files.map((file) => file.split(path.sep).join("/")).sort();
}

function needsOwnProcess(file) {
  return OWN_PROCESS.test(readTest(file));
}

/** The more text, the longer it takes. The groups that start last should be short. */
function putLongestFirst(groups) {
  const length = (group) => group.reduce((sum, file) => sum + readTest(file).length, 0);
  return groups.toSorted((a, b) => length(b) - length(a));
}

function readTest(file) {
  return readFileSync(path.join(ROOT, file), "utf8");
}

function divide(files, isFirst) {
  return [files.filter(isFirst), files.filter((file) => !isFirst(file))];
}

function chunk(files, size) {
  const count = Math.ceil(files.length / size);
  return Array.from({ length: count }, (_, index) => files.slice(index * size, (index + 1) * size));
}
