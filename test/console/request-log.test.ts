/** The request log in the console API: filters, pages, and who sees which requests. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { RequestReadingStore } from "../../src/core/request-log/request-reading-store.ts";
import type { CursorPage } from "../../src/interfaces/console/contract.ts";
import { consolePermissions } from "../../src/interfaces/console/permissions.ts";
import type {
  RequestDetails,
  RequestLine,
  RequestOwnerChoice,
} from "../../src/interfaces/console/requests/contract.ts";
import { ACCOUNT, CARD, OTHER_ACCOUNT, openTestApp, post } from "../kit/app.ts";
import { ConsoleClient, OPERATOR, OWNER, PARTNER } from "../kit/console.ts";

const SALE = { ...CARD, transaction_type: "SALE", response_format: "JSON" };
const HARBOR = `Basic ${Buffer.from("harbor:certification-partner").toString("base64")}`;

/** Three payments of one account, one of another, a call of a partner, and an unknown caller. */
async function openLog(t: TestContext) {
  const app = await openTestApp(t);
  const { server, flush } = app;
  const pay = async (account: object, amount: string) =>
    (
      await post(server, "/api/qsapi/3.8", { ...account, ...SALE, transaction_amount: amount })
    ).json();
  const sold = await pay(ACCOUNT, "5.00");
  await pay(ACCOUNT, "1.02");
  await pay(OTHER_ACCOUNT, "7.00");
  await post(server, "/api/qsapi/3.8", { ...ACCOUNT, ...SALE, api_accesskey: "wrong" });
  await server.inject({ url: "/api/v1/partners", headers: { authorization: HARBOR } });
  await server.inject("/api/json/account?token=5b9af092-36d6-41a5-977c-fb202d55d491");
  await flush();
  return { ...app, transactionId: String(sold.transaction_id) };
}

function lister(client: ConsoleClient, base: string) {
  return async (query = "", path = "") => {
    const { status, body } = await client.get<CursorPage<RequestLine>>(`${base}${path}?${query}`);
    assert.equal(status, 200);
    return body;
  };
}

test("a line has operation, account or partner by name, amount, outcome and error code", async (t) => {
  const { server } = await openLog(t);
  const list = lister(await ConsoleClient.signedIn(server, OPERATOR), "/certification/requests");
  const { items } = await list();
  assert.deepEqual(
    items.map(({ operation, owner, amountCents, outcome, errorCode, status }) =>
      [operation, owner?.name, amountCents, outcome, errorCode, status].join(" | "),
    ),
    [
      "Get the account |  |  | error |  | 401",
      "List partners | Harbor Payments |  | success |  | 200",
      "Sale | Main Street Books |  | error | 20001 | 200",
      "Sale | Lakeside Clinic | 700 | approved |  | 200",
      "Sale | Main Street Books | 102 | declined | 30002 | 200",
      "Sale | Main Street Books | 500 | approved |  | 200",
    ],
  );
});

test("requests are filtered by outcome, account, interface, date, id and text", async (t) => {
  const { server, transactionId } = await openLog(t);
  const operator = await ConsoleClient.signedIn(server, OPERATOR);
  const list = lister(operator, "/certification/requests");
  const count = async (query: string) => (await list(query)).items.length;
  assert.equal(await count("outcome=error"), 2);
  assert.equal(await count("outcome=declined"), 1);
  assert.equal(await count(`owner=account-${ACCOUNT.account_id}`), 3);
  assert.equal(await count("owner=partner-1"), 1);
  assert.equal(await count(`owner=account-${ACCOUNT.account_id}&outcome=approved`), 1);
  assert.equal(await count("interfaceName=/api/qsapi/3.8"), 4);
  assert.equal(await count("text=insufficient"), 1);
  assert.equal(await count("text=JSON/acc"), 1);
  assert.equal(await count(`text=${transactionId}`), 1);
  const [newest] = (await list()).items;
  const day = Temporal.Instant.from(newest?.receivedAt ?? "").toZonedDateTimeISO("America/Denver");
  const days = (from: number, to: number) =>
    `from=${day.add({ days: from }).toPlainDate()}&to=${day.add({ days: to }).toPlainDate()}&zone=America/Denver`;
  assert.deepEqual([await count(days(0, 0)), await count(days(-9, 9))], [6, 6]);
  assert.deepEqual([await count(days(1, 1)), await count(days(-1, -1))], [0, 0]);
  const shown = await operator.get<RequestDetails>(`/certification/requests/${newest?.id}`);
  assert.equal(await count(`text=${shown.body.requestId}`), 1);
  const owners = await operator.get<{ items: RequestOwnerChoice[] }>(
    "/certification/requests/owners",
  );
  assert.deepEqual(
    owners.body.items.map(({ name }) => name),
    ["Lakeside Clinic", "Main Street Books", "Harbor Payments"],
  );
});

test("the log is paged, followed live, and shows a request masked, with a curl command", async (t) => {
  const { server, database } = await openLog(t);
  const operator = await ConsoleClient.signedIn(server, OPERATOR);
  const list = lister(operator, "/certification/requests");
  const { items } = await list();
  const first = await list("take=4");
  assert.deepEqual((await list(`take=4&before=${first.next}`)).items, items.slice(4));
  assert.deepEqual((await list(`after=${items[1]?.id}`, "/newer")).items, items.slice(0, 1));
  assert.deepEqual((await list(`after=${items[0]?.id}`, "/newer")).items, []);

  const { body: shown } = await operator.get<RequestDetails>(
    `/certification/requests/${items[5]?.id}`,
  );
  assert.match(shown.request, /api_accesskey=\[masked\].*card_number=\[masked\]/);
  assert.match(shown.answer, /"authorization_message":"APPROVED"/);
  assert.match(shown.curl, /-d "api_accesskey=\$API_ACCESSKEY"/);
  assert.match(shown.curl, /^curl -s \\\n {2}http:\/\/127\.0\.0\.1:8080\/api\/qsapi\/3\.8/);
  assert.equal((await operator.get("/certification/requests/99999")).status, 404);

  await database.owner.rows`
    insert into request_log (request_id, received_at, took_ms, interface_name, method, path, status, address,
      request, answer)
    select gen_random_uuid(), now(), 1, '/api/v1', 'GET', '/api/v1/partners', 200, '::1', '', ''
    from generate_series(1, 20500)`;
  const sparse = await list("interfaceName=/api/qsapi/3.8");
  assert.deepEqual(sparse.items, [], "a request searches a limited number of rows");
  const further = await list(`interfaceName=/api/qsapi/3.8&before=${sparse.next}`);
  assert.equal(further.items.length, 4);
  assert.equal(further.next, undefined);
  assert.equal((await list("outcome=declined")).items.length, 1, "by an index, at any distance");
});

test("a merchant and a partner see their own requests only", async (t) => {
  const { server, database } = await openLog(t);
  const all = lister(await ConsoleClient.signedIn(server, OPERATOR), "/certification/requests");
  const { items } = await all();
  for (const [login, own] of [
    [OWNER, `account-${ACCOUNT.account_id}`],
    [PARTNER, "partner-1"],
  ] as const) {
    const client = await ConsoleClient.signedIn(server, login);
    const list = lister(client, "/requests");
    const expected = items.filter(({ owner }) => owner?.value === own);
    assert.ok(expected.length > 0);
    assert.deepEqual((await list()).items, expected);
    assert.deepEqual((await list("after=0", "/newer")).items, expected);
    assert.deepEqual((await list(`owner=account-${OTHER_ACCOUNT.account_id}`)).items, []);
    for (const { id, owner } of items) {
      const { status } = await client.get(`/requests/${id}`);
      assert.equal(status, owner?.value === own ? 200 : 404, `${own} reads ${id}`);
    }
    assert.equal((await client.get("/certification/requests")).status, 403);
  }
  const operator = await ConsoleClient.signedIn(server, OPERATOR);
  assert.equal((await operator.get("/requests")).status, 403);

  const { app } = database;
  const seen = await app.within({ accountId: OTHER_ACCOUNT.account_id }, (db) =>
    new RequestReadingStore(db).listOlder({}, undefined, 100),
  );
  assert.deepEqual(
    seen.items.map(({ accountId }) => accountId),
    [OTHER_ACCOUNT.account_id],
    "row-level security applies if a statement does not name the owner",
  );
  const outside = await new RequestReadingStore(app).listOlder({}, undefined, 100);
  assert.deepEqual(outside.items, []);
});

test("only those who manage keys see requests, and only in Test mode", () => {
  const sees = (role: string, environment: "certification" | "production") => {
    const person = { kind: "pos_user", user: { role }, account: { id: "1" } } as never;
    return consolePermissions(person, environment).includes("requests");
  };
  assert.deepEqual(
    ["admin", "manager", "cashier"].map((role) => sees(role, "certification")),
    [true, false, false],
  );
  assert.equal(sees("admin", "production"), false);
});
