/** Logins that are locked or slowed down after failed attempts, and unlocking them. */
import { SimpleGrid } from "@mantine/core";
import type { LockLine, Logins } from "../../../src/interfaces/console/operations/contract.ts";
import { api, useReading } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { formatCount } from "../../parts/formats.ts";
import { Figure, Panel } from "../../parts/panel.tsx";
import { formatStatus } from "../../parts/status-labels.ts";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { listReading } from "./lists.tsx";

const COLUMNS: readonly Column<LockLine>[] = [
  { id: "name", header: "User", cell: lockedUser },
  {
    id: "interfaceName",
    header: "Interface",
    cell: ({ interfaceName }) => (interfaceName === null ? "—" : formatStatus(interfaceName)),
  },
  { id: "address", header: "IP address", cell: ({ address }) => address ?? "Any" },
  { id: "kind", header: "Status", cell: ({ kind }) => <StateBadge state={kind} /> },
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
          note="User names and IP addresses"
          loading={loading}
        />
        <Figure label="Failed attempts" value={figure(data?.failures)} loading={loading} />
      </SimpleGrid>
      <Panel
        title="Locked and slowed-down logins"
        description="Failed logins lock one user at one IP address, or a whole IP address. A user with failures from many addresses is slowed down. User names come from the audit log."
        flush
      >
        <DataTable
          caption="Locked logins"
          columns={COLUMNS}
          reading={listReading(reading, ({ locks }) => locks)}
          keyOf={({ id }) => id}
          empty={{
            title: "No locked logins",
            next: "Users and IP addresses appear here after too many failed logins.",
            icon: "shield",
          }}
        />
      </Panel>
    </>
  );
}

function lockedUser({ name, address, id }: LockLine): string {
  return (
    name ?? (address === null ? `Unknown user (${id.slice(0, 8)})` : "All users at this address")
  );
}

function Unlock(lock: LockLine) {
  return (
    <ConfirmButton
      size="compact-sm"
      needs="operator.support"
      label={lock.kind === "locked" ? "Unlock" : "Clear"}
      question={lock.kind === "locked" ? "Unlock this login?" : "Clear the failed attempts?"}
      consequence={`${lockedUser(lock)}: the failed attempts are cleared, and sign-in works again immediately. First make sure that they were not an attack.`}
      send={() => api.post("/operations/logins/unlock", { id: lock.id })}
      successMessage={lock.kind === "locked" ? "Unlocked." : "Cleared."}
      refresh={["/operations/logins", "/operations/overview"]}
    />
  );
}
