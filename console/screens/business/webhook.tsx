/** The webhook screen: URL, events, signing secret and deliveries. */
import { Button, Group, Stack, Text } from "@mantine/core";
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
import { useAction } from "../../parts/submit.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { Deliveries } from "./deliveries.tsx";
import { AddressAndEvents } from "./webhook-settings.tsx";

const PATH = "/settings/webhook";

export function WebhookSettings() {
  const [secret, setSecret] = useState<string>();
  const { data, error, refetch } = useReading<WebhookView>(PATH);
  const take = (saved: WebhookSaved) => saved.secret !== undefined && setSecret(saved.secret);
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="We send every payment event to your server, signed, and retry for three days until it is delivered."
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
          <AddressAndEvents key={JSON.stringify(data)} view={data} take={take} />
          {data.webhook !== undefined && <SecretPanel webhook={data.webhook} take={take} />}
          {data.webhook !== undefined && <Deliveries />}
        </Stack>
      )}
    </>
  );
}

function State({ isOn, switchedOffWhy }: Webhook) {
  if (isOn) return <StateBadge state="active" label="Enabled" />;
  const label = switchedOffWhy === "gone" ? "Disabled: your server answered 410 Gone" : "Disabled";
  return <StateBadge state="off" tone={switchedOffWhy ? "bad" : "quiet"} label={label} />;
}

function TestButton() {
  const { run, isPending } = useAction({
    send: () => api.post(`${PATH}/test`),
    successMessage: "Test event sent. See the deliveries below.",
    refresh: [`${PATH}/deliveries`],
  });
  return (
    <Button variant="default" loading={isPending} onClick={run}>
      Send test event
    </Button>
  );
}

function SecretPanel({ webhook, take }: { webhook: Webhook; take(saved: WebhookSaved): void }) {
  const { previousSecretUntil } = webhook;
  return (
    <Panel title="Signing secret">
      <Group justify="space-between" gap="md">
        <Text maw="40rem">
          {previousSecretUntil === undefined ? (
            "We sign every delivery with this secret. It cannot be shown again, but you can replace it."
          ) : (
            <>
              The secret was replaced. Until <Moment at={previousSecretUntil} focusable />{" "}
              deliveries are signed with both secrets, the new one first.
            </>
          )}
        </Text>
        <ConfirmButton
          label="Replace secret"
          question="Replace the signing secret?"
          consequence="The new secret is shown once. For one day, deliveries are signed with both secrets, so you can update your server. Then the old secret expires."
          color="tide"
          send={() => api.post<WebhookSaved>(`${PATH}/secret`)}
          refresh={[PATH]}
          done={take}
        />
      </Group>
    </Panel>
  );
}
