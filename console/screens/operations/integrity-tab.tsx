/** The integrity of the audit log: the current head of its hash chain, and checks of the chain. */
import { Alert, Button, List, Progress, SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { AuditChain, CheckLine } from "../../../src/interfaces/console/operations/contract.ts";
import { api, readingOptions } from "../../api.ts";
import { Allowed } from "../../parts/allowed.tsx";
import { CopyValue } from "../../parts/copy.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { formatCount } from "../../parts/formats.ts";
import { Icon } from "../../parts/icons.tsx";
import { Figure, Panel, ScreenSkeleton } from "../../parts/panel.tsx";
import { useAction } from "../../parts/submit.tsx";
import { Moment, StateBadge, type Tone } from "../../parts/values.tsx";
import { listReading } from "./lists.tsx";

const PATH = "/operations/audit/chain";
const RUNNING_MS = 1_000;

const COLUMNS: readonly Column<CheckLine>[] = [
  { id: "started", header: "Started", cell: ({ startedAt }) => <Moment at={startedAt} /> },
  { id: "by", header: "Started by", cell: ({ startedBy }) => startedBy },
  { id: "verdict", header: "Result", cell: (check) => <CheckResult {...check} /> },
  { id: "good", header: "Entries", cell: ({ good }) => formatCount(good ?? 0), align: "end" },
  {
    id: "findings",
    header: "Problems",
    cell: ({ findingCount }) => formatCount(findingCount),
    align: "end",
  },
];

export function IntegrityTab() {
  const reading = useQuery({
    ...readingOptions<AuditChain>(PATH),
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
        <Figure label="Entries in the chain" value={formatCount(data.length)} />
        <Figure label="Deleted by retention" value={formatCount(data.removed)} />
      </SimpleGrid>
      <Panel
        title="Verify integrity"
        description="Compares every entry of the audit log with its hash chain, in the background."
        actions={
          <Allowed needs="operator.support">
            <Button onClick={run} loading={isPending} disabled={isRunning(last)}>
              Verify now
            </Button>
          </Allowed>
        }
      >
        {isRunning(last) && last !== undefined && <CheckProgress check={last} />}
        {last !== undefined && last.findings.length > 0 && <Findings check={last} />}
        <Text size="sm" c="dimmed">
          Current head of the chain:
        </Text>
        {data.head === null ? (
          <Text>The audit log has no entries yet.</Text>
        ) : (
          <CopyValue value={data.head} label="Copy chain head" />
        )}
      </Panel>
      <Panel title="Checks" flush>
        <DataTable
          caption="Integrity checks"
          columns={COLUMNS}
          reading={listReading(reading, ({ checks }) => checks)}
          keyOf={({ id }) => id}
          empty={{
            title: "No checks yet",
            next: "Start a check. It takes about one second per 10,000 entries.",
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
  return checkLabel(check).label;
}

function lastNote(check: CheckLine | undefined) {
  if (check === undefined) return "Check it once a month";
  return <Moment at={check.finishedAt ?? check.startedAt} />;
}

function CheckResult(check: CheckLine) {
  const { label, tone } = checkLabel(check);
  return <StateBadge state={label} label={label} tone={tone} />;
}

function checkLabel({ finishedAt, isSound }: CheckLine): { label: string; tone: Tone } {
  if (finishedAt === null) return { label: "Running", tone: "waiting" };
  if (isSound === null) return { label: "Incomplete", tone: "attention" };
  return isSound ? { label: "Valid", tone: "good" } : { label: "Invalid", tone: "bad" };
}

function CheckProgress({ check }: { readonly check: CheckLine }) {
  const { walked, toWalk } = check;
  const part = toWalk === 0 ? 0 : Math.min(100, (walked / toWalk) * 100);
  return (
    <div role="status">
      <Text size="sm" mb={6}>
        {formatCount(walked)} of {formatCount(toWalk)} entries
      </Text>
      <Progress value={part} animated mb="lg" aria-label="Progress of the check" />
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
      title="The audit log is not intact"
    >
      <Text size="sm" mb="xs">
        Keep the audit log and a copy of the database unchanged. Then find out who could write to
        it.
      </Text>
      <List size="sm">
        {check.findings.map((finding) => (
          <List.Item key={finding}>{finding}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
