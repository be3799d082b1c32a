/**
 * The API keys of a merchant: how they are recognized, when they were used and when they expire.
 * Their values are never shown.
 */
import { Stack } from "@mantine/core";
import { useState } from "react";
import type { AccessKey, AccessKeys } from "../../../src/interfaces/console/business/contract.ts";
import { useReading } from "../../api.ts";
import { CopyValue, Secret } from "../../parts/copy.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { keyColumns } from "../../parts/key-columns.tsx";
import { Facts, PageHeader, Panel } from "../../parts/panel.tsx";
import { useClockNote } from "../merchant/list/clock-note.ts";
import { KeyActions } from "./key-actions.tsx";
import { CreateKey, KEYS_PATH } from "./key-forms.tsx";

export function Keys() {
  const [made, setMade] = useState<string>();
  const reading = useReading<AccessKeys>(KEYS_PATH);
  const clock = useClockNote("wall clock");
  const { data, error, isPlaceholderData, refetch } = reading;
  const list = { data: data && { items: data.keys }, error, isPlaceholderData, refetch };
  return (
    <>
      <PageHeader
        title="API keys"
        description="Your software authenticates with your account number and an API key. Keep keys on your servers, never in a web page or an app."
        actions={<CreateKey take={setMade} />}
      />
      <Stack gap="lg">
        {made !== undefined && (
          <Secret name="API key" value={made} done={() => setMade(undefined)} />
        )}
        <Panel title="Authentication">
          <Facts
            facts={[
              {
                name: "account_id",
                value: data && <CopyValue value={data.accountId} label="Copy account number" />,
              },
              {
                name: "api_accesskey",
                value: "One of the keys below. Its value was shown only when it was created.",
              },
            ]}
          />
        </Panel>
        <Panel
          flush
          title="Active keys"
          description={`The last use is stored every few minutes. ${clock}`}
        >
          <DataTable
            caption="Active API keys"
            columns={listColumns(data?.keys.length ?? 0, setMade)}
            reading={list}
            keyOf={({ id }) => id}
            empty={{
              icon: "key",
              title: "No active keys",
              next: "Your software cannot use this account. Create a key to continue.",
            }}
          />
        </Panel>
      </Stack>
    </>
  );
}

function listColumns(count: number, take: (key: string) => void): readonly Column<AccessKey>[] {
  return [
    ...keyColumns(),
    {
      id: "act",
      header: "",
      align: "end",
      cell: (key) => <KeyActions apiKey={key} isLast={count === 1} take={take} />,
    },
  ];
}
