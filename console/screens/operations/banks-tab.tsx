/** The connected banks with their ACH identifiers and next cutoffs. */
import { SimpleGrid, Text } from "@mantine/core";
import type { BankLine, Banks } from "../../../src/interfaces/console/operations/contract.ts";
import { useReading } from "../../api.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { Facts, Panel, ScreenSkeleton } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { formatDuration, msBetween } from "./durations.ts";

const NETWORKS = { simulator: "Simulated bank", directory: "File directories" } as const;

export function BanksTab() {
  const { data, error, refetch } = useReading<Banks>("/operations/banks");
  if (data === undefined) {
    return error === null ? <ScreenSkeleton /> : <ErrorPanel error={error} retry={refetch} />;
  }
  if (data.banks.length === 0) {
    return (
      <Panel flush>
        <EmptyState
          title="No banks connected"
          next="Connect a bank on the command line: `sixdoors ach connect`."
          icon="bank"
        />
      </Panel>
    );
  }
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      {data.banks.map((bank) => (
        <Bank key={bank.name} bank={bank} now={data.business} />
      ))}
    </SimpleGrid>
  );
}

function Bank({ bank, now }: { readonly bank: BankLine; readonly now: string }) {
  return (
    <Panel title={bank.name} description={NETWORKS[bank.network]}>
      <Facts
        facts={[
          ...bank.windows.map(({ name, nextAt, settlesOn }) => ({
            name: `Next cutoff: ${name}`,
            value: (
              <>
                <Moment at={nextAt} focusable />
                <Text size="sm" c="dimmed">
                  In {formatDuration(msBetween(now, nextAt))}, effective {settlesOn}
                </Text>
              </>
            ),
          })),
          { name: "Destination", value: `${bank.destination} ${bank.destinationName}` },
          { name: "Origin", value: `${bank.origin} ${bank.originName}` },
          { name: "ODFI", value: bank.odfi },
          {
            name: "Offset entries",
            value: bank.writesOffset ? "Files are balanced with an offset account" : "None",
          },
        ]}
      />
    </Panel>
  );
}

/** The banks as filter options. */
export function useBankOptions() {
  const { data } = useReading<Banks>("/operations/banks");
  return (data?.banks ?? []).map(({ name }) => ({ value: name, label: name }));
}
