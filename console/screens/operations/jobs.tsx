/** Jobs and queues: work that time brings, its runs, deliveries, payments under way, logins. */
import { PageHeader } from "../../parts/panel.tsx";
import { AttemptsTab } from "./attempts-tab.tsx";
import { TabbedScreen } from "./lists.tsx";
import { LoginsTab } from "./logins-tab.tsx";
import { OutboxTab } from "./outbox-tab.tsx";
import { RunsTab } from "./runs-tab.tsx";
import { WorkTab } from "./work-tab.tsx";

const TABS = [
  { id: "work", label: "Work and queues", content: () => <WorkTab /> },
  { id: "runs", label: "Runs", content: () => <RunsTab /> },
  { id: "outbox", label: "Outbox", content: () => <OutboxTab /> },
  { id: "attempts", label: "Payments under way", content: () => <AttemptsTab /> },
  { id: "logins", label: "Logins", content: () => <LoginsTab /> },
];

export function Jobs() {
  return (
    <>
      <PageHeader
        title="Jobs and queues"
        description="Everything that runs by itself, and what it has not managed yet."
      />
      <TabbedScreen label="Jobs and queues" tabs={TABS} />
    </>
  );
}
