/** Jobs and queues: scheduled jobs, runs, deliveries, pending payments and locked logins. */
import { PageHeader } from "../../parts/panel.tsx";
import { DeliveriesTab } from "./deliveries-tab.tsx";
import { TabbedScreen } from "./lists.tsx";
import { LoginsTab } from "./logins-tab.tsx";
import { PendingPaymentsTab } from "./pending-payments-tab.tsx";
import { RunsTab } from "./runs-tab.tsx";
import { ScheduledJobsTab } from "./scheduled-jobs-tab.tsx";

const TABS = [
  { id: "jobs", label: "Jobs", content: () => <ScheduledJobsTab /> },
  { id: "runs", label: "Runs", content: () => <RunsTab /> },
  { id: "deliveries", label: "Deliveries", content: () => <DeliveriesTab /> },
  { id: "pending", label: "Pending payments", content: () => <PendingPaymentsTab /> },
  { id: "logins", label: "Locked logins", content: () => <LoginsTab /> },
];

export function Jobs() {
  return (
    <>
      <PageHeader
        title="Jobs and queues"
        description="Scheduled and background jobs, and what they have not completed yet."
      />
      <TabbedScreen label="Jobs and queues" tabs={TABS} />
    </>
  );
}
