/** Webhooks: where they go, which events, the secret, and what was delivered. */
import { Button, Checkbox, Group, Radio, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type {
  Webhook,
  WebhookSaved,
  WebhookView,
} from "../../../src/interfaces/console/business/contract.ts";
import { api, useReading } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { Secret } from "../../parts/copy.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { PageHeader, Panel, ScreenSkeleton } from "../../parts/panel.tsx";
import { useAction, useSubmit } from "../../parts/submit.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { Deliveries } from "./deliveries.tsx";
import { SaveRow } from "./save-row.tsx";

const PATH = "/settings/webhook";

const ABOUT: Readonly<Record<string, string>> = {
  "transaction.approved": "a payment, refund or credit was approved",
  "transaction.declined": "it was declined",
  "transaction.failed": "a request was refused, or its outcome is not known yet",
  "transaction.reconciled": "an outcome that came later",
  "transaction.settled": "a batch took it, or nobody returned the ACH entry",
  "transaction.reversed": "an authorization lapsed",
  "transaction.returned": "an ACH entry came back",
  "transaction.rejected": "the network rejected an ACH entry",
  "transaction.changed": "a bank told that bank details have changed",
};

export function WebhookSettings() {
  const [secret, setSecret] = useState<string>();
  const { data, error, refetch } = useReading<WebhookView>(PATH);
  const take = (saved: WebhookSaved) => saved.secret !== undefined && setSecret(saved.secret);
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Your own address hears of every payment: signed, at least once, and retried for three days."
        badge={data?.webhook && <State {...data.webhook} />}
        actions={data?.webhook?.isOn && <TestButton />}
      />
      {data === undefined && error !== null && <ErrorPanel error={error} retry={refetch} />}
      {data === undefined && error === null && <ScreenSkeleton />}
      {data !== undefined && (
        <Stack gap="lg">
          {secret !== undefined && (
            <Secret
              name="Webhook signing secret"
              value={secret}
              done={() => setSecret(undefined)}
            />
          )}
          <Settings key={JSON.stringify(data)} view={data} take={take} />
          {data.webhook !== undefined && <SecretPanel webhook={data.webhook} take={take} />}
          {data.webhook !== undefined && <Deliveries />}
        </Stack>
      )}
    </>
  );
}

function State({ isOn, switchedOffWhy }: Webhook) {
  if (isOn) return <StateBadge state="active" label="On" />;
  const label = switchedOffWhy === "gone" ? "Switched off: the address said it is gone" : "Off";
  return <StateBadge state="off" tone={switchedOffWhy ? "bad" : "quiet"} label={label} />;
}

function TestButton() {
  const { run, isPending } = useAction({
    send: () => api.post(`${PATH}/test`),
    said: "A test event is on its way: see the deliveries.",
    refresh: [`${PATH}/deliveries`],
  });
  return (
    <Button variant="default" loading={isPending} onClick={run}>
      Send a test event
    </Button>
  );
}

interface SettingsProps {
  readonly view: WebhookView;
  take(saved: WebhookSaved): void;
}

function Settings({ view: { webhook, events, allowsHttp }, take }: SettingsProps) {
  const form = useForm({
    initialValues: {
      url: webhook?.url ?? "",
      isOn: webhook?.isOn ?? true,
      which: webhook?.events === undefined ? "all" : "some",
      events: [...(webhook?.events ?? events)],
    },
  });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: ({ url, isOn, which, events: some }) =>
      api.patch<WebhookSaved>(PATH, { url, isOn, events: which === "all" ? "all" : some }),
    said: "The webhook is saved.",
    refresh: [PATH],
    done: take,
  });
  const { which } = form.getValues();
  return (
    <form onSubmit={submit} noValidate>
      <Panel title="Address and events">
        <Stack gap="lg" maw="44rem">
          <TextInput
            label="Address"
            type="url"
            placeholder="https://shop.example/sixdoors"
            description={
              allowsHttp
                ? "https, or http here in certification. It must answer within 10 seconds."
                : "https only. It must answer within 10 seconds."
            }
            {...form.getInputProps("url")}
          />
          <Switch
            label="Deliver to this address"
            {...form.getInputProps("isOn", { type: "checkbox" })}
          />
          <Radio.Group label="Events" {...form.getInputProps("which")}>
            <Group gap="lg" mt={8}>
              <Radio value="all" label="All, and new kinds as they come" />
              <Radio value="some" label="Only some" />
            </Group>
          </Radio.Group>
          {which === "some" && <Events events={events} props={form.getInputProps("events")} />}
          <SaveRow
            label={webhook === undefined ? "Save and show the secret" : "Save"}
            isPending={isPending}
            trouble={trouble}
          />
        </Stack>
      </Panel>
    </form>
  );
}

function Events({ events, props }: { readonly events: readonly string[]; readonly props: object }) {
  return (
    <Checkbox.Group label="Send these" {...props}>
      <Stack gap={8} mt={8}>
        {events.map((event) => (
          <Checkbox key={event} value={event} label={event} description={ABOUT[event]} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function SecretPanel({ webhook, take }: { webhook: Webhook; take(saved: WebhookSaved): void }) {
  const { previousSecretUntil } = webhook;
  return (
    <Panel title="Signing secret">
      <Group justify="space-between" gap="md">
        <Text maw="40rem">
          {previousSecretUntil === undefined ? (
            "Every delivery is signed with it. Nobody can read it again; it can be replaced."
          ) : (
            <>
              It was replaced. Until <Moment at={previousSecretUntil} focusable /> both secrets
              sign, the new one first.
            </>
          )}
        </Text>
        <ConfirmButton
          label="Replace the secret"
          question="Replace the signing secret?"
          consequence="The new secret is shown once. For a day both sign every delivery, so that you can change over; then the old one ends."
          color="tide"
          send={() => api.post<WebhookSaved>(`${PATH}/secret`)}
          refresh={[PATH]}
          done={take}
        />
      </Group>
    </Panel>
  );
}
