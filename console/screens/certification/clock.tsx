/** The clock of certification: what time it is, moving it on, what is due and what ran. */
import { SimpleGrid, Stack } from "@mantine/core";
import type {
  ClockRun,
  ClockState,
  DueItem,
} from "../../../src/interfaces/console/certification/contract.ts";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import { useReading } from "../../api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { Figure, PageHeader, Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { spanWords, useBusinessTime } from "./business-time.ts";
import { ClockAdvance } from "./clock-advance.tsx";

const DUE: readonly Column<DueItem>[] = [
  { id: "name", header: "Work", cell: ({ name }) => capital(name) },
  { id: "dueAt", header: "Due", cell: ({ dueAt }) => <Moment at={dueAt} />, align: "end" },
];

const RAN: readonly Column<ClockRun>[] = [
  { id: "name", header: "Work", cell: ({ name }) => capital(name) },
  { id: "dueAt", header: "Was due", cell: ({ dueAt }) => <Moment at={dueAt} /> },
  { id: "summary", header: "What it did", cell: ({ summary }) => summary },
  { id: "outcome", header: "Outcome", cell: ({ outcome }) => <StateBadge state={outcome} /> },
  { id: "took", header: "Took", cell: ({ tookMs }) => `${tookMs} ms`, align: "end" },
];

export function Clock() {
  const [url] = useUrlState({ after: "" });
  const state = useReading<ClockState>("/certification/clock");
  const runs = useReading<CursorPage<ClockRun>>("/certification/clock/runs", {
    before: url.after,
    take: 50,
  });
  const due = state.data && { items: state.data.due };
  return (
    <>
      <PageHeader
        title="Clock"
        description="Business time decides what is due: cut-offs, settlements, batches, lapses. Move it on, and everything on the way runs in order. It never goes back."
      />
      <Now />
      <Stack gap="lg" mt="lg">
        <ClockAdvance presets={state.data?.presets} />
        <Panel title="Due next" flush>
          <DataTable
            caption="Work that is due next"
            columns={DUE}
            reading={{ ...state, data: due }}
            keyOf={({ name }) => name}
            empty={{ title: "Nothing is due", next: "Work appears here once a job has run." }}
          />
        </Panel>
        <Panel title="What ran" flush>
          <DataTable
            caption="Work that ran, the newest first"
            columns={RAN}
            reading={runs}
            keyOf={({ id }) => id}
            empty={{
              title: "Nothing has run yet",
              next: "Move the clock on: what falls due on the way is listed here.",
              icon: "clock",
            }}
          />
        </Panel>
      </Stack>
    </>
  );
}

function Now() {
  const time = useBusinessTime();
  const isLoading = time === undefined;
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <Figure
        label="Business time"
        loading={isLoading}
        value={time && <Moment at={time.business} show="time" focusable />}
        note={time && <Moment at={time.business} show="date" />}
      />
      <Figure
        label="Wall clock"
        loading={isLoading}
        value={time && <Moment at={time.wall} show="time" focusable />}
        note={time && <Moment at={time.wall} show="date" />}
      />
      <Figure
        label="Business is ahead by"
        loading={isLoading}
        value={time && spanWords(time.leadMs)}
        note="It only ever grows"
      />
    </SimpleGrid>
  );
}

/** "read ACH answers": "Read ACH answers". */
function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
