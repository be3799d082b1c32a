/** `accounts set --partner`: links an account to the partner that manages its terminals. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestApp, post } from "../kit/app.ts";
import { runHere } from "../kit/command-process.ts";
import { readAtTerminal } from "../kit/terminal.ts";

const CAFE = { account_id: "120000000004", api_accesskey: "4".repeat(32) };

test("an account is linked by a partner's reference, and pays at its terminals at once", async (t) => {
  const { server, database } = await openTestApp(t, {}, { rememberForMs: 0 });
  const settings = { DATABASE_URL: database.url, MASTER_KEY: "7e57".repeat(16) };
  const set = (partner: string) =>
    runHere(["accounts", "set", CAFE.account_id, "--partner", partner, "--json"], settings);
  const pay = async () => {
    const { deviceType, devicePayload, ksn } = readAtTerminal();
    const reply = await post(server, "/api/qsapi/3.8", {
      ...CAFE,
      transaction_type: "SALE",
      tender_type: "CARD",
      transaction_amount: "5.00",
      response_format: "JSON",
      device_type: deviceType,
      device_payload: devicePayload,
      device_serial: "GEN0000001",
      ksn,
    });
    return reply.json().error_code;
  };
  assert.equal(await pay(), 30370);
  const [harbor] = await database.owner.rows<{ id: string }>`
    select id from partners where reference = 'harbor'`;
  const linked = await set("harbor");
  assert.deepEqual(JSON.parse(linked.stdout).changed, { partnerId: harbor?.id });
  assert.equal(await pay(), 0);
  const unknown = await set("nobody");
  assert.deepEqual(
    [unknown.code, unknown.stderr.trim()],
    [1, "Partner not found. Use the reference of a partner."],
  );
  assert.deepEqual(JSON.parse((await set("none")).stdout).changed, { partnerId: null });
  assert.equal(await pay(), 30370);
});
