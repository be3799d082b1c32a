/** Runs Prometheus' promtool, and writes its rule tests from metrics that an app has returned. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const PLACES = ["/usr/bin/promtool", "/usr/local/bin/promtool", "/opt/homebrew/bin/promtool"];
const PROMTOOL = PLACES.find(existsSync);

/** Why rules cannot be tested here, or false: the `skip` of a test. */
export const NO_PROMTOOL: string | false =
  PROMTOOL === undefined && "promtool is not installed (Debian: apt install prometheus).";

/** It is written in Go. With fewer garbage collections it takes a fifth less time. */
const ENVIRONMENT = { ...process.env, GOGC: "400" };

/** Runs promtool with a file of this text. Fails with what it prints. */
async function runPromtool(args: readonly string[], text: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "rules-"));
  const file = path.join(folder, "rules.yaml");
  await writeFile(file, text);
  try {
    const command = [PROMTOOL ?? "promtool", [...args, file], { env: ENVIRONMENT }] as const;
    return (await promisify(execFile)(...command)).stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`promtool: ${stdout}${stderr}`, { cause: error });
  } finally {
    await rm(folder, { recursive: true });
  }
}

export function checkRules(text: string): Promise<string> {
  return runPromtool(["check", "rules"], text);
}

/** The metrics before and during a condition, and the alerts that fire because of it. */
export interface RuleCase {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly alerts: readonly string[];
  /** Whether Prometheus can read the metrics. Default: it can. */
  readonly isUp?: boolean;
  /** Prometheus no longer has the process in its list of targets. */
  readonly isGone?: boolean;
}

interface Sample {
  /** The name with its labels. */
  readonly series: string;
  readonly grows: boolean;
  readonly value: number;
}

/**
 * Minutes: when the condition begins, and when the alerts that fired are compared. The slowest ones
 * fire after an hour.
 */
const BEGINS = 10;
const ENDS = 80;
/** Minutes between two readings of the metrics, and between two evaluations of the rules. */
const READ_EVERY = 2;
const EVALUATE_EVERY = 4;
/** Readings before the condition after the first one, and while it lasts after the first one. */
const EARLIER = BEGINS / READ_EVERY;
const LATER = (ENDS - BEGINS) / READ_EVERY - 1;
const TARGET = 'instance="one:8080",job="sixdoors"';
/** Fires on a busy machine, too, and so it counts only where it is expected. */
const SLOW = "SixdoorsAnswersSlow";

/** Whether the rules read a series. The others are left out, because each of them takes time. */
export type IsRead = (name: string, series: string) => boolean;

/** Tests all cases against the rules, in one run. */
export function testRules(
  rulesFile: string,
  isRead: IsRead,
  cases: readonly RuleCase[],
): Promise<string> {
  const tests = cases.map((one) => ruleTest(one, isRead));
  // No alert is caused for less than ten minutes, and every evaluation of all rules takes time.
  const evaluation_interval = `${EVALUATE_EVERY}m`;
  const text = { rule_files: [rulesFile], evaluation_interval, tests };
  // JSON is YAML.
  return runPromtool(["test", "rules"], JSON.stringify(text));
}

function ruleTest(one: RuleCase, isRead: IsRead) {
  const { name, alerts, isUp = true, isGone = false } = one;
  const later = isGone ? `_x${LATER + 1}` : `${isUp ? 1 : 0}+0x${LATER}`;
  const up = { series: `up{${TARGET}}`, values: `1+0x${EARLIER} ${later}` };
  const exp_samples = alerts.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 }));
  // The alerts that fired at any time.
  const left = alerts.includes(SLOW) ? "" : `,alertname!="${SLOW}"`;
  const fired = `max_over_time(ALERTS{alertstate="firing"${left}}[${ENDS}m])`;
  const expr = `group by (alertname) (${fired})`;
  return {
    name,
    interval: `${READ_EVERY}m`,
    input_series: [up, ...listSeries(one, isRead)],
    promql_expr_test: [{ expr, eval_time: `${ENDS}m`, exp_samples }],
  };
}

function listSeries({ before, after }: RuleCase, isRead: IsRead) {
  const earlier = new Map(readSamples(before, isRead).map((one) => [one.series, one.value]));
  return readSamples(after, isRead).map((one) => ({
    series: addTarget(one.series),
    values: formatValues(one, earlier.get(one.series)),
  }));
}

/** A gauge steps to its new value. A counter grows every minute as much as it grew in the test. */
function formatValues({ grows, value }: Sample, earlier: number | undefined): string {
  const first = earlier === undefined ? `_x${EARLIER + 1}` : `${earlier}+0x${EARLIER}`;
  const growth = grows ? (value - (earlier ?? 0)) * READ_EVERY : 0;
  return `${first} ${value}+${growth}x${LATER}`;
}

function addTarget(series: string): string {
  return series.includes("{") ? series.replace("{", `{${TARGET},`) : `${series}{${TARGET}}`;
}

/** Values that could not be read are left out: they fire nothing. */
function readSamples(text: string, isRead: IsRead): readonly Sample[] {
  const types = new Map(
    Array.from(text.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name = "", type]) => [name, type]),
  );
  const lines = Array.from(text.matchAll(/^((\w+)(?:\{.*\})?) (\S+)$/gm));
  return lines
    .map(([, series = "", name = "", value]) => {
      const grows = types.get(name) !== "gauge";
      return { series, name, grows, value: Number(value) };
    })
    .filter(({ name, series, value }) => isRead(name, series) && Number.isFinite(value));
}
