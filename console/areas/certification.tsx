/** Tools for Test mode: clock, ACH simulator, request log, webhooks, mailbox and test data. */

import type { AchEntryLine } from "../../src/interfaces/console/certification/contract.ts";
import type { CursorPage } from "../../src/interfaces/console/contract.ts";
import { api } from "../api.ts";
import type { Area, Hit, NavigationEntry, Screen } from "../area.ts";

const needs = "certification";

const entries: readonly NavigationEntry[] = [
  {
    label: "Business clock",
    icon: "clock",
    to: "/certification/clock",
    needs,
    about: "Advance the clock and see scheduled jobs.",
  },
  {
    label: "ACH simulator",
    icon: "bank",
    to: "/certification/ach",
    needs,
    about: "Create an ACH entry, submit it and simulate the bank's response.",
  },
  {
    label: "Request log",
    icon: "log",
    to: "/certification/requests",
    needs,
    about: "Every API request, live.",
  },
  {
    label: "Webhooks",
    icon: "webhook",
    to: "/certification/webhooks",
    needs,
    about: "See what was sent, the response, and resend it.",
  },
  {
    label: "Mailbox",
    icon: "mail",
    to: "/certification/emails",
    needs,
    about: "Emails sent in Test mode: receipts, invitations and password links.",
  },
  {
    label: "Test data",
    icon: "table",
    to: "/certification/values",
    needs,
    about: "Amounts, cards and accounts that trigger simulator responses.",
  },
  {
    label: "API documentation",
    icon: "book",
    to: "/docs",
    outside: true,
    needs,
    about: "Read about and try every API endpoint.",
  },
];

const screens: readonly Screen[] = [
  {
    path: "/certification/clock",
    needs,
    load: () => import("../screens/certification/clock.tsx").then((m) => m.Clock),
  },
  {
    path: "/certification/ach",
    needs,
    load: () => import("../screens/certification/ach.tsx").then((m) => m.AchEntries),
  },
  {
    path: "/certification/ach/$accountId/$transactionId",
    needs,
    load: () => import("../screens/certification/ach-entry.tsx").then((m) => m.AchEntry),
  },
  {
    path: "/certification/requests",
    needs,
    load: () => import("../screens/requests/requests.tsx").then((m) => m.AllRequests),
  },
  {
    path: "/certification/requests/$id",
    needs,
    load: () => import("../screens/requests/request.tsx").then((m) => m.AnyRequest),
  },
  {
    path: "/certification/webhooks",
    needs,
    load: () => import("../screens/certification/webhooks.tsx").then((m) => m.Webhooks),
  },
  {
    path: "/certification/webhooks/$accountId/$eventId",
    needs,
    load: () => import("../screens/certification/webhook.tsx").then((m) => m.WebhookDetail),
  },
  {
    path: "/certification/emails",
    needs,
    load: () => import("../screens/certification/mailbox.tsx").then((m) => m.Mailbox),
  },
  {
    path: "/certification/emails/$id",
    needs,
    load: () => import("../screens/certification/email.tsx").then((m) => m.Email),
  },
  {
    path: "/certification/values",
    needs,
    load: () => import("../screens/certification/values.tsx").then((m) => m.TestValues),
  },
];

/** Merchants and partners see the requests of their own account or partner. */
const ownEntries: readonly NavigationEntry[] = [
  {
    label: "Request log",
    icon: "log",
    to: "/requests",
    needs: "requests",
    about: "Your API requests, live, with what was wrong.",
  },
];

const ownScreens: readonly Screen[] = [
  {
    path: "/requests",
    needs: "requests",
    load: () => import("../screens/requests/requests.tsx").then((m) => m.OwnRequests),
  },
  {
    path: "/requests/$id",
    needs: "requests",
    load: () => import("../screens/requests/request.tsx").then((m) => m.OwnRequest),
  },
];

export const certification: Area = {
  groups: [{ title: "Test tools", entries: [...entries, ...ownEntries] }],
  screens: [...screens, ...ownScreens],
  searches: [{ title: "ACH entries", needs, find: findEntries }],
  chips: [
    {
      id: "clock",
      needs,
      load: () => import("../screens/certification/clock-chip.tsx").then((m) => m.ClockChip),
    },
  ],
};

/** Search by transaction ID. */
async function findEntries(query: string): Promise<readonly Hit[]> {
  if (!/^\d{3,12}$/.test(query)) return [];
  const { items } = await api.get<CursorPage<AchEntryLine>>("/certification/ach/entries", {
    q: query,
  });
  return items.map(({ accountId, accountName, transactionId, status }) => ({
    id: `${accountId}/${transactionId}`,
    label: transactionId,
    about: `${accountName}, ${status}`,
    to: `/certification/ach/${accountId}/${transactionId}`,
    icon: "bank",
  }));
}
