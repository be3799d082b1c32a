/** One act: who, what, from where, how it ended, and what was before and after. */
import "./operations.css";
import { Table, Text } from "@mantine/core";
import type { AuditEntry } from "../../../src/interfaces/console/operations/contract.ts";
import { useReading } from "../../api.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { wordsOfState } from "../../parts/formats.ts";
import { TextLink } from "../../parts/link.tsx";
import { Facts, PageHeader, Panel } from "../../parts/panel.tsx";
import { UnreadScreen } from "../../parts/unread-screen.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { usePathParam } from "../../url-state.ts";
import { RESULT_TONES } from "./audit-tab.tsx";
import { type Difference, differencesOf } from "./differences.ts";

const CRUMBS = [{ label: "Audit log", to: "/operations/audit" }];

export function AuditEntryScreen() {
  const id = usePathParam("entryId");
  const { data, error, refetch } = useReading<AuditEntry>(`/operations/audit/${id}`);
  if (data === undefined) {
    return <UnreadScreen title="Audit entry" crumbs={CRUMBS} error={error} retry={refetch} />;
  }
  const { action, result, before, after } = data;
  return (
    <>
      <PageHeader
        title={action}
        description={`Entry ${id} of the audit.`}
        crumbs={CRUMBS}
        badge={<StateBadge state={result} tone={RESULT_TONES[result]} />}
      />
      <Panel title="The act">
        <Facts facts={factsOf(data)} />
      </Panel>
      <Panel title="What changed" flush>
        <Changes differences={differencesOf(before, after)} />
      </Panel>
    </>
  );
}

function factsOf(entry: AuditEntry) {
  const { actorName, actorKind, subjectKind, subjectId, wallAt, businessAt } = entry;
  const same = `/operations/audit?subjectId=${encodeURIComponent(subjectId)}`;
  return [
    {
      name: "Who",
      value: (
        <>
          {actorName} ({wordsOfState(actorKind).toLowerCase()}) ·{" "}
          <TextLink
            underline="always"
            to={`/operations/audit?actor=${encodeURIComponent(actorName)}`}
          >
            all their acts
          </TextLink>
        </>
      ),
    },
    {
      name: "On what",
      value: (
        <>
          {wordsOfState(subjectKind)} {subjectId} ·{" "}
          <TextLink underline="always" to={same}>
            everything on it
          </TextLink>
        </>
      ),
    },
    { name: "When", value: <Moment at={wallAt} show="seconds" focusable /> },
    { name: "Business time", value: <Moment at={businessAt} show="seconds" focusable /> },
    {
      name: "From",
      value: [entry.address, entry.interfaceName].filter(Boolean).join(", ") || null,
    },
    {
      name: "Request",
      value: entry.requestId && <CopyValue value={entry.requestId} label="Copy the request's id" />,
    },
  ];
}

function Changes({ differences }: { readonly differences: readonly Difference[] }) {
  if (differences.length === 0) {
    return (
      <Text c="dimmed" px="lg" pb="lg">
        Nothing was written down beside the act itself.
      </Text>
    );
  }
  return (
    <Table className="sd-table" verticalSpacing="xs">
      <caption className="sd-hidden">What changed</caption>
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
