/** Where an account hears of its payments, and what it was told lately. */
import { Alert, Button, Group, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type {
  AccountDetail,
  SavedWebhook,
  WebhookEventRow,
  WebhookView,
} from "../../../src/interfaces/console/operator/contract.ts";
import { api, useReading } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { Secret } from "../../parts/copy.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Panel } from "../../parts/panel.tsx";
import { FormTrouble, useSubmit } from "../../parts/submit.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";

export function AccountWebhook({ account, webhook }: AccountDetail) {
  const [secret, setSecret] = useState<string>();
  return (
    <Stack gap="lg">
      {secret !== undefined && (
        <Secret name="Webhook secret" value={secret} done={() => setSecret(undefined)} />
      )}
      {webhook?.switchedOffWhy !== undefined && <SwitchedOff {...webhook} />}
      <Panel
        title="Endpoint"
        description="Every payment, and whatever becomes of it later, is sent there as signed JSON."
        actions={webhook && <NewSecret id={account.id} done={setSecret} />}
      >
        <EndpointForm id={account.id} webhook={webhook} made={setSecret} />
      </Panel>
      <Panel title="Latest events" flush>
        <Events {...account} />
      </Panel>
    </Stack>
  );
}

function SwitchedOff({ switchedOffAt, switchedOffWhy }: WebhookView) {
  return (
    <Alert
      color="amber"
      className="sd-alert"
      title="It was switched off by itself"
      icon={<Icon name="attention" />}
    >
      {switchedOffWhy}
      {switchedOffAt !== undefined && (
        <>
          {" · "}
          <Moment at={switchedOffAt} focusable />
        </>
      )}
    </Alert>
  );
}

interface EndpointFormProps {
  readonly id: string;
  readonly webhook: WebhookView | undefined;
  made(secret: string): void;
}

function EndpointForm({ id, webhook, made }: EndpointFormProps) {
  const initialValues = { url: webhook?.url ?? "", isOn: webhook?.isOn ?? true };
  const form = useForm({ initialValues });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => api.patch<SavedWebhook>(`/operator/accounts/${id}/webhook`, values),
    said: "The webhook is saved.",
    refresh: ["/operator/accounts"],
    done: ({ url, isOn, secret }) => {
      form.setInitialValues({ url, isOn });
      form.setValues({ url, isOn });
      if (secret !== undefined) made(secret);
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw="40rem">
        <TextInput
          type="url"
          label="Address"
          placeholder="https://example.com/webhooks/sixdoors"
          required
          maxLength={2000}
          {...form.getInputProps("url")}
        />
        <Switch label="Send events there" {...form.getInputProps("isOn", { type: "checkbox" })} />
        <FormTrouble trouble={trouble} />
        <Group>
          <Button type="submit" loading={isPending} disabled={!form.isDirty()}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function NewSecret({ id, done }: { readonly id: string; done(secret: string): void }) {
  return (
    <ConfirmButton
      label="New secret"
      variant="default"
      color="tide"
      question="Make a new webhook secret?"
      consequence="For a day both secrets sign, so that the receiver has time to change. The new one is shown once."
      send={() => api.post<{ secret: string }>(`/operator/accounts/${id}/webhook/secret`)}
      refresh={["/operator/accounts"]}
      done={({ secret }) => done(secret)}
    />
  );
}

const STATES = { waiting: "waiting", delivered: "good", set_aside: "bad" } as const;

function Events({ id, timeZone }: AccountDetail["account"]) {
  const path = `/operator/accounts/${id}/webhook/events`;
  const reading = useReading<{ items: WebhookEventRow[] }>(path);
  const columns: readonly Column<WebhookEventRow>[] = [
    { id: "event", header: "Event", cell: ({ event }) => event },
    {
      id: "transaction",
      header: "Transaction",
      cell: ({ transactionId }) => transactionId ?? "—",
    },
    {
      id: "state",
      header: "State",
      cell: ({ state }) => <StateBadge state={state} tone={STATES[state]} />,
    },
    { id: "tries", header: "Tries", cell: ({ tries }) => tries, align: "end" },
    {
      id: "at",
      header: "Written",
      cell: ({ createdAt }) => <Moment at={createdAt} zone={timeZone} show="seconds" />,
    },
  ];
  return (
    <DataTable
      caption="Latest webhook events"
      columns={columns}
      reading={reading}
      keyOf={({ eventId }) => eventId}
      empty={{
        title: "Nothing was sent yet",
        next: "The next payment of this account is sent to its endpoint, if that is on.",
        icon: "webhook",
      }}
    />
  );
}
