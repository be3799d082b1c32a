/** Devices that are due for their annual inspection. */
import { SegmentedControl } from "@mantine/core";
import type {
  InspectionPage,
  InspectionRow,
} from "../../../src/interfaces/console/partner/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { Filters } from "../../parts/filters.tsx";
import { formatCount } from "../../parts/formats.ts";
import { ButtonLink, TextLink } from "../../parts/link.tsx";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { useMay } from "../../session.tsx";
import { useUrlState } from "../../url-state.ts";
import { LookupFilter } from "./pieces/lookup.tsx";
import { DueDate, When } from "./pieces/texts.tsx";

const COLUMNS: readonly Column<InspectionRow>[] = [
  { id: "device", header: "Device", cell: ({ device }) => device.serialNumber },
  { id: "client", header: "Client", cell: ({ client }) => client.name },
  { id: "inspected", header: "Last inspected", cell: ({ inspected }) => <When at={inspected} /> },
  {
    id: "due",
    header: "Due",
    cell: ({ due, dueStage }) => <DueDate due={due} stage={dueStage} />,
  },
];
const ATTEST: Column<InspectionRow> = {
  id: "attest",
  header: "Action",
  align: "end",
  cell: ({ client }) => <TextLink to={`/management/attest?client=${client.id}`}>Attest</TextLink>,
};
const WITH_ATTEST: readonly Column<InspectionRow>[] = [...COLUMNS, ATTEST];

export function Inspections() {
  const [url, setUrl] = useUrlState({ within: "", partner: "", client: "", page: 1 });
  const reading = useReading<InspectionPage>("/management/inspections", url);
  const mayAttest = useMay("attestations");
  const isPartner = useMay("management.tree");
  const { counts, items } = reading.data ?? {};
  const label = (words: string, count?: number) =>
    count === undefined ? words : `${words} (${formatCount(count)})`;
  return (
    <>
      <PageHeader
        title="Due inspections"
        description="Each device must be inspected once a year. The longest overdue are listed first."
        actions={mayAttest && <ButtonLink to="/management/attest">New attestation</ButtonLink>}
      />
      <SegmentedControl
        mb="md"
        aria-label="Due"
        value={url.within}
        onChange={(within) => setUrl({ within })}
        data={[
          { value: "", label: label("Overdue", counts?.overdue) },
          { value: "30", label: label("30 days", counts?.within30) },
          { value: "60", label: label("60 days", counts?.within60) },
        ]}
      />
      {isPartner && (
        <Filters names={["partner", "client"]}>
          <LookupFilter
            name="partner"
            kind="partners"
            label="Partner"
            known={items?.[0]?.partner.id === url.partner ? items[0]?.partner : undefined}
          />
          <LookupFilter name="client" kind="clients" label="Client" known={items?.[0]?.client} />
        </Filters>
      )}
      <Panel flush>
        <DataTable
          caption="Due inspections"
          columns={mayAttest ? WITH_ATTEST : COLUMNS}
          reading={reading}
          pageSize={25}
          keyOf={({ device }) => device.id}
          linkOf={({ device }) => `/management/devices/${device.id}`}
          empty={{
            icon: "shield",
            title:
              url.within === "" ? "No overdue inspections" : "No inspections due in this period",
            next: "A device is due one year after its last attestation, its activation or its registration.",
          }}
        />
      </Panel>
    </>
  );
}
