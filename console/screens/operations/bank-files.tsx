/** Bank files: to banks and from banks, what nobody could place, the banks, return rates. */
import { PageHeader } from "../../parts/panel.tsx";
import { BanksTab } from "./banks-tab.tsx";
import { InboundTab } from "./inbound-tab.tsx";
import { TabbedScreen } from "./lists.tsx";
import { OutboundTab } from "./outbound-tab.tsx";
import { RatesTab } from "./rates-tab.tsx";
import { UnmatchedTab } from "./unmatched-tab.tsx";

const TABS = [
  { id: "outbound", label: "To banks", content: () => <OutboundTab /> },
  { id: "inbound", label: "From banks", content: () => <InboundTab /> },
  { id: "unmatched", label: "Unmatched", content: () => <UnmatchedTab /> },
  { id: "banks", label: "Banks", content: () => <BanksTab /> },
  { id: "rates", label: "Return rates", content: () => <RatesTab /> },
];

export function BankFiles() {
  return (
    <>
      <PageHeader
        title="Bank files"
        description="What leaves for the ACH network at each cut-off, and what comes back."
      />
      <TabbedScreen label="Bank files" tabs={TABS} />
    </>
  );
}
