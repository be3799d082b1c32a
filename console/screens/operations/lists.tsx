/** Shared parts of the operations screens: tabs in the address, and complete lists. */
import "./operations.css";
import { Tabs, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { ListReading } from "../../parts/data-table.tsx";
import { TabStrip } from "../../parts/tab-strip.tsx";
import { useUrlState } from "../../url-state.ts";

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly content: () => ReactNode;
}

/** The first tab is the default. Only the open tab loads data. */
export function TabbedScreen({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const [{ tab }] = useUrlState({ tab: "" });
  const setTab = useTab();
  const open = tabs.find(({ id }) => id === tab) ?? tabs[0];
  return (
    <Tabs value={open?.id ?? null} onChange={(id) => setTab(id === tabs[0]?.id ? "" : (id ?? ""))}>
      <TabStrip open={open?.id} label={label}>
        {tabs.map(({ id, label: name }) => (
          <Tabs.Tab key={id} value={id}>
            {name}
          </Tabs.Tab>
        ))}
      </TabStrip>
      {tabs.map(({ id, content }) => (
        <Tabs.Panel key={id} value={id} pt="lg">
          {id === open?.id && content()}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** Changing the tab clears the filters, because each tab has its own. */
function useTab(): (tab: string) => void {
  const [, setUrl] = useUrlState({ tab: "" });
  return (tab) => setUrl({ ...NOTHING_CHOSEN, tab });
}

const NOTHING_CHOSEN = {
  after: "",
  name: "",
  outcome: "",
  state: "",
  connection: "",
  status: "",
  file: "",
  actor: "",
  action: "",
  subject: "",
  subjectId: "",
  result: "",
  since: "",
  until: "",
};

interface TwoLinesProps {
  readonly first: ReactNode;
  /** The secondary line. */
  readonly second: ReactNode;
}

/** A cell with two lines, also on phones. */
export function TwoLines({ first, second }: TwoLinesProps) {
  return (
    <div className="sd-cell-lines">
      {first}
      <Text size="sm" c="dimmed" component="div">
        {second}
      </Text>
    </div>
  );
}

interface Whole<Answer> {
  readonly data: Answer | undefined;
  readonly error: Error | null;
  readonly isPlaceholderData: boolean;
  refetch(): unknown;
}

/** Adapts a list inside a response for the table. */
export function listReading<Answer, Item>(
  { data, error, isPlaceholderData, refetch }: Whole<Answer>,
  pick: (answer: Answer) => readonly Item[],
): ListReading<Item> {
  const items = data === undefined ? undefined : { items: pick(data) };
  return { data: items, error, isPlaceholderData, refetch };
}
