/** Test data: the values that control the simulators, and the test accounts. */
import { Stack, Tabs } from "@mantine/core";
import type { Simulators } from "../../../src/interfaces/console/certification/contract.ts";
import { useReading } from "../../api.ts";
import { LoadingScreen } from "../../parts/loading-screen.tsx";
import { PageHeader } from "../../parts/panel.tsx";
import { TabStrip } from "../../parts/tab-strip.tsx";
import { useUrlState } from "../../url-state.ts";
import { AccountValues, DeviceValues, PeopleValues } from "./values-seeded.tsx";
import { BankAccountValues, CardValues } from "./values-simulated.tsx";

const TABS = [
  ["cards", "Cards", CardValues],
  ["bank", "Bank accounts", BankAccountValues],
  ["accounts", "Accounts and partners", AccountValues],
  ["people", "Users", PeopleValues],
  ["devices", "Devices and keys", DeviceValues],
] as const;

export function TestValues() {
  const [{ tab }, setUrl] = useUrlState({ tab: "cards" });
  const { data, error, refetch } = useReading<Simulators>("/certification/simulators");
  if (data === undefined) {
    return <LoadingScreen title="Test data" error={error} retry={refetch} />;
  }
  return (
    <>
      <PageHeader
        title="Test data"
        description="Cards, amounts and accounts for testing, and the result of each. All values come from this environment."
      />
      <Tabs value={tab} onChange={(to) => setUrl({ tab: to ?? "cards" })} keepMounted={false}>
        <TabStrip open={tab} mb="lg">
          {TABS.map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </TabStrip>
        {TABS.map(([value, , Values]) => (
          <Tabs.Panel key={value} value={value}>
            <Stack gap="lg">
              <Values {...data} />
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
