/**
 * The base derivation keys of devices. Only key check values are shown, and two people import a
 * key.
 */
import { Group, Stack, Tabs, Text } from "@mantine/core";
import { useState } from "react";
import type { BaseKeyRow, BaseKeys } from "../../../src/interfaces/console/operator/contract.ts";
import { api, useReading } from "../../api.ts";
import { Allowed } from "../../parts/allowed.tsx";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { CopyValue } from "../../parts/copy.tsx";
import { type Column, DataTable, type ListReading } from "../../parts/data-table.tsx";
import { formatCount } from "../../parts/formats.ts";
import { PageHeader, Panel } from "../../parts/panel.tsx";
import { TabStrip } from "../../parts/tab-strip.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { useSession } from "../../session.tsx";
import { useUrlState } from "../../url-state.ts";
import { FinishButton, ImportResult, type KeptKey, StartButton } from "./key-import.tsx";
import { formatKeyType } from "./key-types.ts";

const PATH = "/operator/keys";

export function DeviceKeys() {
  const reading = useReading<BaseKeys>(PATH);
  const [kept, setKept] = useState<KeptKey>();
  const [{ show }, setUrl] = useUrlState({ show: "" });
  const isPast = show === "past";
  return (
    <>
      <PageHeader
        title="Device keys"
        description="Base derivation keys (BDKs), from which the keys of each device are derived. Keys are never shown. Compare their check values instead."
        actions={
          <Allowed needs="operator.administer">
            <StartButton kinds={reading.data?.kinds ?? []} kept={setKept} />
          </Allowed>
        }
      />
      <Stack gap="lg">
        {kept !== undefined && <ImportResult {...kept} done={() => setKept(undefined)} />}
        <Tabs
          value={isPast ? "past" : "now"}
          onChange={(tab) => setUrl({ show: tab === "past" ? "past" : "" })}
        >
          <TabStrip open={isPast ? "past" : "now"} mb="lg">
            <Tabs.Tab value="now">Active and pending</Tabs.Tab>
            <Tabs.Tab value="past">Retired and canceled</Tabs.Tab>
          </TabStrip>
          <Tabs.Panel value={isPast ? "past" : "now"}>
            <Panel flush>
              <KeyTable reading={reading} isPast={isPast} kept={setKept} />
            </Panel>
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </>
  );
}

interface KeyTableProps {
  readonly reading: Omit<ListReading<BaseKeyRow>, "data"> & { readonly data: BaseKeys | undefined };
  readonly isPast: boolean;
  kept(key: KeptKey): void;
}

function KeyTable({ reading, isPast, kept }: KeyTableProps) {
  const { person } = useSession();
  const items = reading.data?.items.filter(({ state }) => isPast !== isCurrent(state));
  const columns = isPast ? PAST : [...CURRENT, actionsColumn(person.name, kept)];
  return (
    <DataTable
      caption={isPast ? "Retired and canceled keys" : "Active and pending keys"}
      columns={columns}
      reading={{ ...reading, data: items && { items, total: items.length } }}
      keyOf={({ name }) => name}
      pageSize={1_000}
      empty={isPast ? NOTHING_PAST : NOTHING_YET}
    />
  );
}

const NOTHING_PAST = {
  title: "No keys",
  next: "Retired keys and canceled imports appear here.",
  icon: "key",
} as const;
const NOTHING_YET = {
  title: "No device keys",
  next: "Import a key: one operator enters the first component, another operator the second.",
  icon: "key",
} as const;

const IDENTITY: readonly Column<BaseKeyRow>[] = [
  { id: "name", header: "Name", cell: (key) => <Named {...key} /> },
  {
    id: "ksi",
    header: "KSI",
    cell: ({ ksi }) => (ksi === null ? "All others" : <code>{ksi}</code>),
  },
];

const CURRENT: readonly Column<BaseKeyRow>[] = [
  ...IDENTITY,
  {
    id: "check",
    header: "Key check value",
    cell: ({ checkValue }) => <CopyValue value={checkValue} label="Copy key check value" />,
  },
  { id: "state", header: "Status", cell: ({ state }) => <StateBadge state={state} /> },
  { id: "people", header: "Imported by", cell: importers },
  { id: "devices", header: "Devices", cell: (key) => <Usage {...key} /> },
];

const PAST: readonly Column<BaseKeyRow>[] = [
  ...IDENTITY,
  { id: "check", header: "Key check value", cell: ({ checkValue }) => <code>{checkValue}</code> },
  { id: "state", header: "Status", cell: ({ state }) => <StateBadge state={state} /> },
  { id: "people", header: "Imported by", cell: importers },
  {
    id: "ended",
    header: "Ended",
    cell: ({ retiredAt }) => (retiredAt === null ? "—" : <Moment at={retiredAt} />),
  },
];

function Named({ name, kind }: BaseKeyRow) {
  return (
    <div>
      <b>{name}</b>
      <Text size="xs" c="dimmed" component="div">
        {formatKeyType(kind)}
      </Text>
    </div>
  );
}

function Usage({ state, devices, lastUsedAt }: BaseKeyRow) {
  if (state !== "active") return "—";
  return (
    <>
      {formatCount(devices)}
      {lastUsedAt !== null && (
        <Text size="xs" c="dimmed" component="div">
          last used <Moment at={lastUsedAt} show="date" />
        </Text>
      )}
    </>
  );
}

function importers({ state, startedBy, finishedBy }: BaseKeyRow): string {
  if (state === "pending") return `${startedBy}, second person pending`;
  const people = [startedBy, finishedBy].filter((name) => name !== null);
  return people.length === 0 ? "Test mode" : people.join(" and ");
}

function isCurrent(state: BaseKeyRow["state"]): boolean {
  return state === "active" || state === "pending";
}

function actionsColumn(own: string, kept: KeyTableProps["kept"]): Column<BaseKeyRow> {
  const isOthers = ({ startedBy }: BaseKeyRow) => startedBy?.toLowerCase() !== own.toLowerCase();
  return {
    id: "acts",
    header: "",
    align: "end",
    cell: (key) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        {key.state === "pending" && isOthers(key) && (
          <Allowed needs="operator.administer">
            <FinishButton entry={key} kept={kept} />
          </Allowed>
        )}
        <EndButton {...key} />
      </Group>
    ),
  };
}

function EndButton({ name, state }: BaseKeyRow) {
  const send = () => api.post(`${PATH}/${encodeURIComponent(name)}/retire`);
  if (state === "pending") {
    return (
      <ConfirmButton
        needs="operator.administer"
        label="Cancel import"
        size="compact-sm"
        variant="subtle"
        question={`Cancel the import of ${name}?`}
        consequence="The first component is deleted. Both people must start again."
        send={send}
        successMessage="Import canceled."
        refresh={[PATH]}
      />
    );
  }
  return (
    <ConfirmButton
      needs="operator.administer"
      label="Retire"
      size="compact-sm"
      variant="subtle"
      question={`Retire ${name}?`}
      consequence="Payloads from devices with this key are rejected within a second, in payments and the parser. A retired key cannot be activated again."
      send={send}
      successMessage={`${name} is retired.`}
      refresh={[PATH]}
    />
  );
}
