/** The tools of certification: clock, ACH by hand, requests, webhooks, mail, values to pay with. */

import type { EntryLine } from "../../src/interfaces/console/certification/contract.ts";
import type { CursorPage } from "../../src/interfaces/console/contract.ts";
import { api } from "../api.ts";
import type { Area, Hit, NavigationEntry, Screen } from "../area.ts";

const needs = "certification";

const entries: readonly NavigationEntry[] = [
  {
    label: "Clock",
    icon: "clock",
    to: "/certification/clock",
    needs,
    about: "Business time: move it on, see what is due and what ran.",
  },
  {
    label: "ACH by hand",
    icon: "bank",
    to: "/certification/ach",
    needs,
    about: "Make an entry, send it, and be the bank that returns it.",
  },
  {
    label: "Request log",
    icon: "log",
    to: "/certification/requests",
    needs,
    about: "Every call of every interface, as it comes in.",
  },
  {
    label: "Webhooks",
    icon: "webhook",
    to: "/certification/webhooks",
    needs,
    about: "What was sent to whom, what they answered, and sending it again.",
  },
  {
    label: "Mailbox",
    icon: "mail",
    to: "/certification/mails",
    needs,
    about: "All mail of certification: receipts, invitations, links.",
  },
  {
    label: "Test values",
    icon: "table",
    to: "/certification/values",
    needs,
    about: "Amounts, cards and accounts that make the simulators behave.",
  },
  {
    label: "Interface documents",
    icon: "book",
    to: "/docs",
    outside: true,
    needs,
    about: "Every call of the six interfaces, to read and to try.",
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
    load: () => import("../screens/certification/requests.tsx").then((m) => m.Requests),
  },
  {
    path: "/certification/requests/$id",
    needs,
    load: () => import("../screens/certification/request.tsx").then((m) => m.RequestDetail),
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
    path: "/certification/mails",
    needs,
    load: () => import("../screens/certification/mailbox.tsx").then((m) => m.Mailbox),
  },
  {
    path: "/certification/mails/$id",
    needs,
    load: () => import("../screens/certification/mail.tsx").then((m) => m.Mail),
  },
  {
    path: "/certification/values",
    needs,
    load: () => import("../screens/certification/values.tsx").then((m) => m.TestValues),
  },
];

export const certification: Area = {
  groups: [{ title: "Certification", entries }],
  screens,
  searches: [{ title: "ACH entries", needs, find: findEntries }],
  chips: [
    {
      id: "clock",
      needs,
      load: () => import("../screens/certification/clock-chip.tsx").then((m) => m.ClockChip),
    },
  ],
};

/** By transaction id. */
async function findEntries(query: string): Promise<readonly Hit[]> {
  if (!/^\d{3,12}$/.test(query)) return [];
  const { items } = await api.get<CursorPage<EntryLine>>("/certification/ach/entries", {
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
