/** The audit log: who did what, newest first, and the proof of it. */
import { PageHeader } from "../../parts/panel.tsx";
import { AuditTab } from "./audit-tab.tsx";
import { ChainTab } from "./chain-tab.tsx";
import { TabbedScreen } from "./lists.tsx";

const TABS = [
  { id: "entries", label: "Entries", content: () => <AuditTab /> },
  { id: "chain", label: "Chain", content: () => <ChainTab /> },
];

export function Audit() {
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Every act that must be answered for. Nothing of it can be changed unseen."
      />
      <TabbedScreen label="Audit log" tabs={TABS} />
    </>
  );
}
