/** The values that make simulators behave, and all that was seeded, to copy. */
import { Stack, Tabs } from "@mantine/core";
import type { Simulators } from "../../../src/interfaces/console/certification/contract.ts";
import { useReading } from "../../api.ts";
import { PageHeader } from "../../parts/panel.tsx";
import { TabStrip } from "../../parts/tab-strip.tsx";
import { UnreadScreen } from "../../parts/unread-screen.tsx";
import { useUrlState } from "../../url-state.ts";
import { AccountValues, DeviceValues, PeopleValues } from "./values-seeded.tsx";
import { BankAccountValues, CardValues } from "./values-simulated.tsx";

const TABS = [
  ["cards", "Cards", CardValues],
  ["bank", "Bank accounts", BankAccountValues],
  ["accounts", "Accounts and partners", AccountValues],
  ["people", "People", PeopleValues],
  ["devices", "Devices and keys", DeviceValues],
] as const;

export function TestValues() {
  const [{ tab }, setUrl] = useUrlState({ tab: "cards" });
  const { data, error, refetch } = useReading<Simulators>("/certification/simulators");
  if (data === undefined) {
    return <UnreadScreen title="Test values" error={error} retry={refetch} />;
  }
  return (
    <>
      <PageHeader
        title="Test values"
        description="What to pay with, and what comes of it. These are the values that this environment was seeded with, so they cannot disagree with it."
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
