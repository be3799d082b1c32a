/**
 * The API keys of a merchant: when they were created and when they expire. Their values are never
 * shown.
 */
import { Button, Modal, NativeSelect, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import type {
  AccessKey,
  AccessKeys,
  NewAccessKey,
} from "../../../src/interfaces/console/business/contract.ts";
import { api, useReading } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { CopyValue, Secret } from "../../parts/copy.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { FormButtons } from "../../parts/form-buttons.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Facts, PageHeader, Panel } from "../../parts/panel.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";

const PATH = "/settings/keys";

const OVERLAPS = [
  { value: "24", label: "1 day" },
  { value: "1", label: "1 hour" },
  { value: "168", label: "1 week" },
  { value: "720", label: "30 days" },
  { value: "0", label: "0 hours (expire immediately)" },
];

export function Keys() {
  const [made, setMade] = useState<string>();
  const reading = useReading<AccessKeys>(PATH);
  const { data, error, isPlaceholderData, refetch } = reading;
  const list = { data: data && { items: data.keys }, error, isPlaceholderData, refetch };
  return (
    <>
      <PageHeader
        title="API keys"
        description="Your software authenticates with your account number and an API key. Keep keys on your servers, never in a web page or an app."
        actions={<NewKey hasKeys={(data?.keys.length ?? 0) > 0} take={setMade} />}
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
        <Panel flush title="Active keys">
          <DataTable
            caption="Active API keys"
            columns={keyColumns(data?.keys.length ?? 0)}
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

function keyColumns(count: number): readonly Column<AccessKey>[] {
  return [
    { id: "id", header: "Key", cell: ({ id }) => <code>{id}…</code> },
    { id: "made", header: "Created", cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { id: "state", header: "Status", cell: (key) => <KeyStatus {...key} /> },
    {
      id: "end",
      header: "Expires",
      cell: ({ expiresAt }) =>
        expiresAt === undefined ? "When replaced" : <Moment at={expiresAt} />,
    },
    { id: "act", header: "", align: "end", cell: (key) => <Revoke {...key} count={count} /> },
  ];
}

function KeyStatus({ expiresAt }: AccessKey) {
  if (expiresAt === undefined) return <StateBadge state="active" label="Active" />;
  return <StateBadge state="due" label="Expiring" />;
}

function Revoke({ id, count }: AccessKey & { readonly count: number }) {
  return (
    <ConfirmButton
      size="compact-sm"
      label="Revoke"
      question={`Revoke key ${id}…?`}
      consequence={
        count === 1
          ? "You are about to revoke your only key. Until you create a new one, your software cannot take payments or read reports. This cannot be undone."
          : "Software that uses this key stops working immediately. This cannot be undone."
      }
      send={() => api.delete(`${PATH}/${id}`)}
      successMessage="Key revoked."
      refresh={[PATH]}
    />
  );
}

interface NewKeyProps {
  readonly hasKeys: boolean;
  take(key: string): void;
}

function NewKey({ hasKeys, take }: NewKeyProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const form = useForm({ initialValues: { overlapHours: "24" } });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ overlapHours }) =>
      api.post<NewAccessKey>(PATH, { overlapHours: hasKeys ? Number(overlapHours) : 0 }),
    refresh: [PATH],
    done: ({ accessKey }) => {
      close();
      take(accessKey);
    },
  });
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        Create key
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Create key"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <form onSubmit={submit}>
          <Stack gap="md">
            <Text size="sm">
              The new key works immediately and is shown only once. Update your software before the
              existing keys expire.
            </Text>
            {hasKeys && (
              <NativeSelect
                label="Keep existing keys active for"
                data={OVERLAPS}
                data-autofocus
                {...form.getInputProps("overlapHours")}
              />
            )}
            <FormError trouble={trouble} />
            <FormButtons close={close} isPending={isPending} label="Create key" />
          </Stack>
        </form>
      </Modal>
    </>
  );
}
