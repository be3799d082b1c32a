/** Operator screens for running the system: home, jobs, bank files, audit log and system. */
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
          about: "Scheduled jobs, deliveries, pending payments and locked logins.",
        },
        {
          label: "Bank files",
          icon: "bank",
          to: "/operations/bank-files",
          needs: "operations",
          about: "Outgoing and incoming ACH files, unmatched returns, banks and return rates.",
        },
        {
          label: "Audit log",
          icon: "shield",
          to: "/operations/audit",
          needs: "audit",
          about: "A tamper-evident record of every administrative action.",
        },
        {
          label: "System check",
          icon: "check",
          to: "/operations/doctor",
          needs: "operations",
          about: "Checks the database, disks, keys, certificates and every outside connection.",
        },
        {
          label: "System",
          icon: "health",
          to: "/operations/system",
          needs: "operations",
          about: "Versions, database, encryption keys, retention and settings.",
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
      path: "/operations/banks/new",
      needs: "operations",
      load: () => import("../screens/banks/new-bank.tsx").then((m) => m.NewBank),
    },
    {
      path: "/operations/banks/$name/server",
      needs: "operations",
      load: () => import("../screens/banks/bank-server.tsx").then((m) => m.BankServerScreen),
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
      path: "/operations/doctor",
      needs: "operations",
      load: () => import("../screens/operations/doctor.tsx").then((m) => m.SystemCheckScreen),
    },
    {
      path: "/operations/system",
      needs: "operations",
      load: () => import("../screens/operations/system.tsx").then((m) => m.System),
    },
  ],
  home: {
    label: "Overview",
    of: ["operator"],
    load: () => import("../screens/operations/home.tsx").then((m) => m.OperatorHome),
  },
};
