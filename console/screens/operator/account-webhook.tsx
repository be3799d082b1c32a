/** The webhook settings of an account, and its latest events. */
import { Alert, Button, Group, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type {
  AccountDetail,
  AccountWebhookView,
  SavedWebhook,
  WebhookEventRow,
} from "../../../src/interfaces/console/operator/contract.ts";
import { api, useReading } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { Secret } from "../../parts/copy.tsx";
import { type Column, DataTable, loadedList } from "../../parts/data-table.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Panel } from "../../parts/panel.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";

export function AccountWebhook({ account, webhook, webhooks }: AccountDetail) {
  const [secret, setSecret] = useState<string>();
  return (
    <Stack gap="lg">
      {secret !== undefined && (
        <Secret name="Webhook signing secret" value={secret} done={() => setSecret(undefined)} />
      )}
      {webhook?.switchedOffWhy !== undefined && <DisabledNotice {...webhook} />}
      <Panel
        title="Webhook"
        description="Payment events of this account are sent to this URL as signed JSON."
        actions={webhook && <NewSecret id={account.id} done={setSecret} />}
      >
        <EndpointForm id={account.id} webhook={webhook} made={setSecret} />
      </Panel>
      {webhooks.some(({ number }) => number !== 1) && (
        <Panel
          title="Endpoints"
          description="The merchant's admins manage further endpoints in their own console."
          flush
        >
          <Endpoints webhooks={webhooks} />
        </Panel>
      )}
      <Panel title="Latest events" flush>
        <Events {...account} />
      </Panel>
    </Stack>
  );
}

const DISABLED_REASONS: Readonly<Record<string, string>> = {
  gone: "The merchant's server answered 410 Gone",
};

function DisabledNotice({ switchedOffAt, switchedOffWhy }: AccountWebhookView) {
  return (
    <Alert
      color="amber"
      className="sd-alert"
      title="This webhook was disabled automatically"
      icon={<Icon name="attention" />}
    >
      {DISABLED_REASONS[switchedOffWhy ?? ""] ?? switchedOffWhy}
      {switchedOffAt !== undefined && (
        <>
          {" · "}
          <Moment at={switchedOffAt} focusable />
        </>
      )}
    </Alert>
  );
}

const ENDPOINT_COLUMNS: readonly Column<AccountWebhookView>[] = [
  { id: "number", header: "Endpoint", cell: ({ number }) => number },
  { id: "url", header: "URL", cell: ({ url }) => url },
  {
    id: "state",
    header: "Status",
    cell: ({ isOn }) => (
      <StateBadge state={isOn ? "active" : "off"} label={isOn ? "Enabled" : "Disabled"} />
    ),
  },
];

function Endpoints({ webhooks }: { readonly webhooks: readonly AccountWebhookView[] }) {
  return (
    <DataTable
      caption="Webhook endpoints"
      columns={ENDPOINT_COLUMNS}
      reading={loadedList(webhooks)}
      keyOf={({ number }) => String(number)}
      empty={{ title: "No endpoints", next: "Set a URL first.", icon: "webhook" }}
    />
  );
}

interface EndpointFormProps {
  readonly id: string;
  readonly webhook: AccountWebhookView | undefined;
  made(secret: string): void;
}

function EndpointForm({ id, webhook, made }: EndpointFormProps) {
  const initialValues = { url: webhook?.url ?? "", isOn: webhook?.isOn ?? true };
  const form = useForm({ initialValues });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => api.patch<SavedWebhook>(`/operator/accounts/${id}/webhook`, values),
    successMessage: "Webhook saved.",
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
          label="URL"
          placeholder="https://example.com/webhooks/sixdoors"
          required
          maxLength={2000}
          {...form.getInputProps("url")}
        />
        <Switch
          label="Send events to this URL"
          {...form.getInputProps("isOn", { type: "checkbox" })}
        />
        <FormError trouble={trouble} />
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
      label="Replace secret"
      variant="default"
      color="tide"
      question="Replace the signing secret?"
      consequence="The new secret is shown once. For one day, deliveries are signed with both secrets, so the receiver can be updated."
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
      header: "Transaction ID",
      cell: ({ transactionId }) => transactionId ?? "—",
    },
    {
      id: "state",
      header: "Status",
      cell: ({ state }) => <StateBadge state={state} tone={STATES[state]} />,
    },
    { id: "endpoint", header: "Endpoint", cell: ({ endpoint }) => endpoint, align: "end" },
    { id: "tries", header: "Attempts", cell: ({ tries }) => tries, align: "end" },
    {
      id: "at",
      header: "Created",
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
        title: "No events yet",
        next: "Events are sent here if the webhook is enabled.",
        icon: "webhook",
      }}
    />
  );
}
