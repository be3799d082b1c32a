/** The retention periods and the current settings. */
import { Text } from "@mantine/core";
import type {
  RetentionLine,
  SettingLine,
  System,
} from "../../../src/interfaces/console/operations/contract.ts";
import { type Column, DataTable, loadedList } from "../../parts/data-table.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { TwoLines } from "./lists.tsx";

const WHEN: Record<RetentionLine["by"], string> = { purge: "Daily", retention: "Hourly" };

const RETENTION: readonly Column<RetentionLine>[] = [
  {
    id: "what",
    header: "Data",
    cell: ({ what, setting }) => <TwoLines first={what} second={<code>{setting}</code>} />,
  },
  {
    id: "keeps",
    header: "Kept for",
    cell: ({ keeps }) => <span className="sd-one-line">{keeps}</span>,
  },
  {
    id: "before",
    header: "Deletes data before",
    cell: ({ removesBefore }) => <Moment at={removesBefore} show="date" />,
  },
  { id: "by", header: "Runs", cell: ({ by }) => WHEN[by] },
  {
    id: "oldest",
    header: "Oldest data",
    cell: ({ oldestAt }) => (oldestAt === null ? "—" : <Moment at={oldestAt} show="date" />),
  },
  {
    id: "goes",
    header: "Next deletion",
    cell: ({ goesAt }) => (goesAt === null ? "—" : <Moment at={goesAt} show="date" />),
  },
];

const SETTINGS: readonly Column<SettingLine>[] = [
  { id: "name", header: "Setting", cell: ({ name }) => <code>{name}</code> },
  {
    id: "value",
    header: "Value",
    cell: ({ value, isDefault }) => (
      <>
        <span className="sd-summary">{value === "" ? "Not set" : value}</span>
        {isDefault && value !== "" && (
          <Text component="span" size="sm" c="dimmed">
            {" "}
            (default)
          </Text>
        )}
      </>
    ),
  },
  { id: "about", header: "Description", cell: ({ about }) => plain(about) },
];

export function RetentionTab({ system }: { readonly system: System }) {
  return (
    <Panel
      title="Retention"
      description="How long data is kept before it is deleted automatically."
      flush
    >
      <DataTable
        caption="Retention"
        columns={RETENTION}
        reading={loadedList(system.retention)}
        keyOf={({ setting }) => setting}
        empty={{ title: "No retention periods", next: "Set KEEP_… in the environment." }}
      />
    </Panel>
  );
}

export function SettingsTab({ system }: { readonly system: System }) {
  return (
    <Panel
      title="Settings"
      description="Environment variables at startup. The values of secrets are hidden."
      flush
    >
      <DataTable
        caption="Settings"
        columns={SETTINGS}
        reading={loadedList(system.settings)}
        keyOf={({ name }) => name}
        empty={{ title: "No settings", next: "Reload the page." }}
      />
    </Panel>
  );
}

/** Removes Markdown formatting from the documentation text. */
function plain(about: string): string {
  return about.replaceAll("`", "").replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}
