/** A merchant's stored cards and bank accounts, and what banks said about bank accounts. */
import { Tabs } from "@mantine/core";
import { PageHeader } from "../../parts/panel.tsx";
import { TabStrip } from "../../parts/tab-strip.tsx";
import { useMay } from "../../session.tsx";
import { useUrlState } from "../../url-state.ts";
import { BankBlocks } from "../business/bank-blocks.tsx";
import { BankCorrections } from "./bank-corrections.tsx";
import { StoredMethods } from "./stored-methods.tsx";

const TABS = ["stored", "blocked", "corrected"] as const;

export function Customers() {
  const [{ tab }, setUrl] = useUrlState({ tab: "", after: "" });
  const maySet = useMay("settings");
  const open = (maySet && TABS.find((one) => one === tab)) || "stored";
  return (
    <>
      <PageHeader
        title="Customers"
        description="Cards and bank accounts that you stored or charged more than once. The numbers are encrypted and never shown."
      />
      <Tabs
        value={open}
        onChange={(next) => setUrl({ tab: next === "stored" ? "" : (next ?? ""), after: "" })}
        keepMounted={false}
      >
        {maySet && (
          <TabStrip open={open} mb="lg">
            <Tabs.Tab value="stored">Stored</Tabs.Tab>
            <Tabs.Tab value="blocked">Blocked bank accounts</Tabs.Tab>
            <Tabs.Tab value="corrected">Corrected bank accounts</Tabs.Tab>
          </TabStrip>
        )}
        <Tabs.Panel value={open}>
          {open === "stored" && <StoredMethods />}
          {open === "blocked" && <BankBlocks path="/settings/bank-blocks" linksTransactions />}
          {open === "corrected" && <BankCorrections />}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
