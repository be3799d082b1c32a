/** How a database URL with several servers is read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { firstServerUrl, readServerList, ServerListError, serverUrl } from "./server-list.ts";

test("a URL with one server is not a list", () => {
  for (const url of [
    "postgres://user:pass@host:5432/name",
    "postgresql://host/name?sslmode=require",
    "postgres://user:a%2Cb@host/name",
    "postgres:///name?host=/run/postgresql",
  ]) {
    assert.equal(readServerList(url), undefined);
    assert.equal(firstServerUrl(url), url);
  }
});

test("servers have their own ports, 5432 if none is given", () => {
  const list = readServerList("postgres://user:pass@first:6001,second,[2001:db8::1]:6003/name");
  assert.deepEqual(list, {
    servers: [
      { host: "first", port: 6_001 },
      { host: "second", port: 5_432 },
      { host: "2001:db8::1", port: 6_003 },
    ],
    kind: "read-write",
  });
});

test("target_session_attrs chooses the kind of server, also for one server", () => {
  const kindOf = (url: string) => readServerList(url)?.kind;
  assert.equal(kindOf("postgres://a,b/name?target_session_attrs=primary"), "primary");
  assert.equal(kindOf("postgres://a/name?sslmode=prefer&target_session_attrs=standby"), "standby");
  assert.throws(
    () => kindOf("postgres://a,b/name?target_session_attrs=master"),
    /must be one of read-write, primary, read-only, standby, prefer-standby, any\./,
  );
});

test("the URL of one server keeps login, name and other parameters", () => {
  const url = "postgres://user:p%40ss@a:1,b:2/name?sslmode=require&target_session_attrs=primary";
  assert.equal(firstServerUrl(url), "postgres://user:p%40ss@a:1/name?sslmode=require");
  assert.equal(
    serverUrl(url, { host: "::1", port: 7 }),
    "postgres://user:p%40ss@[::1]:7/name?sslmode=require",
  );
});

test("an incorrect address is refused without repeating the URL", () => {
  for (const hosts of ["a,", ",b", "a:0,b", "a:65536,b", "a b:x,c", "a:1:2,b", "[::1,b"]) {
    const read = () => readServerList(`postgres://user:secret@${hosts}/name`);
    assert.throws(read, (error: Error) => {
      return error instanceof ServerListError && !error.message.includes("secret");
    });
  }
  const many = Array.from({ length: 17 }, (_, place) => `h${place}`).join();
  assert.throws(() => readServerList(`postgres://${many}/name`), /at most 16 servers/);
});
