/** The list of attestations, and one attestation with its results. */
import { Text } from "@mantine/core";
import type { AttestationView } from "../../../src/interfaces/console/partner/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { Filters } from "../../parts/filters.tsx";
import { formatCount } from "../../parts/formats.ts";
import { ButtonLink } from "../../parts/link.tsx";
import { LoadingScreen } from "../../parts/loading-screen.tsx";
import { Facts, PageHeader, Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { useMay } from "../../session.tsx";
import { usePathParam, useUrlState } from "../../url-state.ts";
import { AttestationList } from "./attestation-list.tsx";
import { LookupFilter } from "./pieces/lookup.tsx";
import { ClientLink } from "./pieces/texts.tsx";

export function Attestations() {
  const [{ client }] = useUrlState({ client: "" });
  const mayAttest = useMay("attestations");
  const isPartner = useMay("management.tree");
  return (
    <>
      <PageHeader
        title="Attestations"
        description="Completed inspections and their statements."
        actions={mayAttest && <ButtonLink to="/management/attest">New attestation</ButtonLink>}
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
  { id: "id", header: "Result ID", align: "end", cell: ({ id }) => id },
];

const CRUMBS = [{ label: "Attestations", to: "/management/attestations" }];

export function Attestation() {
  const id = usePathParam("attestationId");
  const reading = useReading<AttestationView>(`/management/attestations/${id}`);
  const { data, error, refetch } = reading;
  if (data === undefined) {
    return <LoadingScreen title="Attestation" crumbs={CRUMBS} error={error} retry={refetch} />;
  }
  const { results } = data;
  return (
    <>
      <PageHeader title={data.name} crumbs={CRUMBS} />
      <Panel title="Details">
        <Facts
          facts={[
            { name: "Client", value: <ClientLink client={data.client} /> },
            { name: "Completed", value: <Moment at={data.completed} focusable /> },
            { name: "Recorded", value: <Moment at={data.created} focusable /> },
            { name: "Devices", value: formatCount(data.devices) },
            {
              name: "Statement",
              value: data.notes && <Text className="sd-lines-kept">{data.notes}</Text>,
            },
          ]}
        />
      </Panel>
      <Panel flush title="Results" description="One per device, in the order of selection.">
        <DataTable
          caption="Results"
          columns={COLUMNS}
          reading={{ ...reading, data: { items: results } }}
          keyOf={(result) => result.id}
          linkOf={({ device }) => `/management/devices/${device.id}`}
          empty={{ title: "No results", next: "This attestation has no devices." }}
        />
      </Panel>
    </>
  );
}
