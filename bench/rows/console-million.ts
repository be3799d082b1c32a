/** Every list, search and figure of the console for a merchant with a million transactions. */
import type { Environment } from "../environment.ts";
import { addSales } from "../reports/fill.ts";
import type { BenchRow } from "../row.ts";
import { ACCOUNTS } from "../sales.ts";
import { measureSlowest } from "../slowest.ts";

const TRANSACTIONS = 1_000_000;
const YEAR_DAYS = 365;
const DAY_MS = 86_400_000;
const OWNER = {
  as: "merchant",
  accountId: ACCOUNTS[0].account_id,
  name: "owner@books.test",
  password: "certification-owner",
};

/** By address below /console/api/merchant. The sums of past days are computed each time, as on the first visit. */
function listQuestions(count: number): Readonly<Record<string, string>> {
  const old = Math.floor(count / 100);
  const list = (query: string) => `transactions?take=50&${query}`;
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
    "a response": list("message=insufficient"),
    "largest amounts": list("sort=-amount"),
    customers: list("sort=name"),
    "a status, by amount": list("status=paid&sort=-amount"),
    "an amount range": list("min=400&max=401"),
    dashboard: "dashboard",
    "7 days": "days?days=7",
    "30 days": "days?days=30",
    "90 days": "days?days=90",
    "card batches": "batches",
    "ACH batches": "ach-batches",
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
    await fillYear(env, count);
    const get = await signIn(env);
    const questions = Object.entries(listQuestions(count));
    return {
      product: (seconds) =>
        measureSlowest(questions, seconds, async (path) => {
          if (path.startsWith("days")) await env.owner.rows`delete from day_sums`;
          await get(`merchant/${path}`);
        }),
      peer: (seconds) => measureSlowest([["session", "session"]], seconds, get),
    };
  },
};

/** Evenly over the last year. */
async function fillYear({ owner }: Environment, count: number): Promise<void> {
  const accountId = OWNER.accountId;
  const from = Temporal.Now.instant().subtract({ hours: 24 * YEAR_DAYS });
  await addSales(owner, { accountId, count, from, stepMs: (YEAR_DAYS * DAY_MS) / count });
  await owner.rows`vacuum analyze transactions`;
}

type Get = (path: string) => Promise<void>;

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
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path} returned ${answer.status}.`);
  };
}
