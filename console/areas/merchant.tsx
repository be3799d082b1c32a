/** A merchant's day: figures, transactions and what is done with them, the virtual terminal. */
import type { TransactionList } from "../../src/interfaces/console/merchant/contract.ts";
import { api } from "../api.ts";
import type { Area, Hit } from "../area.ts";
import { formatAmount, formatMoment } from "../parts/formats.ts";
import { holdsCardNumber } from "../screens/merchant/amounts.ts";

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
          about: "Find a payment, see what became of it, capture or refund it.",
        },
        {
          label: "Virtual terminal",
          icon: "terminal",
          to: "/terminal",
          needs: "payments.take",
          about: "Take a payment by phone or mail: a card or a bank account.",
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
      path: "/terminal",
      needs: "payments.take",
      load: () => import("../screens/merchant/terminal.tsx").then((m) => m.Terminal),
    },
  ],
  searches: [{ title: "Transactions", needs: "payments", find }],
  home: {
    of: ["merchant"],
    load: () => import("../screens/merchant/dashboard.tsx").then((m) => m.Today),
  },
};

const HITS = 6;

/** A card number is not looked for: it would be in the address that asks. */
async function find(query: string): Promise<readonly Hit[]> {
  if (holdsCardNumber(query)) return [];
  const { items } = await api.get<TransactionList>("/merchant/transactions", {
    q: query,
    take: HITS,
  });
  return items.map(({ id, at, amountCents, currency, name, last4 }) => ({
    id,
    label: [formatAmount(amountCents, currency), name ?? last4].filter(Boolean).join(" · "),
    about: `${id}, ${formatMoment(at, undefined)}`,
    to: `/transactions/${id}`,
    icon: "card",
  }));
}
