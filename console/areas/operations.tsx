/** The operator's screens about the running house: its home, jobs, bank files, audit, system. */
import type { Area } from "../area.ts";

export const operations: Area = {
  groups: [
    {
      title: "Operations",
      entries: [
        {
          label: "Jobs and queues",
          icon: "jobs",
          to: "/operations/jobs",
          needs: "operations",
          about: "Work that time brings, deliveries, payments under way, locked logins.",
        },
        {
          label: "Bank files",
          icon: "bank",
          to: "/operations/bank-files",
          needs: "operations",
          about: "ACH files both ways, unmatched returns, banks, return rates.",
        },
        {
          label: "Audit log",
          icon: "shield",
          to: "/operations/audit",
          needs: "audit",
          about: "Who did what, and the proof that nothing of it was changed.",
        },
        {
          label: "System",
          icon: "health",
          to: "/operations/system",
          needs: "operations",
          about: "Versions, database, partitions, keys, retention, settings.",
        },
      ],
    },
  ],
  screens: [
    {
      path: "/operations/jobs",
      needs: "operations",
      load: () => import("../screens/operations/jobs.tsx").then((m) => m.Jobs),
    },
    {
      path: "/operations/bank-files",
      needs: "operations",
      load: () => import("../screens/operations/bank-files.tsx").then((m) => m.BankFiles),
    },
    {
      path: "/operations/bank-files/$fileId",
      needs: "operations",
      load: () => import("../screens/operations/bank-file.tsx").then((m) => m.BankFileScreen),
    },
    {
      path: "/operations/audit",
      needs: "audit",
      load: () => import("../screens/operations/audit.tsx").then((m) => m.Audit),
    },
    {
      path: "/operations/audit/$entryId",
      needs: "audit",
      load: () => import("../screens/operations/audit-entry.tsx").then((m) => m.AuditEntryScreen),
    },
    {
      path: "/operations/system",
      needs: "operations",
      load: () => import("../screens/operations/system.tsx").then((m) => m.System),
    },
  ],
  home: {
    of: ["operator"],
    load: () => import("../screens/operations/home.tsx").then((m) => m.OperatorHome),
  },
};
