/** A: every read-only property of every resource, sent with every write, is ignored or refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, newBody, openManagementApp } from "../kit/management.ts";
import { fetchResolvedDocument } from "../kit/open-api.ts";

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly type?: string;
}

interface Operation {
  readonly requestBody?: { content: Record<string, { schema: Schema }> };
  readonly responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

type Document = { readonly paths: Record<string, Record<string, Operation>> };

const membersOf = (schema: Schema | undefined) => Object.keys(schema?.properties ?? {});

/** Members that answers have and requests do not. */
function readOnly(document: Document, path: string, method: "post" | "patch"): readonly string[] {
  const one = document.paths[`/api/v1${path}/{id}`];
  const call = method === "post" ? document.paths[`/api/v1${path}`] : one;
  const shown = membersOf(one?.["get"]?.responses["200"]?.content?.["application/json"]?.schema);
  const taken = membersOf(call?.[method]?.requestBody?.content["application/json"]?.schema);
  // The version says what an update is based on; it does not set the version.
  return [
    ...shown.filter((name) => !taken.includes(name)),
    ...(method === "patch" ? ["version"] : []),
  ];
}

const RESOURCES: Record<string, (ids: Record<string, string>, client: string) => Json> = {
  "/partners": (ids) => newBody.partner({ id: ids["harbor"] }),
  "/clients": (ids) => newBody.client({ id: ids["harbor"] }),
  "/locations": (_, id) => newBody.location({ client: { id } }),
  "/users": () => newBody.contact(),
  "/devices": (_, id) => newBody.device({ client: { id } }),
};

/** Values of the types that such a member could have. */
const forged = (name: string, ids: Record<string, string>): readonly unknown[] => {
  const named = { id: ids["harbor-retail"], name: "Harbor Retail" };
  return (
    {
      version: [41],
      created: ["2001-01-01T00:00:00.000Z"],
      modified: ["2001-01-01T00:00:00.000Z"],
      activationDate: ["2001-01-01T00:00:00.000Z"],
      lastActivityDate: ["2001-01-01T00:00:00.000Z"],
      partner: [named, ids["harbor-retail"]],
      client: [named],
      parent: [named],
      deviceState: [{ name: "activated" }, { id: "8" }],
    }[name] ?? ["999999", 999_999]
  );
};

test("A: read-only properties sent with a new resource or an update are never stored", async (t) => {
  const { harbor, ids, server } = await openManagementApp(t);
  const document = await fetchResolvedDocument<Document>(server);
  const [client] = (await harbor.get("/clients")).data;
  let tried = 0;
  for (const [path, make] of Object.entries(RESOURCES)) {
    const create = readOnly(document, path, "post");
    assert.ok(
      ["id", "version", "created", "modified"].every((name) => create.includes(name)),
      path,
    );
    for (const name of create) {
      for (const value of forged(name, ids)) {
        const reply = await harbor.call("POST", path, { ...make(ids, client.id), [name]: value });
        if (reply.status !== 200) assert.equal(reply.status, 409);
        else assertUntouched(await harbor.get(`${path}/${reply.body.id}`), name, value);
        tried++;
      }
    }
    const id = await harbor.post(path, make(ids, client.id));
    const before = await harbor.get(`${path}/${id}`);
    for (const name of readOnly(document, path, "patch")) {
      for (const value of forged(name, ids)) {
        await harbor.call("PATCH", `${path}/${id}`, { [name]: value });
        assert.deepEqual(await harbor.get(`${path}/${id}`), before, `${path} ${name}`);
        tried++;
      }
    }
  }
  assert.ok(tried >= 60, `${tried}`);
});

function assertUntouched(resource: Json, name: string, value: unknown): void {
  assert.notDeepEqual(resource[name], value, name);
  assert.notEqual(
    (resource[name] as Json | undefined)?.["id"],
    (value as Json)["id"] ?? "none",
    name,
  );
}
