/** One webhook endpoint: URL, events, signing secret and deliveries. Also the screen to add one. */
import { Button, type ButtonProps, Group, Stack, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
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
import { usePathParam } from "../../url-state.ts";
import { Deliveries } from "./deliveries.tsx";
import { AddressAndEvents, endpointPath, WEBHOOK_PATH } from "./webhook-settings.tsx";

const CRUMBS = [{ label: "Webhooks", to: WEBHOOK_PATH }];

export function NewEndpoint() {
  const [secret, setSecret] = useState<string>();
  const navigate = useNavigate();
  const { data, error, refetch } = useReading<WebhookView>(WEBHOOK_PATH);
  const leave = () => void navigate({ to: WEBHOOK_PATH });
  return (
    <>
      <PageHeader title="Add endpoint" crumbs={CRUMBS} />
      {data === undefined && error !== null && <ErrorPanel error={error} retry={refetch} />}
      {data === undefined && error === null && <ScreenSkeleton />}
      {secret !== undefined && <Secret name="Webhook signing secret" value={secret} done={leave} />}
      {data !== undefined && secret === undefined && (
        <AddressAndEvents view={data} take={(saved) => setSecret(saved.secret)} />
      )}
    </>
  );
}

export function EndpointScreen() {
  const number = Number(usePathParam("endpointNumber"));
  const { data, error, refetch } = useReading<WebhookView>(WEBHOOK_PATH);
  const webhook = data?.webhooks.find((one) => one.number === number);
  return (
    <>
      <PageHeader
        title={`Endpoint ${number}`}
        crumbs={CRUMBS}
        badge={webhook && <EndpointState {...webhook} />}
        actions={
          webhook && (
            <Group gap="xs">
              {webhook.isOn && <TestButton number={number} />}
              <Remove number={number} />
            </Group>
          )
        }
      />
      {data === undefined && error !== null && <ErrorPanel error={error} retry={refetch} />}
      {data === undefined && error === null && <ScreenSkeleton />}
      {data && webhook && <Endpoint view={data} webhook={webhook} />}
      {data && !webhook && <Text>This endpoint does not exist. It may have been removed.</Text>}
    </>
  );
}

interface EndpointProps {
  readonly view: WebhookView;
  readonly webhook: Webhook;
}

function Endpoint({ view, webhook }: EndpointProps) {
  const [secret, setSecret] = useState<string>();
  const take = (saved: WebhookSaved) => saved.secret !== undefined && setSecret(saved.secret);
  return (
    <Stack gap="lg">
      {secret !== undefined && (
        <Secret name="Webhook signing secret" value={secret} done={() => setSecret(undefined)} />
      )}
      <AddressAndEvents key={JSON.stringify(webhook)} view={view} webhook={webhook} take={take} />
      <SecretPanel webhook={webhook} take={take} />
      <Deliveries endpoint={webhook.number} />
    </Stack>
  );
}

export function EndpointState({ isOn, switchedOffWhy }: Webhook) {
  if (isOn) return <StateBadge state="active" label="Enabled" />;
  const label = switchedOffWhy === "gone" ? "Disabled: your server answered 410 Gone" : "Disabled";
  return <StateBadge state="off" tone={switchedOffWhy ? "bad" : "quiet"} label={label} />;
}

interface TestButtonProps extends Pick<ButtonProps, "size"> {
  readonly number: number;
}

export function TestButton({ number, ...look }: TestButtonProps) {
  const { run, isPending } = useAction({
    send: () => api.post(`${endpointPath(number)}/test`),
    successMessage: "Test event sent. See the deliveries below.",
    refresh: [`${WEBHOOK_PATH}/deliveries`],
  });
  return (
    <Button variant="default" {...look} loading={isPending} onClick={run}>
      Send test event
    </Button>
  );
}

function Remove({ number }: { readonly number: number }) {
  const navigate = useNavigate();
  return (
    <ConfirmButton
      label="Remove"
      question="Remove this endpoint?"
      consequence="We no longer send events to it. Its secret is deleted, and deliveries that are still pending fail."
      send={() => api.delete(endpointPath(number))}
      successMessage="Endpoint removed."
      refresh={[WEBHOOK_PATH]}
      done={() => void navigate({ to: WEBHOOK_PATH })}
    />
  );
}

function SecretPanel({ webhook, take }: { webhook: Webhook; take(saved: WebhookSaved): void }) {
  const { number, previousSecretUntil } = webhook;
  return (
    <Panel title="Signing secret">
      <Group justify="space-between" gap="md">
        <Text maw="40rem">
          {previousSecretUntil === undefined ? (
            "We sign every delivery to this endpoint with this secret. It cannot be shown again, but you can replace it."
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
          send={() => api.post<WebhookSaved>(`${endpointPath(number)}/secret`)}
          refresh={[WEBHOOK_PATH]}
          done={take}
        />
      </Group>
    </Panel>
  );
}
