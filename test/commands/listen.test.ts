/** `listen` and `trigger` beside a running gateway, from the first line to the last. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { runHere, serveHere } from "../kit/command-process.ts";
import { launch } from "../kit/process.ts";
import { type Arrival, openReceiver } from "../kit/receiver.ts";
import { openStartedDir } from "../kit/started-folder.ts";
import { until } from "../kit/until.ts";
import { ACCOUNT, Connection } from "../process/interfaces.ts";

/** As docs/interfaces/webhooks.md describes it. */
function isSigned({ headers, body }: Arrival, secret: string): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const expected = createHmac("sha256", key).update(signed).digest("base64");
  return headers["webhook-signature"] === `v1,${expected}`;
}

test("listen waits for a gateway, forwards its events, and leaves no webhook behind", async (t) => {
  const settings = { DATA_DIR: await openStartedDir(t), LOG_LEVEL: "silent" };
  const receiver = await openReceiver(t, (response) => response.writeHead(204).end());
  const listener = launch(t, { words: ["listen", "--forward-to", receiver.url], settings });
  await until(() => listener.stdout.startsWith("No gateway is running on the data folder "));
  const { url } = await serveHere(t, settings);
  await until(() => listener.stdout.includes("Stop with Ctrl-C"));
  const secret = /signing secret is (whsec_\S+)\n/.exec(listener.stdout)?.[1] ?? "";

  const { transaction_id: id } = await new Connection(t, url).pay("12.34");
  await receiver.has(1);
  const [arrival] = receiver.arrivals;
  assert.ok(arrival && isSigned(arrival, secret));
  assert.equal(JSON.parse(arrival.body).transaction.transaction_id, id);
  const line = new RegExp(`Z {2}transaction\\.approved +${id} +12\\.34 {2}APPROVED {2}-> 204 `);
  await until(() => line.test(listener.stdout));

  const triggered = await runHere(["trigger", "ach.returned", "--json"], settings);
  assert.deepEqual([triggered.code, triggered.stderr], [0, ""]);
  const { transaction, isReported } = JSON.parse(triggered.stdout);
  assert.equal(isReported, true);
  const returned = new RegExp(`transaction\\.returned +${transaction} .*DECLINED.RETURNED, .*R01`);
  await until(() => returned.test(listener.stdout));

  assert.deepEqual(
    [(await listener.stop("SIGINT")).code, listener.stderr],
    [0, ""],
    listener.stdout,
  );
  const shown = await runHere(["accounts", "show", ACCOUNT.account_id, "--json"], settings);
  const { account, webhook } = JSON.parse(shown.stdout);
  assert.deepEqual([account.id, webhook], [ACCOUNT.account_id, undefined]);
});
