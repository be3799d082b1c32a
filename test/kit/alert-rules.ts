/** The alert rules, the dashboard and the runbooks, as texts that tests compare with the product. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "./pages.ts";

export const RULES_FILE = path.join(ROOT, "ops/prometheus/alerts.yaml");
export const RUNBOOKS = "docs/runbooks";

export interface Dashboard {
  readonly templating: { readonly list: readonly { readonly type: string }[] };
  readonly panels: readonly {
    readonly id: number;
    readonly type: string;
    readonly title: string;
    readonly gridPos: {
      readonly x: number;
      readonly y: number;
      readonly w: number;
      readonly h: number;
    };
    readonly targets?: readonly { readonly expr: string; readonly datasource: { uid: string } }[];
  }[];
}

export const rules = await readFile(RULES_FILE, "utf8");
export const dashboardText = await readFile(path.join(ROOT, "ops/grafana/sixdoors.json"), "utf8");
export const dashboard = JSON.parse(dashboardText) as Dashboard;
/** In their order. */
export const alerts = Array.from(rules.matchAll(/^ *- alert: (\w+)$/gm), ([, name = ""]) => name);
/** The pages of docs/runbooks, without the overview. */
export const runbooks = (await readRunbooks()).filter(({ file }) => file !== "README.md");
export const overview = await readFile(path.join(ROOT, RUNBOOKS, "README.md"), "utf8");

async function readRunbooks() {
  const files = (await readdir(path.join(ROOT, RUNBOOKS))).toSorted();
  const read = (file: string) => readFile(path.join(ROOT, RUNBOOKS, file), "utf8");
  return Promise.all(files.map(async (file) => ({ file, text: await read(file) })));
}

/** Without the names of recorded rules, which have colons. */
export function listMetricNames(text: string): ReadonlySet<string> {
  return new Set(text.match(/\bsixdoors_\w+/g));
}

const namesInRules = listMetricNames(rules);

/** Of a histogram, the rules read the series of some upper bounds. */
export function isReadByRules(name: string, series: string): boolean {
  const [bound] = /\ble="[^"]+"/.exec(series) ?? [];
  return namesInRules.has(name) && (bound === undefined || rules.includes(bound));
}
