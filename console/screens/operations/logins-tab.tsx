/** Who is locked out or slowed down after failed logins, and the way back in. */
import { SimpleGrid } from "@mantine/core";
import type { LockLine, Logins } from "../../../src/interfaces/console/operations/contract.ts";
import { api, useReading } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { formatCount, wordsOfState } from "../../parts/formats.ts";
import { Figure, Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { listOf } from "./lists.tsx";

const COLUMNS: readonly Column<LockLine>[] = [
  { id: "name", header: "Who", cell: nameOf },
  {
    id: "interfaceName",
    header: "Interface",
    cell: ({ interfaceName }) => (interfaceName === null ? "—" : wordsOfState(interfaceName)),
  },
  { id: "address", header: "From", cell: ({ address }) => address ?? "Anywhere" },
  { id: "kind", header: "State", cell: ({ kind }) => <StateBadge state={kind} /> },
  { id: "until", header: "Until", cell: ({ until }) => <Moment at={until} /> },
  { id: "act", header: "", cell: (lock) => <Unlock {...lock} />, align: "end" },
];

export function LoginsTab() {
  const reading = useReading<Logins>("/operations/logins");
  const { data, error } = reading;
  const loading = data === undefined && error === null;
  const figure = (value: number | undefined) => (value === undefined ? "—" : formatCount(value));
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md" mb="lg">
        <Figure label="Locked" value={figure(data?.locked)} loading={loading} />
        <Figure label="Slowed down" value={figure(data?.slowed)} loading={loading} />
        <Figure
          label="Failing, not locked"
          value={figure(data?.counted)}
          note="Names and addresses, by digest"
          loading={loading}
        />
        <Figure label="Failures counted" value={figure(data?.failures)} loading={loading} />
      </SimpleGrid>
      <Panel
        title="Locked and slowed down"
        description="A lock holds for one name at one address, or for one address. A name that fails from many addresses is slowed down. Names come from the audit."
        flush
      >
        <DataTable
          caption="Locked logins"
          columns={COLUMNS}
          reading={listOf(reading, ({ locks }) => locks)}
          keyOf={({ id }) => id}
          empty={{
            title: "Nobody is locked out or slowed down",
            next: "Too many failed logins lock a name at one address, or an address.",
            icon: "shield",
          }}
        />
      </Panel>
    </>
  );
}

function nameOf({ name, address, id }: LockLine): string {
  return name ?? (address === null ? `Unnamed (${id.slice(0, 8)})` : "Everybody there");
}

function Unlock(lock: LockLine) {
  return (
    <ConfirmButton
      size="compact-sm"
      label={lock.kind === "locked" ? "Unlock" : "Clear"}
      question={`Let ${nameOf(lock)} try again?`}
      consequence="The failures so far are forgotten. Make sure that it was the person, and not somebody who guesses."
      send={() => api.post("/operations/logins/unlock", { id: lock.id })}
      said={lock.kind === "locked" ? "Unlocked." : "Cleared."}
      refresh={["/operations/logins", "/operations/overview"]}
    />
  );
}
