/** One audit log entry: user, action, origin, result, and the values before and after. */
import "./operations.css";
import { Table, Text } from "@mantine/core";
import type { AuditEntry } from "../../../src/interfaces/console/operations/contract.ts";
import { useReading } from "../../api.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { TextLink } from "../../parts/link.tsx";
import { LoadingScreen } from "../../parts/loading-screen.tsx";
import { Facts, PageHeader, Panel } from "../../parts/panel.tsx";
import { formatStatus } from "../../parts/status-labels.ts";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { usePathParam } from "../../url-state.ts";
import { RESULT_BADGES } from "./audit-tab.tsx";
import { type Difference, findDifferences } from "./differences.ts";

const CRUMBS = [{ label: "Audit log", to: "/operations/audit" }];

export function AuditEntryScreen() {
  const id = usePathParam("entryId");
  const { data, error, refetch } = useReading<AuditEntry>(`/operations/audit/${id}`);
  if (data === undefined) {
    return <LoadingScreen title="Audit entry" crumbs={CRUMBS} error={error} retry={refetch} />;
  }
  const { action, result, before, after } = data;
  return (
    <>
      <PageHeader
        title={action}
        description={`Entry ${id}`}
        crumbs={CRUMBS}
        badge={<StateBadge state={result} {...RESULT_BADGES[result]} />}
      />
      <Panel title="Details">
        <Facts facts={auditFacts(data)} />
      </Panel>
      <Panel title="Changes" flush>
        <Changes differences={findDifferences(before, after)} />
      </Panel>
    </>
  );
}

function auditFacts(entry: AuditEntry) {
  const { actorName, actorKind, subjectKind, subjectId, wallAt, businessAt } = entry;
  const same = `/operations/audit?subjectId=${encodeURIComponent(subjectId)}`;
  return [
    {
      name: "User",
      value: (
        <>
          {actorName} ({formatStatus(actorKind).toLowerCase()}) ·{" "}
          <TextLink
            underline="always"
            to={`/operations/audit?actor=${encodeURIComponent(actorName)}`}
          >
            All actions by this user
          </TextLink>
        </>
      ),
    },
    {
      name: "Object",
      value: (
        <>
          {formatStatus(subjectKind)} {subjectId} ·{" "}
          <TextLink underline="always" to={same}>
            All actions on this object
          </TextLink>
        </>
      ),
    },
    { name: "Date", value: <Moment at={wallAt} show="seconds" focusable /> },
    { name: "Business clock", value: <Moment at={businessAt} show="seconds" focusable /> },
    {
      name: "IP address",
      value: [entry.address, entry.interfaceName].filter(Boolean).join(", ") || null,
    },
    {
      name: "Request ID",
      value: entry.requestId && <CopyValue value={entry.requestId} label="Copy request ID" />,
    },
  ];
}

function Changes({ differences }: { readonly differences: readonly Difference[] }) {
  if (differences.length === 0) {
    return (
      <Text c="dimmed" px="lg" pb="lg">
        No values were recorded for this action.
      </Text>
    );
  }
  return (
    <Table className="sd-table" verticalSpacing="xs">
      <caption className="sd-hidden">Changes</caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          <Table.Th>Before</Table.Th>
          <Table.Th>After</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {differences.map(({ field, before, after, kind }) => (
          <Table.Tr key={field} data-change={kind}>
            <Table.Td data-label="Field">{field}</Table.Td>
            <Table.Td data-label="Before">
              {kind === "changed" || kind === "removed" ? <del>{before}</del> : (before ?? "—")}
            </Table.Td>
            <Table.Td data-label="After">
              {kind === "changed" || kind === "added" ? <ins>{after}</ins> : (after ?? "—")}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
