/** The status call of a transaction, against one bare SELECT by primary key. */
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { FORM_TYPE } from "../../src/wire/form.ts";
import type { BenchRow } from "../row.ts";
import { ACCOUNTS, accountAt, STATUS_PATH, saleForms, takeSale } from "../sales.ts";

const SALES = 512;
const AT_ONCE = 16;

export const status: BenchRow = {
  name: "status",
  about: "GET_TRANSACTION_STATUS against one SELECT by primary key",
  unit: "a second",
  better: "higher",
  target: 1,
  p99Target: 1.25,
  isAhead: true,

  async prepare(installation) {
    const { productUrl, peerUrl, owner } = await installation.env();
    const load = installation.load();
    const ids = await takeSales(productUrl);
    await copySales(owner, ids);
    const bodies = ids.map((id, place) => statusForm(id, place));
    const target = { contentType: FORM_TYPE, bodies };
    return {
      product: load.on({ ...target, url: productUrl + STATUS_PATH, expected: '"APPROVED"' }),
      peer: load.on({ ...target, url: `${peerUrl}/select`, expected: '"APPROVED"' }),
    };
  },
};

async function takeSales(productUrl: string): Promise<string[]> {
  const ids: string[] = [];
  const forms = saleForms(SALES);
  for (let first = 0; first < SALES; first += AT_ONCE) {
    const some = forms.slice(first, first + AT_ONCE);
    ids.push(...(await Promise.all(some.map((form) => takeSale(productUrl, form)))));
  }
  return ids;
}

/** The peer reads the same transactions from a table of the same shape. */
async function copySales(owner: DatabasePool, ids: readonly string[]): Promise<void> {
  const accounts = ACCOUNTS.map(({ account_id }) => account_id);
  await owner.rows`
    insert into bench.transactions
    select * from transactions
    where account_id = any(${accounts}::bigint[]) and id = any(${ids}::bigint[])`;
  await owner.rows`analyze transactions, bench.transactions`;
}

function statusForm(id: string, place: number): string {
  return new URLSearchParams({
    ...accountAt(place),
    action: "GET_TRANSACTION_STATUS",
    transaction_id: id,
    response_format: "JSON",
  }).toString();
}
