/** Neither the client nor its errors show a secret or a card number. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { createClient } from "./index.ts";

const SECRETS = {
  accessKey: "11111111111111111111111111111111",
  key: "harbor-certification-key-00000001",
  password: "certification-partner",
  posPassword: "certification-owner",
  posToken: "0d9e3a52-0000-4000-8000-000000000001",
  card: "4111111111111111",
  cvv: "987",
};
const OPTIONS = {
  baseUrl: "http://gateway.test",
  account: { id: "120000000001", accessKey: SECRETS.accessKey },
  partner: { id: "harbor", key: SECRETS.key, method: "transparent" },
  management: { userName: "harbor", password: SECRETS.password },
  pos: { email: "owner@books.test", password: SECRETS.posPassword },
  retry: { tries: 1 },
  waitForOutcomeMs: 0,
} as const;

function assertSilent(value: unknown): void {
  const shown = [
    inspect(value, { depth: 20, showHidden: true }),
    String(value),
    JSON.stringify(value),
  ];
  if (value instanceof Error) shown.push(value.stack ?? "");
  for (const secret of Object.values(SECRETS)) {
    for (const text of shown) assert.ok(!text?.includes(secret), `${secret} in ${text}`);
  }
}

test("a printed client shows no login", () => {
  assertSilent(createClient(OPTIONS));
});

/** Fails as a proxy or a library may: with the address, the body and the headers in its text. */
const telling: typeof fetch = async (input, init) => {
  if (String(input).includes("/login/")) return Response.json({ token: SECRETS.posToken });
  const text = `${String(input)} ${String(init?.body)} ${JSON.stringify(init?.headers)}`;
  throw new TypeError(text, { cause: new Error(text) });
};
/** Answers with a page that shows what was sent. */
const echoing: typeof fetch = async (input, init) => {
  if (String(input).includes("/login/")) return Response.json({ token: SECRETS.posToken });
  return new Response(`<h1>${String(input)} ${String(init?.body)}</h1>`, { status: 400 });
};

for (const [name, fetch] of Object.entries({ telling, echoing })) {
  test(`no error shows what was sent (${name})`, async () => {
    const client = createClient({ ...OPTIONS, fetch });
    const card = { number: SECRETS.card, expiration: "12/30", verification: SECRETS.cvv };
    const sale = { id: "323000000001", amount: "1.00", card };
    const calls = [
      client.payments.sale(sale),
      client.payments.sale({ ...sale, amount: SECRETS.card }),
      client.payments.sale({ ...sale, [SECRETS.card]: 1 } as never),
      client.status.get("323000000001"),
      client.reports.rows().next(),
      client.parser.parse({ deviceType: "generic", payload: SECRETS.card }),
      client.management.partners.get("1"),
      client.pos.account.get(),
    ];
    const ended = await Promise.allSettled(calls);
    for (const one of ended) assertSilent(one.status === "rejected" ? one.reason : one.value);
    assert.ok(ended.filter(({ status }) => status === "rejected").length >= 6);
  });
}
