/** Bank files: outgoing and incoming files, unmatched returns, banks and return rates. */
import { PageHeader } from "../../parts/panel.tsx";
import { BanksTab } from "./banks-tab.tsx";
import { InboundTab } from "./inbound-tab.tsx";
import { TabbedScreen } from "./lists.tsx";
import { OutboundTab } from "./outbound-tab.tsx";
import { RatesTab } from "./rates-tab.tsx";
import { ReversalsTab } from "./reversals-tab.tsx";
import { UnmatchedTab } from "./unmatched-tab.tsx";

const TABS = [
  { id: "outbound", label: "Outgoing", content: () => <OutboundTab /> },
  { id: "inbound", label: "Incoming", content: () => <InboundTab /> },
  { id: "unmatched", label: "Unmatched returns", content: () => <UnmatchedTab /> },
  { id: "reversals", label: "Reversals", content: () => <ReversalsTab /> },
  { id: "banks", label: "Banks", content: () => <BanksTab /> },
  { id: "rates", label: "Return rates", content: () => <RatesTab /> },
];

export function BankFiles() {
  return (
    <>
      <PageHeader
        title="Bank files"
        description="ACH files sent at each cutoff, and the files that banks send back."
      />
      <TabbedScreen label="Bank files" tabs={TABS} />
    </>
  );
}
