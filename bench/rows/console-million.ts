/** Every list, search and figure of the console for a merchant with a million transactions. */
import { fillConsoleYear } from "../console-fill.ts";
import type { Environment } from "../environment.ts";
import type { BenchRow } from "../row.ts";
import { ACCOUNTS } from "../sales.ts";
import { measureSlowest } from "../slowest.ts";

const TRANSACTIONS = 1_000_000;
const OWNER = {
  as: "merchant",
  accountId: ACCOUNTS[0].account_id,
  name: "owner@books.test",
  password: "certification-owner",
};

/** These read or compute the sums of past days. */
const COMPUTES_DAYS = /^merchant\/(days|attention)/;
const LIST = "merchant/transactions?take=50";

/** What the questions name. */
interface Filled {
  readonly count: number;
  readonly oldId: string;
  /** Where the second pages of two searches start. */
  readonly after: { readonly amount: string; readonly nothing: string };
}

/** By address below /console/api. The sums of past days are computed each time, as on the first visit. */
function listQuestions({ count, oldId, after }: Filled): Readonly<Record<string, string>> {
  const old = Math.floor(count / 100);
  const list = (query: string) => `${LIST}&${query}`;
  return {
    "the newest": list(""),
    "the oldest": list("sort=at"),
    "one status": list("status=paid"),
    "a status that none has": list("status=declined"),
    "a last four": list("last4=1111"),
    "a last four that none has": list("q=9999"),
    "an amount": list("q=12.34"),
    "an amount that none has": list("q=9999.99"),
    "an old email": list(`q=buyer${old}%40example.com`),
    "an old order number": list(`q=order-${old}`),
    "an old last name": list(`q=buyer+${old}`),
    "part of every email": list("q=example"),
    "a text that none has": list("q=nobody+at+all"),
    "an old ID": list(`q=${oldId}`),
    "an old ID, by amount": list(`q=${oldId}&sort=amount`),
    "an order number of an ID's length": list("q=4155550123"),
    "a frequent last four with a rare status": list("q=1111&status=returned"),
    "an amount with a rare status": list("q=30.00&status=returned"),
    "a later page of a search": list(`q=12.34&after=${after.amount}`),
    "a later page without a match": list(`q=nobody+at+all&after=${after.nothing}`),
    "a response": list("message=insufficient"),
    "largest amounts": list("sort=-amount"),
    customers: list("sort=name"),
    "a status, by amount": list("status=paid&sort=-amount"),
    "an amount range": list("min=400&max=401"),
    dashboard: "merchant/dashboard",
    "needs attention": "merchant/attention",
    "expected deposits": "merchant/deposits",
    "7 days": "merchant/days?days=7",
    "30 days": "merchant/days?days=30",
    "90 days": "merchant/days?days=90",
    "card batches": "merchant/batches",
    "brand totals of a batch": "merchant/batches/300",
    "ACH batches": "merchant/ach-batches",
    "held credits": "merchant/held-credits",
    "stored cards": "customers?take=50",
    "cards that expire": "customers?take=50&expiry=soon",
    "a name of a stored card": "customers?take=50&q=buyer+7",
    "a stored card that none has": "customers?take=50&q=nobody",
    "totals of a report": "reports/totals?preset=last_month",
  };
}

export const consoleMillion: BenchRow = {
  name: "console-million",
  about:
    "the slowest list, search or figure of the console over a merchant's million transactions of a year; the peer is a call that only reads the session",
  unit: "ms",
  better: "lower",
  limits: [{ figure: "value", unit: "ms", atMost: 1_000 }],

  async prepare(installation, cleaning, { scale }) {
    const env = await installation.openEnvironment(cleaning);
    const count = Math.ceil(TRANSACTIONS * scale);
    await fillConsoleYear(env.owner, { accountId: OWNER.accountId, count });
    const get = await signIn(env);
    const filled = { count, oldId: await findOldId(env), after: await readPositions(get) };
    const questions = Object.entries(listQuestions(filled));
    return {
      product: (seconds) =>
        measureSlowest(questions, seconds, async (path) => {
          if (COMPUTES_DAYS.test(path)) await env.owner.rows`delete from day_sums`;
          await get(path);
        }),
      peer: (seconds) => measureSlowest([["session", "session"]], seconds, get),
    };
  },
};

/** The oldest sale of a card. */
async function findOldId({ owner }: Environment): Promise<string> {
  const [row] = await owner.rows<{ id: string }>`
    select lpad(id::text, 12, '0') as id from transactions
    where account_id = ${OWNER.accountId} and authorized_at > '-infinity'
    order by authorized_at limit 1`;
  return row?.id ?? "";
}

async function readPositions(get: Get): Promise<Filled["after"]> {
  const nextOf = async (text: string) => {
    const { next = "" } = (await get(`${LIST}&q=${text}`)) as { next?: string };
    return encodeURIComponent(next);
  };
  return { amount: await nextOf("12.34"), nothing: await nextOf("nobody+at+all") };
}

type Get = (path: string) => Promise<unknown>;

async function signIn({ productUrl }: Environment): Promise<Get> {
  const api = `${productUrl}/console/api`;
  const signedIn = await fetch(`${api}/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(OWNER),
  });
  const [cookie = ""] = (signedIn.headers.get("set-cookie") ?? "").split(";");
  if (signedIn.status !== 200) throw new Error(`Signing in returned ${signedIn.status}.`);
  return async (path) => {
    const answer = await fetch(`${api}/${path}`, { headers: { cookie } });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} returned ${answer.status}.`);
    return JSON.parse(text);
  };
}
