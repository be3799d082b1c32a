/** The chain of the audit: where it ends, and walks along it that prove that nothing was changed. */
import { Alert, Button, List, Progress, SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { AuditChain, CheckLine } from "../../../src/interfaces/console/operations/contract.ts";
import { api, readingOf } from "../../api.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { formatCount } from "../../parts/formats.ts";
import { Icon } from "../../parts/icons.tsx";
import { Figure, Panel, ScreenSkeleton } from "../../parts/panel.tsx";
import { useAction } from "../../parts/submit.tsx";
import { Moment, StateBadge, type Tone } from "../../parts/values.tsx";
import { listOf } from "./lists.tsx";

const PATH = "/operations/audit/chain";
const RUNNING_MS = 1_000;

const COLUMNS: readonly Column<CheckLine>[] = [
  { id: "started", header: "Started", cell: ({ startedAt }) => <Moment at={startedAt} /> },
  { id: "by", header: "By", cell: ({ startedBy }) => startedBy },
  { id: "verdict", header: "Verdict", cell: (check) => <Verdict {...check} /> },
  { id: "good", header: "Entries", cell: ({ good }) => formatCount(good ?? 0), align: "end" },
  {
    id: "findings",
    header: "Findings",
    cell: ({ findingCount }) => formatCount(findingCount),
    align: "end",
  },
];

export function ChainTab() {
  const reading = useQuery({
    ...readingOf<AuditChain>(PATH),
    refetchInterval: ({ state }) => (isRunning(state.data?.checks[0]) ? RUNNING_MS : false),
  });
  const { data, error, refetch } = reading;
  const { run, isPending } = useAction({
    send: () => api.post(`${PATH}/check`),
    refresh: [PATH, "/operations/overview"],
  });
  if (data === undefined) {
    return error === null ? <ScreenSkeleton /> : <ErrorPanel error={error} retry={refetch} />;
  }
  const [last] = data.checks;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" mb="lg">
        <Figure label="Last check" value={<LastCheck check={last} />} note={lastNote(last)} />
        <Figure label="Links in the chain" value={formatCount(data.length)} />
        <Figure label="Removed by retention" value={formatCount(data.removed)} />
      </SimpleGrid>
      <Panel
        title="Check the chain"
        description="Walks along every link in the background and holds it against its entry. Everything else goes on meanwhile."
        actions={
          <Button onClick={run} loading={isPending} disabled={isRunning(last)}>
            Check now
          </Button>
        }
      >
        {isRunning(last) && last !== undefined && <Walking check={last} />}
        {last !== undefined && last.findings.length > 0 && <Findings check={last} />}
        <Text size="sm" c="dimmed">
          Where it ends now, as the log has it:
        </Text>
        {data.head === null ? (
          <Text>The chain has not begun.</Text>
        ) : (
          <CopyValue value={data.head} label="Copy the head" />
        )}
      </Panel>
      <Panel title="Checks" flush>
        <DataTable
          caption="Checks of the chain"
          columns={COLUMNS}
          reading={listOf(reading, ({ checks }) => checks)}
          keyOf={({ id }) => id}
          empty={{
            title: "Nobody has checked yet",
            next: "Check now: it takes about a second for every ten thousand entries.",
            icon: "shield",
          }}
        />
      </Panel>
    </>
  );
}

function isRunning(check: CheckLine | undefined): boolean {
  return check !== undefined && check.finishedAt === null;
}

function LastCheck({ check }: { readonly check: CheckLine | undefined }) {
  if (check === undefined) return "Never";
  return wordOf(check).label;
}

function lastNote(check: CheckLine | undefined) {
  if (check === undefined) return "Check it once a month";
  return <Moment at={check.finishedAt ?? check.startedAt} />;
}

function Verdict(check: CheckLine) {
  const { label, tone } = wordOf(check);
  return <StateBadge state={label} label={label} tone={tone} />;
}

function wordOf({ finishedAt, isSound }: CheckLine): { label: string; tone: Tone } {
  if (finishedAt === null) return { label: "Running", tone: "waiting" };
  if (isSound === null) return { label: "Not finished", tone: "attention" };
  return isSound ? { label: "Sound", tone: "good" } : { label: "Not sound", tone: "bad" };
}

function Walking({ check }: { readonly check: CheckLine }) {
  const { walked, toWalk } = check;
  const part = toWalk === 0 ? 0 : Math.min(100, (walked / toWalk) * 100);
  return (
    <div role="status">
      <Text size="sm" mb={6}>
        {formatCount(walked)} of {formatCount(toWalk)} links
      </Text>
      <Progress value={part} animated mb="lg" aria-label="How far the check has come" />
    </div>
  );
}

function Findings({ check }: { readonly check: CheckLine }) {
  return (
    <Alert
      color="red"
      role="alert"
      className="sd-alert"
      mb="lg"
      icon={<Icon name="attention" />}
      title="The audit is not sound"
    >
      <Text size="sm" mb="xs">
        Keep the log and a copy of the database as they are, then find out who could write to it.
      </Text>
      <List size="sm">
        {check.findings.map((finding) => (
          <List.Item key={finding}>{finding}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
