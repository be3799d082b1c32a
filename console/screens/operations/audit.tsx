/** The audit log: its entries and the verification of its integrity. */
import { PageHeader } from "../../parts/panel.tsx";
import { AuditTab } from "./audit-tab.tsx";
import { IntegrityTab } from "./integrity-tab.tsx";
import { TabbedScreen } from "./lists.tsx";

const TABS = [
  { id: "entries", label: "Entries", content: () => <AuditTab /> },
  { id: "integrity", label: "Integrity", content: () => <IntegrityTab /> },
];

export function Audit() {
  return (
    <>
      <PageHeader
        title="Audit log"
        description="A tamper-evident record of every administrative action."
      />
      <TabbedScreen label="Audit log" tabs={TABS} />
    </>
  );
}
