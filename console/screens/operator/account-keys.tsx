/** The API keys of an account: create, list and revoke. */
import { Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import type { AccessKey } from "../../../src/interfaces/console/business/contract.ts";
import type {
  AccountDetail,
  RotatedKey,
} from "../../../src/interfaces/console/operator/contract.ts";
import { api } from "../../api.ts";
import { Allowed } from "../../parts/allowed.tsx";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { Secret } from "../../parts/copy.tsx";
import { type Column, DataTable, loadedList } from "../../parts/data-table.tsx";
import { keyColumns, keyTitle } from "../../parts/key-columns.tsx";
import { OVERLAP_CHOICES } from "../../parts/overlap-choices.ts";
import { Panel } from "../../parts/panel.tsx";
import { useAction } from "../../parts/submit.tsx";

export function AccountKeys({ account, keys }: AccountDetail) {
  const [rotated, setRotated] = useState<RotatedKey>();
  const columns = listColumns(account, keys.length > 1);
  return (
    <Stack gap="lg">
      {rotated !== undefined && (
        <Secret name="API key" value={rotated.accessKey} done={() => setRotated(undefined)} />
      )}
      <Panel
        title="API keys"
        description="The merchant's software uses an API key to authenticate as this account. Keys are stored encrypted. The last use is stored every few minutes."
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

function listColumns(
  { id: accountId, timeZone }: Shown,
  isOneOfMany: boolean,
): readonly Column<AccessKey>[] {
  const end = (key: AccessKey) => (
    <ConfirmButton
      needs="operator.administer"
      label="Revoke"
      size="compact-sm"
      variant="subtle"
      question={`Revoke ${keyTitle(key)}?`}
      consequence="Software that uses this key stops working within a second. This cannot be undone."
      send={() => api.delete(`/operator/accounts/${accountId}/keys/${key.id}`)}
      successMessage="Key revoked."
      refresh={["/operator/accounts"]}
    />
  );
  const last = { id: "end", header: "", cell: end, align: "end" } as const;
  return [...keyColumns(timeZone), ...(isOneOfMany ? [last] : [])];
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
            data={OVERLAP_CHOICES}
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
