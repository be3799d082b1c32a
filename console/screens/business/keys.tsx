/** The access keys of a merchant's programs: when they were made, when they end, never what they are. */
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
import { FormTrouble, useSubmit } from "../../parts/submit.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";

const PATH = "/settings/keys";

const OVERLAPS = [
  { value: "24", label: "A day, while programs change over" },
  { value: "1", label: "An hour" },
  { value: "168", label: "A week" },
  { value: "720", label: "Thirty days" },
  { value: "0", label: "Not at all: they end at once" },
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
        description="Your programs sign in with the account's number and an access key. Keep keys on servers, never in a page or an app."
        actions={<NewKey hasKeys={(data?.keys.length ?? 0) > 0} take={setMade} />}
      />
      <Stack gap="lg">
        {made !== undefined && (
          <Secret name="API access key" value={made} done={() => setMade(undefined)} />
        )}
        <Panel title="How programs sign in">
          <Facts
            facts={[
              {
                name: "account_id",
                value: data && <CopyValue value={data.accountId} label="Copy the account number" />,
              },
              { name: "api_accesskey", value: "one of the keys below; only its maker has seen it" },
            ]}
          />
        </Panel>
        <Panel flush title="Keys that are good">
          <DataTable
            caption="Access keys"
            columns={columnsOf(data?.keys.length ?? 0)}
            reading={list}
            keyOf={({ id }) => id}
            empty={{
              icon: "key",
              title: "No key is good",
              next: "No program can use this account. Make a new key to go on.",
            }}
          />
        </Panel>
      </Stack>
    </>
  );
}

function columnsOf(count: number): readonly Column<AccessKey>[] {
  return [
    { id: "id", header: "Key", cell: ({ id }) => <code>{id}…</code> },
    { id: "made", header: "Made", cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { id: "state", header: "State", cell: (key) => <Term {...key} /> },
    {
      id: "end",
      header: "Good until",
      cell: ({ expiresAt }) =>
        expiresAt === undefined ? "it is replaced" : <Moment at={expiresAt} />,
    },
    { id: "act", header: "", align: "end", cell: (key) => <Revoke {...key} count={count} /> },
  ];
}

function Term({ expiresAt }: AccessKey) {
  if (expiresAt === undefined) return <StateBadge state="active" label="In use" />;
  return <StateBadge state="due" label="Running out" />;
}

function Revoke({ id, count }: AccessKey & { readonly count: number }) {
  return (
    <ConfirmButton
      size="compact-sm"
      label="Revoke"
      question={`Revoke the key ${id}…?`}
      consequence={
        count === 1
          ? "It is the only key: until you make a new one, no program can take a payment or read a report with this account. This cannot be undone."
          : "Programs that use it are refused from now on. This cannot be undone."
      }
      send={() => api.delete(`${PATH}/${id}`)}
      said="The key is revoked."
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
        New key
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Make a new key"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <form onSubmit={submit}>
          <Stack gap="md">
            <Text size="sm">
              The new key is good at once and is shown a single time. Put it into your programs
              before the older keys end.
            </Text>
            {hasKeys && (
              <NativeSelect
                label="Older keys stay good for"
                data={OVERLAPS}
                data-autofocus
                {...form.getInputProps("overlapHours")}
              />
            )}
            <FormTrouble trouble={trouble} />
            <FormButtons close={close} isPending={isPending} label="Make the key" />
          </Stack>
        </form>
      </Modal>
    </>
  );
}
