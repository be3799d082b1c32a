/** The OpenAPI document describes the forms and answers of the point of sale. */
import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { Value } from "typebox/value";
import { fetchResolvedDocument } from "../kit/open-api.ts";
import {
  type Answer,
  aToken,
  BOOKS,
  custom,
  logIn,
  openShopApp,
  PASSWORD,
  type TestShop,
} from "../kit/pos.ts";
import { openShared } from "../kit/shared.ts";

interface Described {
  readonly schema: { readonly properties?: Record<string, object> };
}
interface Operation {
  readonly requestBody?: { readonly content: Record<string, Described> };
  readonly responses: Record<string, { readonly content?: Record<string, Described> }>;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

async function pathsOf({ server }: TestShop): Promise<Paths> {
  return (await fetchResolvedDocument<{ readonly paths: Paths }>(server)).paths;
}

/** The operation in the document, such as "POST /users/{id}/". */
function operationOf(paths: Paths, name: string): Operation {
  const [method = "", path = ""] = name.split(" ");
  const operation = paths[`/api/json${path}`]?.[method.toLowerCase()];
  assert.ok(operation, name);
  return operation;
}

function assertDescribed(paths: Paths, name: string, answer: Answer): void {
  const { statusCode, body, headers } = answer;
  const what = `${name} ${statusCode} ${body.slice(0, 200)}`;
  const described = operationOf(paths, name).responses[statusCode];
  assert.ok(described, what);
  assert.equal(described.content === undefined, statusCode === 204, what);
  if (statusCode === 204) return;
  const [type = ""] = String(headers["content-type"]).split(";");
  const schema = described.content?.[type]?.schema;
  assert.ok(schema, what);
  if (type !== "application/json") return;
  assert.deepEqual(Value.Errors(schema, answer.json()), [], what);
  const known = Object.keys(schema.properties ?? {});
  assert.deepEqual(
    Object.keys(answer.json()).filter((member) => !known.includes(member)),
    [],
    what,
  );
}

function takenBy(paths: Paths, name: string): readonly string[] {
  const content = operationOf(paths, name).requestBody?.content ?? {};
  assert.deepEqual(Object.keys(content), [
    "application/x-www-form-urlencoded",
    "multipart/form-data",
  ]);
  return Object.keys(content["multipart/form-data"]?.schema.properties ?? {});
}

test("every answer is in the document, with its content type and schema", async (t) => {
  const shop = await openShared(t, openShopApp);
  const paths = await pathsOf(shop);
  const [owner, cashier] = [shop.owner, await logIn(shop, "cashier")];
  const token = await aToken(shop);
  const red = { width: 8, height: 8, channels: 3, background: "red" } as const;
  const bytes = await sharp({ create: red }).png().toBuffer();
  const files = [{ name: "photo", bytes }];
  const item = await owner.call("POST", "/items/", { form: { name: "A", price: "1" }, files });
  const rate = await owner.post("/tax-rates/", { name: "T", amount: "5" });
  const sale = await owner.post("/transactions/", custom("5.00", { token }));
  const passwords = { old_password: "certification-cashier", password: PASSWORD };
  const reset = { account_id: BOOKS, email: "cashier@books.test" };
  const misplaced = { files: [{ name: "notes", bytes }] };
  const stranger = { get: (url: string) => shop.server.inject(`/api/json${url}`) };
  const answers: [name: string, answer: Answer][] = [
    ["GET /account", await owner.get("/account")],
    ["GET /account", await stranger.get("/account")],
    ["POST /account", await cashier.post("/account")],
    ["POST /account/password/", await cashier.post("/account/password/", passwords)],
    ["POST /account/password/", await cashier.post("/account/password/")],
    ["POST /account/password/reset/", await cashier.post("/account/password/reset/", reset)],
    ["POST /account/password/reset/", await cashier.post("/account/password/reset/")],
    ["POST /items/", await owner.post("/items/", { name: "B", price: "1" }, misplaced)],
    ["POST /transactions/", await owner.post("/transactions/", custom("1.00"), misplaced)],
    ["POST /users/", await owner.post("/users/", { email: "a@b.test", role: "cashier" })],
    ["GET /users/", await owner.get("/users/")],
    ["GET /users/", await cashier.get("/users/")],
    ["GET /users/{id}/", await cashier.get("/users/1/")],
    ["DELETE /users/{id}/", await owner.call("DELETE", "/users/1/")],
    ["POST /items/", item],
    ["PUT /items/{id}/", await owner.call("PUT", "/items/1/", { form: { price: "2" } })],
    ["DELETE /items/{id}/", await owner.call("DELETE", "/items/2/")],
    ["POST /tax-rates/", rate],
    ["POST /categories/", await owner.post("/categories/", { name: "C" })],
    ["POST /categories/{id}/", await owner.post("/categories/1/", { name: "" })],
    ["GET /photos/{id}/", await owner.get(item.json().photo_url.replace("/api/json", ""))],
    ["GET /photos/{id}/", await owner.get("/photos/999/")],
    ["GET /photos/{id}/", await stranger.get("/photos/1/")],
    ["POST /transactions/", sale],
    ["POST /transactions/", await owner.post("/transactions/", custom("1.02", { token }))],
    ["POST /transactions/", await owner.post("/transactions/", custom("1.90", { token }))],
    ["POST /transactions/", await owner.post("/transactions/", custom("1.92", { token }))],
    ["POST /transactions/", await owner.post("/transactions/")],
    ["GET /transactions/", await owner.get("/transactions/")],
    ["GET /transactions/{id}/", await owner.get("/transactions/1/")],
    ["POST /transactions/{id}/refund/", await cashier.post("/transactions/1/refund")],
    ["POST /transactions/{id}/refund/", await owner.post("/transactions/1/refund")],
    ["POST /transactions/{id}/receipt/", await owner.post("/transactions/1/receipt")],
    ["GET /account/logout/", await owner.get("/account/logout/")],
  ];
  for (const [name, answer] of answers) assertDescribed(paths, name, answer);
});

test("the document lists the fields of each form, and 429 for a busy account", async (t) => {
  const paths = await pathsOf(await openShared(t, openShopApp));
  const user = ["email", "role", "first_name", "last_name", "password", "is_active"];
  assert.deepEqual(takenBy(paths, "POST /users/"), user);
  assert.deepEqual(takenBy(paths, "PUT /users/{id}/"), user);
  const parts = ["item_id", "canonical_id", "name", "price", "quantity", "tax_rate_ids"];
  const sale = takenBy(paths, "POST /transactions/");
  for (const part of [...parts, "notes", "photo"]) {
    assert.ok(sale.includes(`line_items[0][${part}]`), part);
  }
  for (const [path, operations] of Object.entries(paths)) {
    if (!path.startsWith("/api/json/")) continue;
    for (const [method, { responses }] of Object.entries(operations)) {
      assert.ok(responses["429"], `${method} ${path}`);
    }
  }
});
