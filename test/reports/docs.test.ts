/** The tables of docs/interfaces/reports.md and the OpenAPI document agree with the program. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "typebox/value";
import { REPORT_COLUMN_NAMES } from "../../src/core/reports/report-columns-sql.ts";
import { describeColumn, PARAMETERS } from "../../src/interfaces/gateway/reporting/schema.ts";
import { type Answer, buildResolvedDocument } from "../kit/open-api.ts";
import { interfacePage, readTable } from "../kit/pages.ts";
import { openOwnReports } from "../kit/reports.ts";

/** The first column of a table, found by its first heading. */
function namesIn(head: string): string[] {
  const rows = readTable(interfacePage("reports.md"), head);
  return rows.map(([name = ""]) => name.replaceAll("`", ""));
}

async function describedAnswer(status: string): Promise<Answer> {
  const { paths } = await buildResolvedDocument();
  const answer = paths["/api/rsapi/3.8"]?.["post"]?.responses[status];
  assert.ok(answer);
  return answer;
}

test("the OpenAPI document describes a JSON report", async (t) => {
  const { ask, add } = await openOwnReports(t);
  await add({}, { cashier: "Ada" });
  const { schema } = (await describedAnswer("200")).content?.["application/json"] ?? {};
  const strict = { ...schema, additionalProperties: false };
  for (const batch_detail of ["0", "1"]) {
    const { body } = await ask({ response_format: "JSON", batch_detail });
    assert.deepEqual(Value.Errors(strict, JSON.parse(body)), []);
  }
  assert.notDeepEqual(Value.Errors(strict, { api: "rsapi" }), []);
});

test("the OpenAPI document lists the content type of each format and no other", async (t) => {
  const { ask, add } = await openOwnReports(t);
  await add({});
  const told = await describedAnswer("200");
  const requests = [{ response_format: "JSON" }, {}, { response_format: "XML" }, { status: "X" }];
  const types = await Promise.all(requests.map(async (form) => (await ask(form)).type));
  const plain = types.map((type) => type.replace(/;.*/, ""));
  assert.deepEqual(Object.keys(told.content ?? {}), plain);
  for (const type of plain.filter((one) => one !== "application/json")) {
    assert.equal(told.content?.[type]?.schema.type, "string", type);
  }
  for (const status of ["413", "415"]) {
    const { content = {} } = await describedAnswer(status);
    assert.deepEqual(Object.keys(content), ["text/plain"]);
  }
  assert.ok(told.headers?.["QS-response-code"]);
});

test("the tables list every parameter, code, and column with its description, in their order", () => {
  assert.deepEqual(namesIn("Parameter"), Object.keys(PARAMETERS));
  assert.deepEqual(
    readTable(interfacePage("reports.md"), "Column"),
    REPORT_COLUMN_NAMES.map((name) => [`\`${name}\``, describeColumn(name)]),
  );
  assert.deepEqual(namesIn("Code").sort(), "100 601 607 608 611 621 622 623".split(" "));
});
