/** The API of the merchant's customers screen: stored cards and bank accounts, and corrections. */
import { expiringMonths, expiryState } from "../../../core/customers/card-expiry.ts";
import { type RemoveTokenNeeds, removeToken } from "../../../core/customers/remove-token.ts";
import type {
  MethodFilter,
  StoredMethodStore,
} from "../../../core/customers/stored-method-store.ts";
import { localDate } from "../../../values/local-time.ts";
import { readTransactionId } from "../../../values/transaction-id.ts";
import { asJson } from "../as-json.ts";
import { cursorId } from "../cursor-page.ts";
import { addList } from "../lists/export-list.ts";
import { CUSTOMER_COLUMNS } from "../lists/merchant-columns.ts";
import { merchantAccountId, merchantUser } from "../merchant-user.ts";
import type { Query } from "../read.ts";
import { actingParty, type Call, type Routes } from "../routes.ts";
import { addBankCorrections } from "./bank-corrections.ts";
import type { StoredMethodLine, StoredMethodList } from "./contract.ts";

export interface CustomerNeeds extends RemoveTokenNeeds {
  readonly methods: StoredMethodStore;
}

export function addCustomers(routes: Routes, needs: CustomerNeeds): void {
  addList(routes, {
    ...{ path: "/customers", needs: "payments", name: "customers" },
    // As for transactions: cashiers look customers up, but do not download all of them.
    ...{ exportNeeds: "reports", columns: CUSTOMER_COLUMNS },
    read: (call) => listCustomers(needs, call),
  });
  routes.delete("/customers/:id", "payments.change", async (call) => {
    const tokenId = readTransactionId(call.param("id"));
    if (tokenId === undefined) return undefined;
    const removal = { tokenId, by: actingParty(call) };
    const { kind } = await removeToken(needs, merchantAccountId(call), removal);
    return kind === "removed" ? null : undefined;
  });
  addBankCorrections(routes, needs);
}

async function listCustomers(
  { methods, clock }: CustomerNeeds,
  call: Call,
): Promise<StoredMethodList> {
  const { id, timeZone } = merchantUser(call).account;
  const month = localDate(clock.business(), timeZone).toPlainYearMonth();
  const page = { take: call.query.take(), before: cursorId(call.query, "after") };
  const filter = readFilter(call.query, expiringMonths(clock.business(), timeZone));
  const { items, next, isStopped } = await methods.findPage(id, filter, page);
  return {
    items: items.map((method): StoredMethodLine => {
      const expiry = expiryState(method.expiration, month);
      return { ...asJson(method), ...(expiry && { expiry }) };
    }),
    ...(next !== undefined && { next }),
    ...(isStopped && { isStopped }),
  };
}

function readFilter(query: Query, expiring: readonly string[]): MethodFilter {
  const kind = query.text("kind");
  return {
    kind: kind === "card" || kind === "bank" ? kind : undefined,
    text: query.text("q") || undefined,
    expiresIn: query.text("expiry") === "soon" ? expiring : undefined,
  };
}
