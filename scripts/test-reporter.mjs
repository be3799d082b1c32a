/**
 * Reports a process's tests as Node's own reporter does, but gives the counts and the names of
 * failed tests to suite.mjs, which adds them up.
 */
import { writeSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { spec as Spec } from "node:test/reporters";

const SUMMARY_STREAM = 3;
const REASON_LINES = 12;
/** The lines that Node writes at the end of a run. */
const COUNT = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

// Node takes the reporter from the default export.
// biome-ignore lint/style/noDefaultExport: see above
export default async function* report(events) {
  yield* Readable.from(withoutSummary(events)).pipe(new Spec());
}

async function* withoutSummary(events) {
  const failed = [];
  for await (const event of events) {
    const { type, data } = event;
    if (type === "test:fail") failed.push(nameFailure(data));
    if (type === "test:summary") writeSummary({ counts: data.counts, failed });
    const isCount = type === "test:diagnostic" && COUNT.test(data.message);
    if (type !== "test:summary" && !isCount) yield event;
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

function writeSummary(summary) {
  writeSync(SUMMARY_STREAM, JSON.stringify(summary));
}
