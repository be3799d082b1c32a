/**
 * Finds everything that one account stores about a customer. A number is compared in full: candidates
 * end with the same four digits, and each is opened.
 */
import { fingerprintText } from "../bank-accounts/bank-account-fingerprint.ts";
import type { Vault } from "../vault/vault.ts";
import type { Customer, CustomerRecords } from "./customer.ts";
import { type CustomerStore, type Ending, ORPHANS_PAGE, type SealedRow } from "./customer-store.ts";

export interface FindNeeds {
  readonly store: CustomerStore;
  readonly vault: Vault;
}

export async function findCustomer(
  needs: FindNeeds,
  accountId: string,
  customer: Customer,
): Promise<CustomerRecords> {
  const { store } = needs;
  const first = await findFirst(needs, accountId, customer);
  const transactionIds = await store.listFollowing(accountId, first);
  const address = customer.kind === "email" ? customer.address : null;
  const saleIds = await store.listSales(accountId, transactionIds, address);
  const tokenIds =
    customer.kind === "email"
      ? await store.listTokens(accountId, transactionIds)
      : [...new Set([...first, ...(await store.listTokens(accountId, transactionIds))])];
  const emails = await store.listEmails(accountId, { transactionIds, saleIds });
  return { accountId, transactionIds, tokenIds, saleIds, emails };
}

async function findFirst(
  needs: FindNeeds,
  accountId: string,
  customer: Customer,
): Promise<string[]> {
  const { store } = needs;
  if (customer.kind === "email") {
    const { address } = customer;
    const paid = await store.listByEmail(accountId, address);
    return [...new Set([...paid, ...(await store.listSalePayments(accountId, address))])];
  }
  const number = customer.kind === "card" ? customer.number : customer.accountNumber;
  const ending = { kind: customer.kind, last4: number.last4() };
  const candidates = await store.listByEnding(accountId, ending);
  const found = await matchRows(needs, accountId, { customer, rows: candidates });
  return [...found, ...(await findOrphans(needs, accountId, customer))];
}

async function findOrphans(
  needs: FindNeeds,
  accountId: string,
  customer: NumberedCustomer,
): Promise<string[]> {
  const found: string[] = [];
  let after = "0";
  for (;;) {
    const kind: Ending["kind"] = customer.kind;
    const rows = await needs.store.listOrphans(accountId, kind, after);
    found.push(...(await matchRows(needs, accountId, { customer, rows })));
    if (rows.length < ORPHANS_PAGE) return found;
    after = rows.at(-1)?.id ?? after;
  }
}

type NumberedCustomer = Exclude<Customer, { kind: "email" }>;

interface Candidates {
  readonly customer: NumberedCustomer;
  readonly rows: readonly SealedRow[];
}

/** Numbers are compared by their keyed fingerprints. */
async function matchRows(
  { vault }: FindNeeds,
  accountId: string,
  { customer, rows }: Candidates,
): Promise<string[]> {
  const wanted = fingerprintText(customerFingerprint(vault, customer));
  const matches: string[] = [];
  for (const { id, sealed } of rows) {
    const found =
      customer.kind === "card"
        ? vault.fingerprint((await vault.openSealedCard(accountId, id, sealed)).number)
        : vault.bankFingerprint(await vault.openSealedBank(accountId, id, sealed));
    if (fingerprintText(found) === wanted) matches.push(id);
  }
  return matches;
}

function customerFingerprint(vault: Vault, customer: NumberedCustomer): Uint8Array {
  if (customer.kind === "card") return vault.fingerprint(customer.number);
  return vault.bankFingerprint({ ...customer, accountType: "checking" });
}
