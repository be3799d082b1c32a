/** The history of attestations, and one of them with its results. */
import { Text } from "@mantine/core";
import type { AttestationView } from "../../../src/interfaces/console/partner/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { Filters } from "../../parts/filters.tsx";
import { formatCount } from "../../parts/formats.ts";
import { ButtonLink } from "../../parts/link.tsx";
import { Facts, PageHeader, Panel, ScreenSkeleton } from "../../parts/panel.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { useMay } from "../../session.tsx";
import { usePathParam, useUrlState } from "../../url-state.ts";
import { AttestationList } from "./attestation-list.tsx";
import { LookupFilter } from "./pieces/lookup.tsx";
import { ClientLink } from "./pieces/words.tsx";

export function Attestations() {
  const [{ client }] = useUrlState({ client: "" });
  const mayAttest = useMay("attestations");
  const isPartner = useMay("estate.tree");
  return (
    <>
      <PageHeader
        title="Attestations"
        description="What was inspected, when, and what was said about it."
        actions={mayAttest && <ButtonLink to="/estate/attest">Start an attestation</ButtonLink>}
      />
      {isPartner && (
        <Filters names={["client"]}>
          <LookupFilter name="client" kind="clients" label="Client" />
        </Filters>
      )}
      <AttestationList {...(client !== "" && { clientId: client })} />
    </>
  );
}

type Result = AttestationView["results"][number];

const COLUMNS: readonly Column<Result>[] = [
  { id: "serial", header: "Serial number", cell: ({ device }) => device.serialNumber },
  { id: "name", header: "Name", cell: ({ device }) => device.name ?? "—" },
  { id: "result", header: "Result", cell: () => <StateBadge state="done" label="Attested" /> },
  { id: "id", header: "Number", align: "end", cell: ({ id }) => id },
];

export function Attestation() {
  const id = usePathParam("attestationId");
  const reading = useReading<AttestationView>(`/estate/attestations/${id}`);
  const { data, error, refetch } = reading;
  if (error !== null) return <ErrorPanel error={error} retry={refetch} />;
  if (data === undefined) return <ScreenSkeleton />;
  const { results } = data;
  return (
    <>
      <PageHeader
        title={data.name}
        crumbs={[{ label: "Attestations", to: "/estate/attestations" }]}
      />
      <Panel title="About">
        <Facts
          facts={[
            { name: "Client", value: <ClientLink client={data.client} /> },
            { name: "Completed", value: <Moment at={data.completed} focusable /> },
            { name: "Entered", value: <Moment at={data.created} focusable /> },
            { name: "Devices", value: formatCount(data.devices) },
            {
              name: "Statement",
              value: data.notes && <Text className="sd-lines-kept">{data.notes}</Text>,
            },
          ]}
        />
      </Panel>
      <Panel
        flush
        title="Results"
        description="One a device, in the order in which they were ticked."
      >
        <DataTable
          caption="Results"
          columns={COLUMNS}
          reading={{ ...reading, data: { items: results } }}
          keyOf={(result) => result.id}
          linkOf={({ device }) => `/estate/devices/${device.id}`}
          empty={{ title: "No results", next: "Every attestation has at least one." }}
        />
      </Panel>
    </>
  );
}
