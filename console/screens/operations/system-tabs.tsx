/** The process and database tabs of the system screen. */
import { SimpleGrid } from "@mantine/core";
import type {
  PartitionLine,
  PoolLine,
  System,
} from "../../../src/interfaces/console/operations/contract.ts";
import { type Column, DataTable, loadedList } from "../../parts/data-table.tsx";
import { formatCount } from "../../parts/formats.ts";
import { Facts, Figure, Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { sizeText } from "./durations.ts";

type MasterKey = System["masterKeys"][number];

const POOLS: readonly Column<PoolLine>[] = [
  { id: "name", header: "Pool", cell: ({ name }) => name },
  {
    id: "connections",
    header: "Connections",
    cell: ({ connections, size }) => `${connections} of ${size}`,
    align: "end",
  },
  { id: "idle", header: "Idle", cell: ({ idle }) => formatCount(idle), align: "end" },
  { id: "waiting", header: "Waiting", cell: ({ waiting }) => formatCount(waiting), align: "end" },
];

const KEYS: readonly Column<MasterKey>[] = [
  { id: "id", header: "Master key", cell: ({ id }) => `Key ${id}` },
  {
    id: "state",
    header: "Status",
    cell: ({ isCurrent }) => (
      <StateBadge
        state={isCurrent ? "current" : "replaced"}
        tone={isCurrent ? "good" : "attention"}
      />
    ),
  },
  { id: "since", header: "Created", cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    id: "keys",
    header: "Data keys in use",
    cell: ({ keysInUse }) => formatCount(keysInUse),
    align: "end",
  },
  {
    id: "retired",
    header: "Retired",
    cell: ({ keysRetired }) => formatCount(keysRetired),
    align: "end",
  },
];

const PARTITIONS: readonly Column<PartitionLine>[] = [
  { id: "name", header: "Partition", cell: ({ name }) => name },
  {
    id: "rows",
    header: "Rows (approx.)",
    cell: ({ rowsAbout }) => (rowsAbout === null ? "—" : formatCount(rowsAbout)),
    align: "end",
  },
  { id: "size", header: "Size", cell: ({ sizeBytes }) => sizeText(sizeBytes), align: "end" },
  { id: "bounds", header: "ID range", cell: ({ bounds }) => boundsText(bounds) },
];

export function ProcessTab({ system }: { readonly system: System }) {
  const { product, schema, server, node, environment, processStartedAt } = system;
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md" mb="lg">
        <Figure label="Sixdoors" value={product} note={environment} />
        <Figure
          label="Schema version"
          value={server.schema}
          note={
            schema === server.schema ? "Matches this release" : `This release expects ${schema}`
          }
        />
        <Figure label="Node.js" value={node} />
        <Figure label="PostgreSQL" value={server.version.split(" ")[0]} />
      </SimpleGrid>
      <Panel title="Process">
        <Facts
          facts={[
            { name: "Started", value: <Moment at={processStartedAt} focusable /> },
            { name: "Read replica", value: replicaText(system) },
          ]}
        />
      </Panel>
      <Panel
        title="Connections"
        description="Connection pools of the process that served this page."
        flush
      >
        <DataTable
          caption="Connection pools"
          columns={POOLS}
          reading={loadedList(system.pools)}
          keyOf={({ name }) => name}
          empty={{ title: "No connection pools", next: "Reload the page." }}
        />
      </Panel>
      <Panel
        title="Master keys"
        description="Keys are never shown. They do not leave the key management system."
        flush
      >
        <DataTable
          caption="Master keys"
          columns={KEYS}
          reading={loadedList(system.masterKeys)}
          keyOf={({ id }) => id}
          empty={{
            title: "No master keys",
            next: "The first master key is created at the first start.",
            icon: "key",
          }}
        />
      </Panel>
    </>
  );
}

export function DatabaseTab({ system }: { readonly system: System }) {
  const { server, partitions } = system;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" mb="lg">
        <Figure label="Size" value={sizeText(server.sizeBytes)} note={server.database} />
        <Figure
          label="Connections"
          value={formatCount(server.connections)}
          note={`of ${formatCount(server.connectionsMax)} allowed`}
        />
        <Figure
          label="Server started"
          value={<Moment at={server.startedAt} show="date" />}
          note={
            server.migratedAt !== null && (
              <>
                Migrated <Moment at={server.migratedAt} />
              </>
            )
          }
        />
      </SimpleGrid>
      <Panel title="Partitions" description="One per month, newest first." flush>
        <DataTable
          caption="Partitions"
          columns={PARTITIONS}
          reading={loadedList(partitions)}
          keyOf={({ name }) => name}
          empty={{
            title: "No partitions",
            next: "The job “Create monthly partitions” creates them.",
          }}
        />
      </Panel>
    </>
  );
}

function replicaText({ replica: { isThere, lagMs } }: System): string {
  if (!isThere) return "None";
  return lagMs === null ? "Not responding" : `${formatCount(Math.round(lagMs))} ms behind`;
}

/** Extracts the two IDs from FOR VALUES FROM ('322000000000') TO ('323000000000'). */
function boundsText(bounds: string): string {
  const ids = bounds.match(/\d+/g);
  return ids?.length === 2 ? `${ids[0]} to ${ids[1]}` : bounds;
}
