/** Devices with checkboxes: one by one, a page at once, or all matching a filter. */
import { Button, Checkbox, Group, Text } from "@mantine/core";
import { createContext, useContext, useState } from "react";
import type { NumberedPage } from "../../../../src/interfaces/console/contract.ts";
import type {
  DeviceRow,
  DeviceTicks,
} from "../../../../src/interfaces/console/partner/contract.ts";
import { api, useReading } from "../../../api.ts";
import { type Column, DataTable } from "../../../parts/data-table.tsx";
import { ChoiceFilter, Filters, SearchFilter } from "../../../parts/filters.tsx";
import { formatCount } from "../../../parts/formats.ts";
import { notifyError } from "../../../parts/notify.tsx";
import { Panel } from "../../../parts/panel.tsx";
import { useUrlState } from "../../../url-state.ts";
import { LookupFilter } from "./lookup.tsx";
import { DeviceStatus, DueDate, When } from "./texts.tsx";

/** The maximum number of devices in one attestation or assignment. */
export const TICKS_MAX = 500;
/** Serial numbers by device ID, in the order of selection. */
export type Ticked = ReadonlyMap<string, string>;

export interface Ticks {
  readonly ticked: Ticked;
  setTicked(next: Ticked): void;
}

type Device = Pick<DeviceRow, "id" | "serialNumber">;

const TickContext = createContext<Ticks>({ ticked: new Map(), setTicked: () => {} });

const COLUMNS: readonly Column<DeviceRow>[] = [
  { id: "tick", header: "Device", cell: (device) => <Tick device={device} /> },
  { id: "name", header: "Name", cell: ({ name }) => name ?? "—" },
  { id: "state", header: "Status", cell: ({ state }) => <DeviceStatus state={state} /> },
  { id: "inspected", header: "Last inspected", cell: ({ inspected }) => <When at={inspected} /> },
  {
    id: "due",
    header: "Due",
    cell: ({ due, dueStage }) => <DueDate due={due} stage={dueStage} />,
  },
];
const ALL_COLUMNS: readonly Column<DeviceRow>[] = [
  ...COLUMNS.slice(0, 2),
  { id: "client", header: "Client", cell: ({ client }) => client?.name ?? "—" },
  { id: "location", header: "Location", cell: ({ location }) => location?.name ?? "—" },
  ...COLUMNS.slice(2),
];
const DUE = [
  { value: "0", label: "Overdue" },
  { value: "30", label: "Due within 30 days" },
  { value: "60", label: "Due within 60 days" },
];

function Tick({ device: { id, serialNumber } }: { readonly device: Device }) {
  const { ticked, setTicked } = useContext(TickContext);
  const isTicked = ticked.has(id);
  const turn = () => {
    const next = new Map(ticked);
    if (isTicked) next.delete(id);
    else next.set(id, serialNumber);
    setTicked(next);
  };
  return (
    <Checkbox
      label={serialNumber}
      checked={isTicked}
      disabled={!isTicked && ticked.size >= TICKS_MAX}
      onChange={turn}
    />
  );
}

interface TickListProps extends Ticks {
  /** Only devices of this client. Absent: the user may filter by client. */
  readonly clientId?: string;
  readonly description?: string;
  readonly error?: string | undefined;
}

export function DeviceChecklist(props: TickListProps) {
  const { clientId, description = "Select the inspected devices.", error } = props;
  const { ticked, setTicked } = props;
  const [{ serial, due, client, page }] = useUrlState({ serial: "", due: "", client: "", page: 1 });
  const filters = { client: clientId ?? client, serial, due };
  const reading = useReading<NumberedPage<DeviceRow>>("/management/devices", { ...filters, page });
  return (
    <TickContext value={{ ticked, setTicked }}>
      <Panel title="Devices" description={description}>
        <Filters names={clientId === undefined ? ["serial", "due", "client"] : ["serial", "due"]}>
          <SearchFilter name="serial" label="Serial number" placeholder="Starts with" />
          <ChoiceFilter name="due" label="Inspection" options={DUE} />
          {clientId === undefined && <LookupFilter name="client" kind="clients" label="Client" />}
        </Filters>
        <TickBar filters={filters} reading={reading} ticked={ticked} setTicked={setTicked} />
        {error !== undefined && (
          <Text c="red" size="sm" mt="xs" role="alert">
            {error}
          </Text>
        )}
      </Panel>
      <Panel flush>
        <DataTable
          caption="Devices to select"
          columns={clientId === undefined ? ALL_COLUMNS : COLUMNS}
          reading={reading}
          pageSize={25}
          keyOf={({ id }) => id}
          empty={{
            icon: "device",
            title: "No devices",
            next: "Change the filters, or register devices first.",
          }}
        />
      </Panel>
    </TickContext>
  );
}

interface TickBarProps extends Ticks {
  readonly filters: Readonly<Record<string, string>>;
  readonly reading: { readonly data: NumberedPage<DeviceRow> | undefined };
}

function TickBar({ filters, reading: { data }, ticked, setTicked }: TickBarProps) {
  const [isLoading, setLoading] = useState(false);
  const total = data?.total ?? 0;
  const add = (devices: readonly Device[]) => {
    const all = new Map([...ticked, ...devices.map((one) => [one.id, one.serialNumber] as const)]);
    setTicked(new Map([...all].slice(0, TICKS_MAX)));
  };
  const addAll = () => {
    setLoading(true);
    api
      .get<DeviceTicks>("/management/devices/ticks", filters)
      .then(({ devices }) => add(devices), notifyError)
      .finally(() => setLoading(false));
  };
  const all = total > TICKS_MAX ? `Select first ${TICKS_MAX}` : `Select all ${formatCount(total)}`;
  return (
    <Group gap="xs">
      <Text fw={600} className="sd-amount" aria-live="polite" mr="auto">
        {formatCount(ticked.size)} selected (maximum {TICKS_MAX})
      </Text>
      <Button size="xs" variant="default" onClick={() => add(data?.items ?? [])}>
        Select this page
      </Button>
      <Button size="xs" variant="default" loading={isLoading} onClick={addAll}>
        {all}
      </Button>
      {ticked.size > 0 && (
        <Button size="xs" variant="subtle" color="gray" onClick={() => setTicked(new Map())}>
          Clear selection
        </Button>
      )}
    </Group>
  );
}
