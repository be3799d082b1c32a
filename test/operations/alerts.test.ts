/**
 * The alert rules and the dashboard agree with the metrics of a running app, and every alert fires when
 * its condition is caused in the app.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import {
  alerts,
  dashboard,
  dashboardText,
  isReadByRules,
  listMetricNames,
  overview,
  RULES_FILE,
  rules,
  runbooks,
} from "../kit/alert-rules.ts";
import { TEST_CLUSTER } from "../kit/cluster.ts";
import { type Condition, type MonitoredApp, openMonitoredApp } from "../kit/monitored-app.ts";
import { checkRules, NO_PROMTOOL, type RuleCase, testRules } from "../kit/promtool.ts";
import { openShared } from "../kit/shared.ts";
import { CONDITIONS, sendSale } from "./alert-conditions.ts";

const LINE_MAX = 110;

/** An app that has something to count for each metric. Jobs are run by another process. */
async function readAllMetrics(t: TestContext): Promise<string> {
  const app = await openShared(t, openMonitoredApp);
  await sendSale(app);
  app.metrics.countJobRun("outbox", "done", 0.1);
  app.metrics.countVerification("unavailable", 0.1);
  return app.readMetrics();
}

test("every metric that the rules, the dashboard and the runbooks name is in /metrics", async (t) => {
  const metrics = await readAllMetrics(t);
  const samples = Array.from(metrics.matchAll(/^(\w+)(?:\{.*\})? \S+$/gm), ([, name]) => name);
  const known = new Set(samples);
  const queried = listMetricNames(rules + dashboardText);
  assert.ok(queried.size >= 30, String(queried.size));
  const missing = [...queried].filter((name) => !known.has(name));
  assert.deepEqual(missing, []);
  // A page may call a histogram by its name.
  const types = new Set(Array.from(metrics.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name));
  const inPages = [overview, ...runbooks.map(({ text }) => text)].join("\n");
  const unknown = [...listMetricNames(inPages)].filter((name) => !known.has(name));
  assert.deepEqual(
    unknown.filter((name) => !types.has(name)),
    [],
  );
});

test("orders are counted by card host and interface together", async (t) => {
  const order = 'interface="payments",asked="order",outcome="approved"';
  const counted = new RegExp(
    `^sixdoors_card_host_calls_total\\{host="\\w+",${order}\\} [1-9]`,
    "m",
  );
  assert.match(await readAllMetrics(t), counted);
});

test("the dashboard has a row for each part of the product", () => {
  const { panels } = dashboard;
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  const rows = panels.filter(({ type }) => type === "row").map(({ title }) => title);
  assert.deepEqual(rows, [
    "Answers by interface and outcome",
    "Latency",
    "Payments and card hosts",
    "ACH and banks",
    "Webhooks and email",
    "Jobs",
    "Database",
    "Keys, certificates and clocks",
  ]);
});

test("panels of the dashboard fit into its 24 columns and do not overlap", () => {
  const cells = new Map<string, string>();
  for (const { title, gridPos } of dashboard.panels) {
    assert.ok(gridPos.x + gridPos.w <= 24, title);
    for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
        assert.equal(cells.get(`${x} ${y}`), undefined, `${title} is on another panel`);
        cells.set(`${x} ${y}`, title);
      }
    }
  }
});

test("every panel of the dashboard reads from the chosen data source", () => {
  assert.equal(dashboard.templating.list[0]?.type, "datasource");
  const targets = dashboard.panels.flatMap((panel) => panel.targets ?? []);
  const sources = new Set(targets.map(({ datasource }) => datasource.uid));
  assert.deepEqual([...sources], ["$".concat("{datasource}")]);
});

test("the dashboard shows only ratios that the rules record", () => {
  const recorded = new Set(Array.from(rules.matchAll(/- record: (\S+)/g), ([, name]) => name));
  const shown = dashboardText.match(/sixdoors:\w+:\w+/g) ?? [];
  assert.ok(shown.length > 0);
  assert.deepEqual(
    shown.filter((name) => !recorded.has(name)),
    [],
  );
});

test("promtool can parse every query of the dashboard", { skip: NO_PROMTOOL }, async () => {
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const recording = queries.map((query, at) => ({
    record: `query_${at}`,
    expr: query.replaceAll("$__rate_interval", "5m"),
  }));
  const text = JSON.stringify({ groups: [{ name: "dashboard", rules: recording }] });
  assert.match(await checkRules(text), new RegExp(`SUCCESS: ${queries.length} rules found`));
});

test("the rules are short lines, and promtool accepts them", { skip: NO_PROMTOOL }, async () => {
  const long = rules.split("\n").filter((line) => line.length > LINE_MAX);
  assert.deepEqual(long, []);
  const count = rules.match(/- (alert|record):/g)?.length;
  assert.match(await checkRules(rules), new RegExp(`SUCCESS: ${count} rules found`));
});

/** The conditions lock tables of one server. Sales of a cluster run on its workers. */
const ONLY_PLAIN = TEST_CLUSTER !== undefined && "alerts are caused on plain PostgreSQL";

test("each alert fires when its condition is caused, and no other alert", {
  skip: NO_PROMTOOL || ONLY_PLAIN,
}, async (t) => {
  const tested = [...CONDITIONS.flatMap((condition) => condition.alerts), "SixdoorsDown"];
  assert.deepEqual(tested.toSorted(), alerts.toSorted());
  const app = await openShared(t, openMonitoredApp);
  const before = await readHealthy(app);
  await sendSale(app);
  const healthy = { before, after: await readHealthy(app) };
  const cases: RuleCase[] = [
    { ...healthy, name: "nothing is wrong", alerts: [] },
    { ...healthy, name: "down", alerts: ["SixdoorsDown"], isUp: false },
    { ...healthy, name: "no process is left", alerts: ["SixdoorsDown"], isGone: true },
  ];
  for (const condition of CONDITIONS) cases.push(await readCase(app, condition));
  const wrong = { ...healthy, name: "wrong", alerts: ["SixdoorsDown"] };
  await assert.rejects(testRules(RULES_FILE, isReadByRules, [wrong]), /FAILED/);
  assert.match(await testRules(RULES_FILE, isReadByRules, cases), /SUCCESS/);
});

async function readHealthy(app: MonitoredApp): Promise<string> {
  await app.reportWorker();
  return app.readMetrics();
}

async function readCase(app: MonitoredApp, condition: Condition): Promise<RuleCase> {
  const before = await readHealthy(app);
  const caused = await condition.cause(app);
  const reading = app.readMetrics();
  await caused.whileReading?.();
  const after = await reading;
  await caused.end();
  return { name: condition.alerts.join(", "), before, after, alerts: condition.alerts };
}
