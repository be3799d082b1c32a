/** A partner's and a client's screens: tree, locations, devices, attestations, parser. */
import type { ManagementFinds } from "../../src/interfaces/console/partner/contract.ts";
import { api } from "../api.ts";
import type { Area, Hit } from "../area.ts";

async function find(query: string): Promise<readonly Hit[]> {
  const { partners, clients, devices } = await api.get<ManagementFinds>("/management/search", {
    q: query,
  });
  return [
    ...partners.map(({ id, name, parent }) => ({
      id: `partner ${id}`,
      label: name,
      about: parent === null ? "Your partner" : `Below ${parent.name}`,
      to: `/management/partners/${id}`,
      icon: "partners" as const,
    })),
    ...clients.map(({ id, name, directPartner }) => ({
      id: `client ${id}`,
      label: name,
      about: `Client of ${directPartner.name}`,
      to: `/management/clients/${id}`,
      icon: "account" as const,
    })),
    ...devices.map(({ id, serialNumber, client }) => ({
      id: `device ${id}`,
      label: serialNumber,
      about: client === null ? "Device" : `Device at ${client.name}`,
      to: `/management/devices/${id}`,
      icon: "device" as const,
    })),
  ];
}

export const partner: Area = {
  groups: [
    {
      title: "Estate",
      entries: [
        {
          label: "Partners and clients",
          icon: "partners",
          to: "/management/tree",
          needs: "management.tree",
          about: "The tree below you: sub-partners, clients, their people and locations.",
        },
        {
          label: "Clients",
          icon: "account",
          to: "/management/clients",
          needs: "management.tree",
          about: "All clients in one list.",
        },
        {
          label: "Locations and people",
          icon: "account",
          to: "/management/clients/$home",
          of: ["client"],
          needs: "management",
          about: "Your own client: where it is and who works there.",
        },
        {
          label: "Devices",
          icon: "device",
          to: "/management/devices",
          needs: "management",
          about: "Terminals by state, with their due dates.",
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
          about: "What is overdue, and what comes due.",
        },
        {
          label: "Attestations",
          icon: "shield",
          to: "/management/attestations",
          needs: "management",
          about: "What was inspected, and what was said about it.",
        },
      ],
    },
    {
      title: "Parser",
      entries: [
        {
          label: "Parser journal",
          icon: "log",
          to: "/management/journal",
          needs: "management.journal",
          about: "Every call to the parser, with its result.",
        },
        {
          label: "Parser credentials",
          icon: "key",
          to: "/management/credentials",
          needs: "management.credentials",
          about: "The partner key, the public key, the addresses.",
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
      path: "/management/journal",
      needs: "management.journal",
      load: () => import("../screens/partner/journal.tsx").then((m) => m.Journal),
    },
    {
      path: "/management/journal/$messageId",
      needs: "management.journal",
      load: () => import("../screens/partner/journal.tsx").then((m) => m.JournalCall),
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
  searches: [{ title: "Partners, clients and devices", needs: "management", find }],
  home: {
    of: ["partner", "client"],
    load: () => import("../screens/partner/home.tsx").then((m) => m.Home),
  },
};
