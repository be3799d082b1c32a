/** Which errors of idle connections a pool reports, with a server that ends them like PostgreSQL. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { DatabasePool } from "./database-pool.ts";

/** A message of PostgreSQL's protocol: its type, its length and its content. */
function writeMessage(type: string, content: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(content)]);
}

const WELCOME = Buffer.concat([writeMessage("R", "\0\0\0\0"), writeMessage("Z", "I")]);
/** What PostgreSQL sends to its connections when it stops. */
const SHUTDOWN = writeMessage("E", "SFATAL\0C57P01\0Mterminating connection\0\0");
const TERMINATE = "X".charCodeAt(0);

/** A pool with one idle connection. When the pool closes it, the server answers with an error. */
async function openIdle(t: TestContext) {
  const errors: Error[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("data", (data) => socket.write(data[0] === TERMINATE ? SHUTDOWN : WELCOME));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const pool = new DatabasePool({
    connectionString: `postgres://user@127.0.0.1:${(server.address() as AddressInfo).port}/database`,
    ...{ size: 1, queueMax: 1, statementTimeoutMs: 1_000 },
    onError: (error) => errors.push(error),
  });
  await pool.withClient(async () => {});
  return { pool, errors, socket: sockets[0] as Socket };
}

test("a connection that the server ends while it is idle is reported", async (t) => {
  const { pool, errors, socket } = await openIdle(t);
  socket.end(SHUTDOWN);
  while (errors.length === 0) await nextTurn();
  assert.match(String(errors[0]), /terminating connection/);
  await pool.close();
});

test("a connection that the server ends while the pool closes it is not reported", async (t) => {
  const { pool, errors, socket } = await openIdle(t);
  const closed = once(socket, "close");
  await pool.close();
  await closed;
  assert.deepEqual(errors, []);
});
