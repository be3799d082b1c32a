/** An account's access keys: which are good and for how long, a new one, and the end of one. */
import { Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import type {
  AccessKeyRow,
  AccountDetail,
  RotatedKey,
} from "../../../src/interfaces/console/operator/contract.ts";
import { api } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { Secret } from "../../parts/copy.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useAction } from "../../parts/submit.tsx";
import { Moment } from "../../parts/values.tsx";

const OVERLAPS = [
  { value: "0", label: "Not at all: they end now" },
  { value: "1", label: "One hour" },
  { value: "24", label: "A day" },
  { value: "168", label: "A week" },
  { value: "720", label: "30 days" },
];

export function AccountKeys({ account, keys }: AccountDetail) {
  const [rotated, setRotated] = useState<RotatedKey>();
  const columns = keyColumns(account, keys.length > 1);
  return (
    <Stack gap="lg">
      {rotated !== undefined && (
        <Secret
          name="API access key"
          value={rotated.accessKey}
          done={() => setRotated(undefined)}
        />
      )}
      <Panel
        title="Access keys"
        description="Programs prove with one that they act for this account. The keys themselves are kept sealed."
        flush
        actions={<RotateButton id={account.id} done={setRotated} />}
      >
        <DataTable
          caption="Access keys that are good"
          columns={columns}
          reading={{
            data: { items: keys, total: keys.length },
            error: null,
            isPlaceholderData: false,
            refetch: () => {},
          }}
          keyOf={({ id }) => id}
          empty={{
            title: "No key is good",
            next: "No program can act for this account. Make a new key.",
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
      label="Revoke"
      size="compact-sm"
      variant="subtle"
      question={`Revoke the key that ends in ${key.endsWith ?? "unknown letters"}?`}
      consequence="Programs that still use it are refused within a second. This cannot be undone."
      send={() => api.delete(`/operator/accounts/${accountId}/keys/${key.id}`)}
      said="The key has ended."
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
      header: "Made",
      cell: ({ createdAt }) => <Moment at={createdAt} zone={timeZone} />,
    },
    {
      id: "ends",
      header: "Good until",
      cell: ({ expiresAt }) =>
        expiresAt === null ? "It is replaced" : <Moment at={expiresAt} zone={timeZone} />,
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
      <Button onClick={open}>New key</Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Make a new key?"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <Stack gap="md">
          <Text>The new key works at once and is shown once.</Text>
          <Select
            label="Older keys stay good for"
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
              Make a new key
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
