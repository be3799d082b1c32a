/** Devices that are due for their annual inspection. */
import { SegmentedControl } from "@mantine/core";
import type {
  InspectionPage,
  InspectionRow,
} from "../../../src/interfaces/console/partner/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { DateFilter, Filters } from "../../parts/filters.tsx";
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
/** No period is selected while the list is of one day. */
const ON_A_DAY = "day";
const WITH_ATTEST: readonly Column<InspectionRow>[] = [...COLUMNS, ATTEST];

function emptyTitle({ on, within }: { readonly on: string; readonly within: string }): string {
  if (on !== "") return "No inspections due on this day";
  return within === "" ? "No overdue inspections" : "No inspections due in this period";
}

export function Inspections() {
  const [url, setUrl] = useUrlState({ within: "", on: "", partner: "", client: "", page: 1 });
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
        actions={
          <>
            <ButtonLink to="/management/calendar" variant="default">
              Calendar
            </ButtonLink>
            {mayAttest && <ButtonLink to="/management/attest">New attestation</ButtonLink>}
          </>
        }
      />
      <SegmentedControl
        mb="md"
        aria-label="Due"
        value={url.on === "" ? url.within : ON_A_DAY}
        onChange={(within) => setUrl({ within, on: "" })}
        data={[
          { value: "", label: label("Overdue", counts?.overdue) },
          { value: "30", label: label("30 days", counts?.within30) },
          { value: "60", label: label("60 days", counts?.within60) },
        ]}
      />
      <Filters names={["on", "partner", "client"]}>
        <DateFilter name="on" label="Due on (UTC)" />
        {isPartner && (
          <>
            <LookupFilter
              name="partner"
              kind="partners"
              label="Partner"
              known={items?.[0]?.partner.id === url.partner ? items[0]?.partner : undefined}
            />
            <LookupFilter name="client" kind="clients" label="Client" known={items?.[0]?.client} />
          </>
        )}
      </Filters>
      <Panel flush>
        <DataTable
          caption="Due inspections"
          exports={{ path: "/management/inspections", params: url }}
          columns={mayAttest ? WITH_ATTEST : COLUMNS}
          reading={reading}
          pageSize={25}
          keyOf={({ device }) => device.id}
          linkOf={({ device }) => `/management/devices/${device.id}`}
          empty={{
            icon: "shield",
            title: emptyTitle(url),
            next: "A device is due one year after its last attestation, its activation or its registration.",
          }}
        />
      </Panel>
    </>
  );
}
