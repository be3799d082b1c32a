/** The API keys of an account: create, list and revoke. */
import { Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import type {
  AccessKeyRow,
  AccountDetail,
  RotatedKey,
} from "../../../src/interfaces/console/operator/contract.ts";
import { api } from "../../api.ts";
import { Allowed } from "../../parts/allowed.tsx";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { Secret } from "../../parts/copy.tsx";
import { type Column, DataTable, loadedList } from "../../parts/data-table.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useAction } from "../../parts/submit.tsx";
import { Moment } from "../../parts/values.tsx";

const OVERLAPS = [
  { value: "0", label: "0 hours (expire immediately)" },
  { value: "1", label: "1 hour" },
  { value: "24", label: "1 day" },
  { value: "168", label: "1 week" },
  { value: "720", label: "30 days" },
];

export function AccountKeys({ account, keys }: AccountDetail) {
  const [rotated, setRotated] = useState<RotatedKey>();
  const columns = keyColumns(account, keys.length > 1);
  return (
    <Stack gap="lg">
      {rotated !== undefined && (
        <Secret name="API key" value={rotated.accessKey} done={() => setRotated(undefined)} />
      )}
      <Panel
        title="API keys"
        description="The merchant's software uses an API key to authenticate as this account. Keys are stored encrypted."
        flush
        actions={
          <Allowed needs="operator.administer">
            <RotateButton id={account.id} done={setRotated} />
          </Allowed>
        }
      >
        <DataTable
          caption="Active API keys"
          columns={columns}
          reading={loadedList(keys)}
          keyOf={({ id }) => id}
          empty={{
            title: "No active keys",
            next: "No software can use this account. Create a key.",
            icon: "key",
          }}
        />
      </Panel>
    </Stack>
  );
}

type Shown = AccountDetail["account"];

function keyColumns(
  { id: accountId, timeZone }: Shown,
  isOneOfMany: boolean,
): Column<AccessKeyRow>[] {
  const end = (key: AccessKeyRow) => (
    <ConfirmButton
      needs="operator.administer"
      label="Revoke"
      size="compact-sm"
      variant="subtle"
      question={`Revoke the key ending in ${key.endsWith ?? "…"}?`}
      consequence="Software that uses this key stops working within a second. This cannot be undone."
      send={() => api.delete(`/operator/accounts/${accountId}/keys/${key.id}`)}
      successMessage="Key revoked."
      refresh={["/operator/accounts"]}
    />
  );
  return [
    {
      id: "key",
      header: "Key",
      cell: ({ endsWith }) => <code>{endsWith === null ? "…" : `…${endsWith}`}</code>,
    },
    {
      id: "made",
      header: "Created",
      cell: ({ createdAt }) => <Moment at={createdAt} zone={timeZone} />,
    },
    {
      id: "ends",
      header: "Expires",
      cell: ({ expiresAt }) =>
        expiresAt === null ? "When replaced" : <Moment at={expiresAt} zone={timeZone} />,
    },
    ...(isOneOfMany ? [{ id: "end", header: "", cell: end, align: "end" } as const] : []),
  ];
}

interface RotateButtonProps {
  readonly id: string;
  done(rotated: RotatedKey): void;
}

function RotateButton({ id, done }: RotateButtonProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const [overlap, setOverlap] = useState("24");
  const { run, isPending } = useAction({
    send: () =>
      api.post<RotatedKey>(`/operator/accounts/${id}/keys`, { overlapHours: Number(overlap) }),
    refresh: ["/operator/accounts"],
    done: (rotated) => {
      close();
      done(rotated);
    },
  });
  return (
    <>
      <Button onClick={open}>Create key</Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Create key"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <Stack gap="md">
          <Text>The new key works immediately and is shown only once.</Text>
          <Select
            label="Keep existing keys active for"
            allowDeselect={false}
            data={OVERLAPS}
            value={overlap}
            onChange={(value) => setOverlap(value ?? "24")}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button loading={isPending} onClick={run} color={overlap === "0" ? "red" : "tide"}>
              Create key
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
