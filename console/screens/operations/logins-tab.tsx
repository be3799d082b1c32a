/** Who is locked out after failed logins, and the way back in. */
import { SimpleGrid } from "@mantine/core";
import type { LockLine, Logins } from "../../../src/interfaces/console/operations/contract.ts";
import { api, useReading } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { formatCount, wordsOfState } from "../../parts/formats.ts";
import { Figure, Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { listOf } from "./lists.tsx";

const COLUMNS: readonly Column<LockLine>[] = [
  { id: "name", header: "Who", cell: nameOf },
  { id: "door", header: "Door", cell: ({ door }) => (door === null ? "—" : wordsOfState(door)) },
  { id: "address", header: "From", cell: ({ address }) => address ?? "Anywhere" },
  { id: "until", header: "Locked until", cell: ({ until }) => <Moment at={until} /> },
  { id: "act", header: "", cell: (lock) => <Unlock {...lock} />, align: "end" },
];

export function LoginsTab() {
  const reading = useReading<Logins>("/operations/logins");
  const { data, error } = reading;
  const loading = data === undefined && error === null;
  const figure = (value: number | undefined) => (value === undefined ? "—" : formatCount(value));
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" mb="lg">
        <Figure label="Locked now" value={figure(data?.locked)} loading={loading} />
        <Figure
          label="Failing, not locked"
          value={figure(data?.counted)}
          note="Names and addresses, by digest"
          loading={loading}
        />
        <Figure label="Failures counted" value={figure(data?.failures)} loading={loading} />
      </SimpleGrid>
      <Panel
        title="Locked"
        description="Names are not kept with the counts; where one is shown, the audit wrote it down."
        flush
      >
        <DataTable
          caption="Locked logins"
          columns={COLUMNS}
          reading={listOf(reading, ({ locks }) => locks)}
          keyOf={({ id }) => id}
          empty={{
            title: "Nobody is locked out",
            next: "Too many failed logins lock a name or an address for half an hour at most.",
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
      label="Unlock"
      question={`Let ${nameOf(lock)} try again?`}
      consequence="The failures so far are forgotten. Make sure that it was the person, and not somebody who guesses."
      send={() => api.post("/operations/logins/unlock", { id: lock.id })}
      said="Unlocked."
      refresh={["/operations/logins", "/operations/overview"]}
    />
  );
}
