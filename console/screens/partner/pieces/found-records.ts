/** Search results as links, for Ctrl+K and the search page. Pure. */
import type { ManagementFinds } from "../../../../src/interfaces/console/partner/contract.ts";
import type { Hit } from "../../../area.ts";

type Kind = keyof ManagementFinds;
type Found<Of extends Kind> = ManagementFinds[Of][number];

interface Owned {
  readonly partnerId: string;
  readonly client: { readonly id: string; readonly name: string } | null;
}

/** Locations and users are shown on a tab of their owner. */
function ownerTab({ partnerId, client }: Owned, tab: string): string {
  const owner = client === null ? `partners/${partnerId}` : `clients/${client.id}`;
  return `/management/${owner}?tab=${tab}`;
}

function atOwner({ client }: Owned): string {
  return client === null ? "" : ` · ${client.name}`;
}

const HITS: { readonly [Of in Kind]: (found: Found<Of>) => Omit<Hit, "id"> } = {
  partners: ({ id, name, parent }) => ({
    label: name,
    about: parent === null ? "Your partner" : `Sub-partner of ${parent.name}`,
    to: `/management/partners/${id}`,
    icon: "partners",
  }),
  clients: ({ id, name, directPartner }) => ({
    label: name,
    about: `Client of ${directPartner.name}`,
    to: `/management/clients/${id}`,
    icon: "account",
  }),
  devices: ({ id, serialNumber, client }) => ({
    label: serialNumber,
    about: client === null ? "Device" : `Device at ${client.name}`,
    to: `/management/devices/${id}`,
    icon: "device",
  }),
  locations: (found) => ({
    label: found.name,
    about: `Location${atOwner(found)} · ${found.address}`,
    to: ownerTab(found, "locations"),
    icon: "place",
  }),
  people: (found) => ({
    label: found.name,
    about: `User${atOwner(found)} · ${found.email}`,
    to: ownerTab(found, "users"),
    icon: "person",
  }),
};

export const FOUND_KINDS = Object.keys(HITS) as readonly Kind[];

export function listHitsOfKind<Of extends Kind>(finds: ManagementFinds, kind: Of): readonly Hit[] {
  const write = HITS[kind] as (found: Found<Of>) => Omit<Hit, "id">;
  return finds[kind].map((found) => ({ id: `${kind} ${found.id}`, ...write(found as Found<Of>) }));
}

export function listHits(finds: ManagementFinds): readonly Hit[] {
  return FOUND_KINDS.flatMap((kind) => listHitsOfKind(finds, kind));
}
