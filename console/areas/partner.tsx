/** Screens for partners and clients: partner tree, locations, devices, attestations and parser. */
import type { ManagementFinds } from "../../src/interfaces/console/partner/contract.ts";
import { api } from "../api.ts";
import type { Area, Hit } from "../area.ts";
import { listHits } from "../screens/partner/pieces/found-records.ts";

async function findManagementRecords(query: string): Promise<readonly Hit[]> {
  const finds = await api.get<ManagementFinds>("/management/search", { q: query });
  return listHits(finds);
}

export const partner: Area = {
  groups: [
    {
      title: "Partners & devices",
      entries: [
        {
          label: "Search",
          icon: "search",
          to: "/management/search",
          needs: "management",
          about: "Find clients, locations, people and devices.",
        },
        {
          label: "Partners and clients",
          icon: "partners",
          to: "/management/tree",
          needs: "management.tree",
          about: "Sub-partners and clients with their users and locations.",
        },
        {
          label: "Clients",
          icon: "account",
          to: "/management/clients",
          needs: "management.tree",
          about: "All clients in one list.",
        },
        {
          label: "Locations and users",
          icon: "account",
          to: "/management/clients/$home",
          of: ["client"],
          needs: "management",
          about: "Your locations and the people who work there.",
        },
        {
          label: "Devices",
          icon: "device",
          to: "/management/devices",
          needs: "management",
          about: "All devices by status, with inspection dates.",
        },
      ],
    },
    {
      title: "Inspections",
      entries: [
        {
          label: "Due inspections",
          icon: "clock",
          to: "/management/inspections",
          needs: "management",
          about: "Overdue and upcoming inspections.",
        },
        {
          label: "Calendar",
          icon: "table",
          to: "/management/calendar",
          needs: "management",
          about: "Due inspections by day.",
        },
        {
          label: "Attestations",
          icon: "shield",
          to: "/management/attestations",
          needs: "management",
          about: "Completed inspections and their statements.",
        },
      ],
    },
    {
      title: "Parser",
      entries: [
        {
          label: "Parser log",
          icon: "log",
          to: "/management/parser-log",
          needs: "management.journal",
          about: "Every parser request and its result.",
        },
        {
          label: "Parser credentials",
          icon: "key",
          to: "/management/credentials",
          needs: "management.credentials",
          about: "Partner key, public key and allowed IP addresses.",
        },
      ],
    },
  ],
  screens: [
    {
      path: "/management/tree",
      needs: "management.tree",
      load: () => import("../screens/partner/tree.tsx").then((m) => m.Tree),
    },
    {
      path: "/management/partners/new",
      needs: "management.partners",
      load: () => import("../screens/partner/partner-form.tsx").then((m) => m.NewPartner),
    },
    {
      path: "/management/partners/$partnerId",
      needs: "management.tree",
      load: () => import("../screens/partner/partner.tsx").then((m) => m.Partner),
    },
    {
      path: "/management/partners/$partnerId/edit",
      needs: "management.partners",
      load: () => import("../screens/partner/partner-form.tsx").then((m) => m.EditPartner),
    },
    {
      path: "/management/clients",
      needs: "management.tree",
      load: () => import("../screens/partner/clients.tsx").then((m) => m.Clients),
    },
    {
      path: "/management/clients/new",
      needs: "management.change",
      load: () => import("../screens/partner/client-form.tsx").then((m) => m.NewClient),
    },
    {
      path: "/management/clients/$clientId",
      needs: "management",
      load: () => import("../screens/partner/client.tsx").then((m) => m.Client),
    },
    {
      path: "/management/clients/$clientId/edit",
      needs: "management.change",
      load: () => import("../screens/partner/client-form.tsx").then((m) => m.EditClient),
    },
    {
      path: "/management/devices",
      needs: "management",
      load: () => import("../screens/partner/devices.tsx").then((m) => m.Devices),
    },
    {
      path: "/management/devices/import",
      needs: "management.devices",
      load: () => import("../screens/partner/bulk/device-import.tsx").then((m) => m.DeviceImport),
    },
    {
      path: "/management/devices/bulk",
      needs: "management.devices",
      load: () => import("../screens/partner/bulk/device-bulk.tsx").then((m) => m.DeviceBulk),
    },
    {
      path: "/management/search",
      needs: "management",
      load: () => import("../screens/partner/bulk/search.tsx").then((m) => m.Search),
    },
    {
      path: "/management/calendar",
      needs: "management",
      load: () => import("../screens/partner/inspection/calendar.tsx").then((m) => m.Calendar),
    },
    {
      path: "/management/devices/$deviceId",
      needs: "management",
      load: () => import("../screens/partner/device.tsx").then((m) => m.Device),
    },
    {
      path: "/management/inspections",
      needs: "management",
      load: () => import("../screens/partner/inspections.tsx").then((m) => m.Inspections),
    },
    {
      path: "/management/attest",
      needs: "attestations",
      load: () => import("../screens/partner/attest.tsx").then((m) => m.Attest),
    },
    {
      path: "/management/attestations",
      needs: "management",
      load: () => import("../screens/partner/attestations.tsx").then((m) => m.Attestations),
    },
    {
      path: "/management/attestations/$attestationId",
      needs: "management",
      load: () => import("../screens/partner/attestations.tsx").then((m) => m.Attestation),
    },
    {
      path: "/management/parser-log",
      needs: "management.journal",
      load: () => import("../screens/partner/parser-log.tsx").then((m) => m.ParserLog),
    },
    {
      path: "/management/parser-log/$messageId",
      needs: "management.journal",
      load: () => import("../screens/partner/parser-log.tsx").then((m) => m.ParserRequest),
    },
    {
      path: "/management/credentials",
      needs: "management.credentials",
      load: () => import("../screens/partner/credentials.tsx").then((m) => m.Credentials),
    },
    {
      path: "/management/credentials/$partnerId",
      needs: "management.credentials",
      load: () => import("../screens/partner/credentials.tsx").then((m) => m.Credentials),
    },
  ],
  searches: [
    {
      title: "Partners, clients, devices, locations and people",
      needs: "management",
      find: findManagementRecords,
    },
  ],
  home: {
    label: "Overview",
    of: ["partner", "client"],
    load: () => import("../screens/partner/home.tsx").then((m) => m.Home),
  },
};
