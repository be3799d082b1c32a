/** How API keys are listed, for merchants and operators: how a key is recognized, used and expires. */
import { Text } from "@mantine/core";
import type { AccessKey } from "../../src/interfaces/console/business/contract.ts";
import type { Column } from "./data-table.tsx";
import { Moment, StateBadge } from "./values.tsx";

/** The time zone is the person's own, unless one is given. */
export function keyColumns(zone?: string): readonly Column<AccessKey>[] {
  return [
    { id: "name", header: "Name", isFreeText: true, cell: (key) => <KeyName {...key} /> },
    { id: "key", header: "Key", cell: ({ shownAs }) => <code>{shownAs}</code> },
    { id: "state", header: "Status", cell: (key) => <KeyStatus {...key} zone={zone} /> },
    {
      id: "used",
      header: "Last used",
      cell: ({ usedAt }) =>
        usedAt === undefined ? "Not used yet" : <Moment at={usedAt} zone={zone} />,
    },
    { id: "made", header: "Created", cell: (key) => <Creation {...key} zone={zone} /> },
  ];
}

/** For titles and questions: "Web shop (Ab3dE6…)". */
export function keyTitle({ name, shownAs }: Pick<AccessKey, "name" | "shownAs">): string {
  return name === undefined ? shownAs : `${name} (${shownAs})`;
}

interface ShownKey extends AccessKey {
  readonly zone: string | undefined;
}

function KeyName({ name }: AccessKey) {
  return (
    name ?? (
      <Text span c="dimmed">
        Unnamed key
      </Text>
    )
  );
}

function KeyStatus({ expiresAt, zone }: ShownKey) {
  if (expiresAt === undefined) return <StateBadge state="active" label="Active" />;
  return (
    // One element, because a phone shows the cell in one line with its label.
    <div>
      <StateBadge state="due" label="Expiring" />{" "}
      <Text span size="sm" style={{ whiteSpace: "nowrap" }}>
        <Moment at={expiresAt} zone={zone} />
      </Text>
    </div>
  );
}

function Creation({ createdAt, createdBy, zone }: ShownKey) {
  return (
    <div>
      <Moment at={createdAt} zone={zone} />
      {createdBy !== undefined && (
        <Text size="sm" c="dimmed">
          {createdBy}
        </Text>
      )}
    </div>
  );
}
