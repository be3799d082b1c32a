/** Gateways of the test kit in our own suite, with a cache folder that goes with the test. */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import type { TestContext } from "node:test";
import type { SixdoorsGateway } from "../../testing/index.ts";
import { findQuickFolder } from "./quick-folder.ts";

/** PostgreSQL, which may run as another user, must be able to enter it. */
export async function makeKitCache(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(await findQuickFolder(), "sixdoors-kit-test-"));
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  await chmod(folder, 0o755);
  return path.join(folder, "cache");
}

const CARD = {
  transaction_type: "SALE",
  tender_type: "CARD",
  card_number: "4111111111111111",
  card_expiration: "1230",
  transaction_amount: "12.34",
};
export const BANK_ACCOUNT = {
  tender_type: "ACH",
  bank_routing_number: "021000021",
  bank_account_number: "770012345678",
  first_name: "Jim",
  last_name: "Smith",
  ach_sec_code: "WEB",
};

export type Answer = Readonly<Record<string, unknown>> & { readonly transaction_id: string };

/** A card sale, unless the fields say something else. */
export function payAt(gateway: SixdoorsGateway, fields = {}): Promise<Answer> {
  return askGateway(gateway, "qsapi", { ...CARD, ...fields });
}

export function findStatus(gateway: SixdoorsGateway, transactionId: string): Promise<Answer> {
  const action = "GET_TRANSACTION_STATUS";
  return askGateway(gateway, "tsapi", { action, transaction_id: transactionId });
}

async function askGateway(
  { url, account }: SixdoorsGateway,
  api: string,
  fields: Readonly<Record<string, string>>,
): Promise<Answer> {
  const login = { account_id: account.id, api_accesskey: account.accessKey };
  const body = new URLSearchParams({ ...login, response_format: "JSON", ...fields });
  const answer = await fetch(`${url}/api/${api}/3.8`, { method: "POST", body });
  return (await answer.json()) as Answer;
}
