/** The business clock: its time, advancing it, scheduled jobs and past runs. */
import { SimpleGrid, Stack } from "@mantine/core";
import type {
  ClockRun,
  ClockState,
  DueItem,
} from "../../../src/interfaces/console/certification/contract.ts";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import { useReading } from "../../api.ts";
import { Allowed } from "../../parts/allowed.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { Figure, PageHeader, Panel } from "../../parts/panel.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { useUrlState } from "../../url-state.ts";
import { formatLead, useBusinessTime } from "./business-time.ts";
import { ClockAdvance } from "./clock-advance.tsx";

const DUE: readonly Column<DueItem>[] = [
  { id: "name", header: "Job", cell: ({ label }) => label },
  {
    id: "dueAt",
    header: "Scheduled for",
    cell: ({ dueAt }) => <Moment at={dueAt} />,
    align: "end",
  },
];

const RAN: readonly Column<ClockRun>[] = [
  { id: "name", header: "Job", cell: ({ label }) => label },
  { id: "dueAt", header: "Scheduled for", cell: ({ dueAt }) => <Moment at={dueAt} /> },
  { id: "summary", header: "Summary", cell: ({ summary }) => summary },
  { id: "outcome", header: "Result", cell: ({ outcome }) => <StateBadge state={outcome} /> },
  { id: "took", header: "Duration", cell: ({ tookMs }) => `${tookMs} ms`, align: "end" },
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
        title="Business clock"
        description="The business clock decides when cutoffs, settlements, batches and expirations happen. Advance it to run all jobs that become due. It cannot be set back."
      />
      <Now />
      <Stack gap="lg" mt="lg">
        <Allowed needs="operator.support">
          <ClockAdvance presets={state.data?.presets} />
        </Allowed>
        <Panel title="Scheduled jobs" flush>
          <DataTable
            caption="Scheduled jobs"
            columns={DUE}
            reading={{ ...state, data: due }}
            keyOf={({ name }) => name}
            empty={{ title: "No scheduled jobs", next: "Jobs appear here after their first run." }}
          />
        </Panel>
        <Panel title="Past runs" flush>
          <DataTable
            caption="Past runs, newest first"
            columns={RAN}
            reading={runs}
            keyOf={({ id }) => id}
            empty={{
              title: "No runs yet",
              next: "Advance the clock to run the jobs that become due.",
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
        label="Business clock"
        loading={isLoading}
        value={time && <Moment at={time.business} show="time" focusable />}
        note={time && <Moment at={time.business} show="date" />}
      />
      <Figure
        label="Real time"
        loading={isLoading}
        value={time && <Moment at={time.wall} show="time" focusable />}
        note={time && <Moment at={time.wall} show="date" />}
      />
      <Figure
        label="Ahead by"
        loading={isLoading}
        value={time && formatLead(time.leadMs)}
        note="The clock cannot be set back"
      />
    </SimpleGrid>
  );
}
