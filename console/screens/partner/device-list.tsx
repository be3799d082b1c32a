/** A list of devices with filters: all of a partner, or of one client. */
import { Chip, Group } from "@mantine/core";
import type { NumberedPage } from "../../../src/interfaces/console/contract.ts";
import type { DeviceRow, StateCount } from "../../../src/interfaces/console/partner/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ChoiceFilter, Filters, SearchFilter } from "../../parts/filters.tsx";
import { formatCount } from "../../parts/formats.ts";
import { Panel } from "../../parts/panel.tsx";
import { useMay } from "../../session.tsx";
import { useUrlState } from "../../url-state.ts";
import { LookupFilter } from "./pieces/lookup.tsx";
import { DeviceStatus, DueDate, deviceStatusLabel, useChoices, When } from "./pieces/texts.tsx";

const SERIAL: Column<DeviceRow> = {
  id: "serialNumber",
  header: "Serial number",
  sort: true,
  cell: ({ serialNumber }) => serialNumber,
};
const CLIENT: Column<DeviceRow> = {
  id: "client",
  header: "Client",
  cell: ({ client }) => client?.name ?? "—",
};
const COLUMNS: readonly Column<DeviceRow>[] = [
  { id: "name", header: "Name", sort: true, cell: ({ name }) => name ?? "—" },
  { id: "type", header: "Type", cell: ({ type }) => type },
  { id: "state", header: "Status", cell: ({ state }) => <DeviceStatus state={state} /> },
  {
    id: "due",
    header: "Inspection due",
    cell: ({ due, dueStage }) => <DueDate due={due} stage={dueStage} />,
  },
];
const ACTIVITY: Column<DeviceRow> = {
  id: "lastActivityDate",
  header: "Last activity",
  cell: ({ lastActivity }) => <When at={lastActivity} />,
};
const LOCATION: Column<DeviceRow> = {
  id: "location",
  header: "Location",
  hidden: true,
  cell: ({ location }) => location?.name ?? "—",
};
const ALL: readonly Column<DeviceRow>[] = [
  SERIAL,
  CLIENT,
  ...COLUMNS,
  { ...ACTIVITY, hidden: true },
  LOCATION,
];
const OF_CLIENT: readonly Column<DeviceRow>[] = [SERIAL, ...COLUMNS, ACTIVITY, LOCATION];
const BLANK = { state: "", type: "", serial: "", partner: "", client: "", sort: "", page: 1 };

export function DeviceList({ clientId }: { readonly clientId?: string }) {
  const [url] = useUrlState(BLANK);
  const isPartner = useMay("management.tree");
  const { page, sort, ...filters } = { ...url, ...(clientId && { client: clientId }) };
  const reading = useReading<NumberedPage<DeviceRow>>("/management/devices", {
    ...filters,
    page,
    sort,
  });
  const choices = useChoices();
  const types = choices?.deviceTypes.map((type) => ({ value: type, label: type })) ?? [];
  const isAll = clientId === undefined && isPartner;
  const first = reading.data?.items[0];
  return (
    <>
      <Filters names={isAll ? ["serial", "type", "partner", "client"] : ["serial", "type"]}>
        <SearchFilter name="serial" label="Serial number" placeholder="Starts with" />
        <ChoiceFilter name="type" label="Type" options={types} />
        {isAll && (
          <>
            <LookupFilter
              name="partner"
              kind="partners"
              label="Partner"
              known={first?.partner.id === url.partner ? first.partner : undefined}
            />
            <LookupFilter
              name="client"
              kind="clients"
              label="Client"
              known={first?.client ?? undefined}
            />
          </>
        )}
      </Filters>
      <StateChips filters={filters} />
      <Panel flush>
        <DataTable
          caption="Devices"
          exports={{ path: "/management/devices", params: { ...filters, sort } }}
          columns={isAll ? ALL : OF_CLIENT}
          reading={reading}
          pageSize={25}
          chooseColumns
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/management/devices/${id}`}
          empty={{
            icon: "device",
            title: "No devices",
            next: "Change the filters, or register a device by its serial number.",
          }}
        />
      </Panel>
    </>
  );
}

interface StateChipsProps {
  readonly filters: Readonly<Record<string, string>>;
}

/** One chip per status that has devices. The selected one is always shown. */
function StateChips({ filters: { state: chosen = "", ...filters } }: StateChipsProps) {
  const [, setUrl] = useUrlState({ state: "" });
  const { data = [] } = useReading<readonly StateCount[]>("/management/devices/states", filters);
  const total = data.reduce((sum, { devices }) => sum + devices, 0);
  const isGone = chosen !== "" && !data.some(({ state }) => state === chosen);
  const shown = isGone ? [...data, { state: chosen, devices: 0 }] : data;
  return (
    <Chip.Group value={chosen} onChange={(state) => setUrl({ state: String(state) })}>
      <Group gap={6} mb="md" role="radiogroup" aria-label="Status">
        <Chip size="xs" variant="light" value="">
          All ({formatCount(total)})
        </Chip>
        {shown.map(({ state, devices }) => (
          <Chip key={state} size="xs" variant="light" value={state}>
            {deviceStatusLabel(state)} {formatCount(devices)}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}
