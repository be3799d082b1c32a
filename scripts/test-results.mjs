/** The results of a run of test files: their report as Node prints it, counts and failed tests. */
import path from "node:path";
import { Readable } from "node:stream";
import { spec as Spec } from "node:test/reporters";

const REASON_LINES = 12;
/** The lines that Node writes at the end of a run. suite.mjs writes them for all runs together. */
const COUNT = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

export async function collectResults(events) {
  const results = { output: "", counts: {}, isSuccess: false, failed: [] };
  const report = Readable.from(takeResults(events, results)).pipe(new Spec());
  for await (const text of report) results.output += text;
  return results;
}

async function* takeResults(events, results) {
  for await (const event of events) {
    const { type, data } = event;
    if (type === "test:fail") results.failed.push(nameFailure(data));
    if (type === "test:summary") {
      results.counts = data.counts;
      results.isSuccess = data.success;
      continue;
    }
    const isCount = type === "test:diagnostic" && COUNT.test(data.message);
    if (!isCount) yield event;
  }
}

/** With the beginning of the error, because the whole output of a suite is long. */
function nameFailure({ name, file = "", line, details }) {
  const { cause, message = "" } = details?.error ?? {};
  const reason = String(cause?.stack ?? message)
    .split("\n")
    .slice(0, REASON_LINES);
  return [`${path.relative(process.cwd(), file)}:${line} ${name}`, ...reason].join("\n    ");
}
