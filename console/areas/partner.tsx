/** A partner's and a client's screens: tree, locations, devices, attestations, parser. */
import type { EstateFinds } from "../../src/interfaces/console/partner/contract.ts";
import { api } from "../api.ts";
import type { Area, Hit } from "../area.ts";

async function find(query: string): Promise<readonly Hit[]> {
  const { partners, clients, devices } = await api.get<EstateFinds>("/estate/search", { q: query });
  return [
    ...partners.map(({ id, name, parent }) => ({
      id: `partner ${id}`,
      label: name,
      about: parent === null ? "Your partner" : `Below ${parent.name}`,
      to: `/estate/partners/${id}`,
      icon: "partners" as const,
    })),
    ...clients.map(({ id, name, directPartner }) => ({
      id: `client ${id}`,
      label: name,
      about: `Client of ${directPartner.name}`,
      to: `/estate/clients/${id}`,
      icon: "account" as const,
    })),
    ...devices.map(({ id, serialNumber, client }) => ({
      id: `device ${id}`,
      label: serialNumber,
      about: client === null ? "Device" : `Device at ${client.name}`,
      to: `/estate/devices/${id}`,
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
          to: "/estate/tree",
          needs: "estate.tree",
          about: "The tree below you: sub-partners, clients, their people and locations.",
        },
        {
          label: "Clients",
          icon: "account",
          to: "/estate/clients",
          needs: "estate.tree",
          about: "All clients in one list.",
        },
        {
          label: "Locations and people",
          icon: "account",
          to: "/estate/clients/$home",
          of: ["client"],
          needs: "estate",
          about: "Your own client: where it is and who works there.",
        },
        {
          label: "Devices",
          icon: "device",
          to: "/estate/devices",
          needs: "estate",
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
          to: "/estate/inspections",
          needs: "estate",
          about: "What is overdue, and what comes due.",
        },
        {
          label: "Attestations",
          icon: "shield",
          to: "/estate/attestations",
          needs: "estate",
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
          to: "/estate/journal",
          needs: "estate.journal",
          about: "Every call to the parser, with its result.",
        },
        {
          label: "Parser credentials",
          icon: "key",
          to: "/estate/credentials",
          needs: "estate.credentials",
          about: "The partner key, the public key, the addresses.",
        },
      ],
    },
  ],
  screens: [
    {
      path: "/estate/tree",
      needs: "estate.tree",
      load: () => import("../screens/partner/tree.tsx").then((m) => m.Tree),
    },
    {
      path: "/estate/partners/new",
      needs: "estate.partners",
      load: () => import("../screens/partner/partner-form.tsx").then((m) => m.NewPartner),
    },
    {
      path: "/estate/partners/$partnerId",
      needs: "estate.tree",
      load: () => import("../screens/partner/partner.tsx").then((m) => m.Partner),
    },
    {
      path: "/estate/partners/$partnerId/edit",
      needs: "estate.partners",
      load: () => import("../screens/partner/partner-form.tsx").then((m) => m.EditPartner),
    },
    {
      path: "/estate/clients",
      needs: "estate.tree",
      load: () => import("../screens/partner/clients.tsx").then((m) => m.Clients),
    },
    {
      path: "/estate/clients/new",
      needs: "estate.change",
      load: () => import("../screens/partner/client-form.tsx").then((m) => m.NewClient),
    },
    {
      path: "/estate/clients/$clientId",
      needs: "estate",
      load: () => import("../screens/partner/client.tsx").then((m) => m.Client),
    },
    {
      path: "/estate/clients/$clientId/edit",
      needs: "estate.change",
      load: () => import("../screens/partner/client-form.tsx").then((m) => m.EditClient),
    },
    {
      path: "/estate/devices",
      needs: "estate",
      load: () => import("../screens/partner/devices.tsx").then((m) => m.Devices),
    },
    {
      path: "/estate/devices/$deviceId",
      needs: "estate",
      load: () => import("../screens/partner/device.tsx").then((m) => m.Device),
    },
    {
      path: "/estate/inspections",
      needs: "estate",
      load: () => import("../screens/partner/inspections.tsx").then((m) => m.Inspections),
    },
    {
      path: "/estate/attest",
      needs: "attestations",
      load: () => import("../screens/partner/attest.tsx").then((m) => m.Attest),
    },
    {
      path: "/estate/attestations",
      needs: "estate",
      load: () => import("../screens/partner/attestations.tsx").then((m) => m.Attestations),
    },
    {
      path: "/estate/attestations/$attestationId",
      needs: "estate",
      load: () => import("../screens/partner/attestations.tsx").then((m) => m.Attestation),
    },
    {
      path: "/estate/journal",
      needs: "estate.journal",
      load: () => import("../screens/partner/journal.tsx").then((m) => m.Journal),
    },
    {
      path: "/estate/journal/$messageId",
      needs: "estate.journal",
      load: () => import("../screens/partner/journal.tsx").then((m) => m.JournalCall),
    },
    {
      path: "/estate/credentials",
      needs: "estate.credentials",
      load: () => import("../screens/partner/credentials.tsx").then((m) => m.Credentials),
    },
    {
      path: "/estate/credentials/$partnerId",
      needs: "estate.credentials",
      load: () => import("../screens/partner/credentials.tsx").then((m) => m.Credentials),
    },
  ],
  searches: [{ title: "Partners, clients and devices", needs: "estate", find }],
  home: {
    of: ["partner", "client"],
    load: () => import("../screens/partner/home.tsx").then((m) => m.Home),
  },
};
