/** The sub-partners of a partner, and the clients of all of them. */
import type { NumberedPage } from "../../../src/interfaces/console/contract.ts";
import type { Branch, ClientRow } from "../../../src/interfaces/console/partner/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { formatCount } from "../../parts/formats.ts";
import { ButtonLink } from "../../parts/link.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useMay } from "../../session.tsx";
import { useUrlState } from "../../url-state.ts";
import { ActiveBadge } from "./pieces/texts.tsx";

const BRANCHES: readonly Column<Branch>[] = [
  { id: "name", header: "Name", cell: ({ name }) => name },
  { id: "reference", header: "Reference", cell: ({ reference }) => reference },
  { id: "clients", header: "Clients", align: "end", cell: ({ clients }) => formatCount(clients) },
  { id: "devices", header: "Devices", align: "end", cell: ({ devices }) => formatCount(devices) },
  { id: "state", header: "Status", cell: ({ isActive }) => <ActiveBadge isActive={isActive} /> },
];

export function SubPartners({ id }: { readonly id: string }) {
  const [{ page }] = useUrlState({ page: 1 });
  const reading = useReading<NumberedPage<Branch>>(`/management/partners/${id}/below`, { page });
  const add = useMay("management.partners") && (
    <ButtonLink to={`/management/partners/new?parent=${id}`} size="xs">
      Add sub-partner
    </ButtonLink>
  );
  return (
    <Panel flush title="Sub-partners" actions={add}>
      <DataTable
        caption="Sub-partners"
        exports={{ path: `/management/partners/${id}/below` }}
        columns={BRANCHES}
        reading={reading}
        pageSize={25}
        keyOf={(branch) => branch.id}
        linkOf={(branch) => `/management/partners/${branch.id}`}
        empty={{
          icon: "partners",
          title: "No sub-partners",
          next: "Add partners that work for this one, with their own users and clients.",
        }}
      />
    </Panel>
  );
}

const CLIENTS: readonly Column<ClientRow>[] = [
  { id: "name", header: "Name", cell: ({ name }) => name },
  { id: "mid", header: "Merchant ID", cell: ({ mid }) => mid ?? "—" },
  { id: "partner", header: "Partner", cell: ({ directPartner }) => directPartner.name },
  { id: "state", header: "Status", cell: ({ isActive }) => <ActiveBadge isActive={isActive} /> },
];

export function PartnerClients({ id }: { readonly id: string }) {
  const [{ page }] = useUrlState({ page: 1 });
  const reading = useReading<NumberedPage<ClientRow>>("/management/clients", { partner: id, page });
  const add = useMay("management.change") && (
    <ButtonLink to={`/management/clients/new?partner=${id}`} size="xs">
      Add client
    </ButtonLink>
  );
  return (
    <Panel flush title="Clients (including sub-partners)" actions={add}>
      <DataTable
        caption="Clients"
        exports={{ path: "/management/clients", params: { partner: id } }}
        columns={CLIENTS}
        reading={reading}
        pageSize={25}
        keyOf={(client) => client.id}
        linkOf={(client) => `/management/clients/${client.id}`}
        empty={{
          icon: "account",
          title: "No clients",
          next: "Add a client with its first location and user.",
        }}
      />
    </Panel>
  );
}
