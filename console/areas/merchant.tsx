/** Merchant screens for payments: dashboard, transactions, batches, customers, terminal. */
import type { Session } from "../../src/interfaces/console/contract.ts";
import type { TransactionList } from "../../src/interfaces/console/merchant/contract.ts";
import { api } from "../api.ts";
import type { Area, Hit } from "../area.ts";
import { formatAmount, formatMoment } from "../parts/formats.ts";
import { containsCardNumber } from "../screens/merchant/amounts.ts";

export const merchant: Area = {
  groups: [
    {
      title: "Payments",
      entries: [
        {
          label: "Transactions",
          icon: "card",
          to: "/transactions",
          needs: "payments",
          about: "Find a payment, then view, capture, refund or void it.",
        },
        {
          label: "Batches",
          icon: "table",
          to: "/batches",
          needs: "reports",
          about: "Closed card and ACH batches with their totals.",
        },
        {
          label: "Customers",
          icon: "people",
          to: "/customers",
          needs: "payments",
          about: "Stored cards and bank accounts: charge again, remove, unblock.",
        },
        {
          label: "Virtual terminal",
          icon: "terminal",
          to: "/terminal",
          needs: "payments.take",
          about: "Take a card or bank payment by phone or mail.",
        },
      ],
    },
  ],
  screens: [
    {
      path: "/transactions",
      needs: "payments",
      load: () => import("../screens/merchant/transactions.tsx").then((m) => m.Transactions),
    },
    {
      path: "/transactions/$transactionId",
      needs: "payments",
      load: () => import("../screens/merchant/transaction.tsx").then((m) => m.Transaction),
    },
    {
      path: "/held-credits",
      needs: "payments",
      load: () => import("../screens/merchant/held-credits.tsx").then((m) => m.HeldCredits),
    },
    {
      path: "/batches",
      needs: "reports",
      load: () => import("../screens/merchant/batches.tsx").then((m) => m.Batches),
    },
    {
      path: "/batches/$batchNumber",
      needs: "reports",
      load: () => import("../screens/merchant/batch.tsx").then((m) => m.Batch),
    },
    {
      path: "/customers",
      needs: "payments",
      load: () => import("../screens/customers/customers.tsx").then((m) => m.Customers),
    },
    {
      path: "/terminal",
      needs: "payments.take",
      load: () => import("../screens/merchant/terminal.tsx").then((m) => m.Terminal),
    },
  ],
  searches: [{ title: "Transactions", needs: "payments", find: findTransactions }],
  home: {
    label: "Dashboard",
    of: ["merchant"],
    load: () => import("../screens/merchant/dashboard.tsx").then((m) => m.Dashboard),
  },
};

const HITS = 6;

/** Card numbers are not searched because they would appear in the request address. */
async function findTransactions(
  query: string,
  { timeZone }: Pick<Session, "timeZone">,
): Promise<readonly Hit[]> {
  if (containsCardNumber(query)) return [];
  const { items } = await api.get<TransactionList>("/merchant/transactions", {
    q: query,
    take: HITS,
  });
  return items.map(({ id, at, amountCents, currency, name, last4 }) => ({
    id,
    label: [formatAmount(amountCents, currency), name ?? last4].filter(Boolean).join(" · "),
    about: `${id}, ${formatMoment(at, timeZone)}`,
    to: `/transactions/${id}`,
    icon: "card",
  }));
}
