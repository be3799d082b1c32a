/** All clients of the partner and its sub-partners. */
import type { NumberedPage } from "../../../src/interfaces/console/contract.ts";
import type { ClientRow } from "../../../src/interfaces/console/partner/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ChoiceFilter, Filters, SearchFilter } from "../../parts/filters.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { useMay } from "../../session.tsx";
import { useUrlState } from "../../url-state.ts";
import { LookupFilter } from "./pieces/lookup.tsx";
import { ActiveBadge } from "./pieces/texts.tsx";

const COLUMNS: readonly Column<ClientRow>[] = [
  { id: "name", header: "Name", cell: ({ name }) => name },
  { id: "number", header: "Client ID", cell: ({ clientNumber }) => clientNumber },
  { id: "mid", header: "Merchant ID", cell: ({ mid }) => mid ?? "—" },
  { id: "partner", header: "Partner", cell: ({ directPartner }) => directPartner.name },
  { id: "state", header: "Status", cell: ({ isActive }) => <ActiveBadge isActive={isActive} /> },
];
const STATES = [
  { value: "active", label: "Active" },
  { value: "inactive", label: "Disabled" },
];

export function Clients() {
  const [url] = useUrlState({ search: "", state: "", partner: "", page: 1 });
  const reading = useReading<NumberedPage<ClientRow>>("/management/clients", url);
  const mayChange = useMay("management.change");
  const add = mayChange && <ButtonLink to="/management/clients/new">Add client</ButtonLink>;
  const known = reading.data?.items.find(({ directPartner }) => directPartner.id === url.partner);
  return (
    <>
      <PageHeader
        title="Clients"
        description="The clients of your partner and its sub-partners."
        actions={add}
      />
      <Filters names={["search", "partner", "state"]}>
        <SearchFilter name="search" label="Search" placeholder="Name or merchant ID" />
        <LookupFilter name="partner" kind="partners" label="Partner" known={known?.directPartner} />
        <ChoiceFilter name="state" label="Status" options={STATES} />
      </Filters>
      <Panel flush>
        <DataTable
          caption="Clients"
          exports={{ path: "/management/clients", params: url }}
          columns={COLUMNS}
          reading={reading}
          pageSize={25}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/management/clients/${id}`}
          empty={{
            icon: "account",
            title: "No clients",
            next: "Change the filters, or add the first client.",
            action: add,
          }}
        />
      </Panel>
    </>
  );
}
