/** Logins of a database server with only the permissions that a test gives them. */
import { randomBytes } from "node:crypto";
import type { TestContext } from "node:test";
import pg from "pg";

export interface Login {
  readonly name: string;
  /** The URL of the database that it was created for. */
  readonly url: string;
}

/** A login without any permission, for one test. The database of the test is dropped first. */
export async function makeLogin(t: TestContext, databaseUrl: string): Promise<Login> {
  const [name, password] = [
    `sixdoors_login_${randomBytes(6).toString("hex")}`,
    randomBytes(12).toString("hex"),
  ];
  await onDatabase(databaseUrl, `create role ${name} login password '${password}'`);
  const server = new URL(databaseUrl);
  server.pathname = "/postgres";
  t.after(() => onDatabase(server.href, `drop role ${name}`));
  const url = new URL(databaseUrl);
  [url.username, url.password] = [name, password];
  return { name, url: url.href };
}

export async function onDatabase(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
