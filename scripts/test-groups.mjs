/**
 * Which test files run together in one process, and in which order. A process costs a second or
 * two before its first test, so files share one unless they measure or change the process itself.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./install.mjs";

/** Their files take long and have a process each. They start first, so none runs alone at the end. */
const LONG = ["test/browser", "test/faults", "test/model", "test/reports/model", "test/process"];
/** Rules and codecs that need no database. */
const PURE = ["src", "console", "bench"];
/** A file that reads or changes its process's memory, V8 flags or environment. */
const OWN_PROCESS = /memoryUsage|cpuUsage|setFlagsFromString|young-garbage|process\.env\[.*\] = /;
const FILES_PER_PROCESS = { pure: 45, database: 12 };

/** Whole capabilities through HTTP, one or two files for each interface. */
const BROAD = ["test/payments/payment.test.ts", "test/payments/status.test.ts"];

export function suiteGroups() {
  const long = LONG.flatMap(findTests);
  const pure = PURE.flatMap(findTests);
  const others = findTests("test").filter((file) => !long.includes(file));
  const [alone, shared] = divide([...others, ...pure], needsOwnProcess);
  const [sharedPure, sharedDatabase] = divide(shared, (file) => pure.includes(file));
  return [
    ...long.map((file) => [file]),
    ...chunk(sharedDatabase, FILES_PER_PROCESS.database),
    ...alone.map((file) => [file]),
    ...chunk(sharedPure, FILES_PER_PROCESS.pure),
  ];
}

export function fastGroups() {
  const pure = PURE.flatMap(findTests).filter((file) => !needsOwnProcess(file));
  const files = chunk(pure, FILES_PER_PROCESS.pure);
  return [...chunk(BROAD, 4), ...files, ["test/tidy.test.ts", "test/docs.test.ts"]];
}

function findTests(folder) {
  const files = globSync(`${folder}/**/*.test.ts`, { cwd: ROOT, exclude: ["**/node_modules/**"] });
  return files.map((file) => file.split(path.sep).join("/")).sort();
}

function needsOwnProcess(file) {
  return OWN_PROCESS.test(readFileSync(path.join(ROOT, file), "utf8"));
}

function divide(files, isFirst) {
  return [files.filter(isFirst), files.filter((file) => !isFirst(file))];
}

function chunk(files, size) {
  const count = Math.ceil(files.length / size);
  return Array.from({ length: count }, (_, index) => files.slice(index * size, (index + 1) * size));
}
