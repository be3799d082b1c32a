/** What is removed when, and the settings in force. */
import { Text } from "@mantine/core";
import type {
  RetentionLine,
  SettingLine,
  System,
} from "../../../src/interfaces/console/operations/contract.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { TwoLines } from "./lists.tsx";
import { whole } from "./system-tabs.tsx";

const WHEN: Record<RetentionLine["by"], string> = { purge: "Daily", retention: "Hourly" };

const RETENTION: readonly Column<RetentionLine>[] = [
  {
    id: "what",
    header: "What",
    cell: ({ what, setting }) => <TwoLines first={what} second={<code>{setting}</code>} />,
  },
  {
    id: "keeps",
    header: "Kept for",
    cell: ({ keeps }) => <span className="sd-one-line">{keeps}</span>,
  },
  {
    id: "before",
    header: "Removes what is before",
    cell: ({ removesBefore }) => <Moment at={removesBefore} show="date" />,
  },
  { id: "by", header: "How often", cell: ({ by }) => WHEN[by] },
  {
    id: "oldest",
    header: "Oldest kept",
    cell: ({ oldestAt }) => (oldestAt === null ? "—" : <Moment at={oldestAt} show="date" />),
  },
  {
    id: "goes",
    header: "Next to go",
    cell: ({ goesAt }) => (goesAt === null ? "—" : <Moment at={goesAt} show="date" />),
  },
];

const SETTINGS: readonly Column<SettingLine>[] = [
  { id: "name", header: "Setting", cell: ({ name }) => <code>{name}</code> },
  {
    id: "value",
    header: "In force",
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
  { id: "about", header: "What it does", cell: ({ about }) => plain(about) },
];

export function RetentionTab({ system }: { readonly system: System }) {
  return (
    <Panel title="Retention" description="What goes by itself, and when." flush>
      <DataTable
        caption="Retention"
        columns={RETENTION}
        reading={whole(system.retention)}
        keyOf={({ setting }) => setting}
        empty={{ title: "Nothing is removed", next: "Set KEEP_… in the environment." }}
      />
    </Panel>
  );
}

export function SettingsTab({ system }: { readonly system: System }) {
  return (
    <Panel
      title="Settings in force"
      description="As the environment had them at the start. Of a secret only that it is set."
      flush
    >
      <DataTable
        caption="Settings"
        columns={SETTINGS}
        reading={whole(system.settings)}
        keyOf={({ name }) => name}
        empty={{ title: "No settings", next: "Reload the page." }}
      />
    </Panel>
  );
}

/** The manual's marks have no meaning here. */
function plain(about: string): string {
  return about.replaceAll("`", "").replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}
