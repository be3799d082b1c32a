/** One webhook delivery: every attempt as it was sent, with its response, and resending it. */
import { Stack, Text } from "@mantine/core";
import type { DeliveryDetails } from "../../../src/interfaces/console/business/contract.ts";
import { api } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { CopyValue } from "../../parts/copy.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { type Fact, Facts, PageHeader, Panel, ScreenSkeleton } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { usePathParam } from "../../url-state.ts";
import { CodeBlock } from "../certification/code-block.tsx";
import { WebhookAttempts } from "../certification/webhook-attempts.tsx";
import { DeliveryBadge } from "./deliveries.tsx";
import { useLiveDelivery } from "./webhook-test.tsx";

const PATH = "/settings/webhook/deliveries";

const REASONS: Readonly<Record<string, string>> = {
  gave_up: "No success after three days of attempts",
  gone: "Your server answered 410 Gone",
  no_endpoint: "The endpoint was removed or disabled",
  not_wanted: "Not subscribed to this event",
};

export function DeliveryDetail() {
  const id = usePathParam("deliveryId");
  const { data, error, refetch } = useLiveDelivery(id);
  return (
    <>
      <PageHeader
        title={data?.event ?? "Delivery"}
        crumbs={[{ label: "Webhooks", to: "/settings/webhook" }]}
        badge={data && <DeliveryBadge {...data} />}
        actions={data && <Replay id={id} isDelivered={data.state === "delivered"} />}
      />
      {data === undefined && error !== null && <ErrorPanel error={error} retry={refetch} />}
      {data === undefined && error === null && <ScreenSkeleton />}
      {data && <Details delivery={data} />}
    </>
  );
}

function Details({ delivery }: { readonly delivery: DeliveryDetails }) {
  const { attempts, payload } = delivery;
  return (
    <Stack gap="lg">
      <Panel>
        <Facts facts={deliveryFacts(delivery)} />
      </Panel>
      <Panel flush title="Attempts">
        <WebhookAttempts attempts={attempts} />
      </Panel>
      {attempts.every(({ sent }) => sent === undefined) && (
        <Panel
          title="Payload"
          description="The “transaction” object of the webhook. Account, time, hash and signature are added to each attempt."
        >
          <CodeBlock title="JSON" text={payload} />
        </Panel>
      )}
    </Stack>
  );
}

function deliveryFacts(delivery: DeliveryDetails): Fact[] {
  const { webhookId, endpoint, transactionId, createdAt, state, dueAt, deliveredAt, failedAt } =
    delivery;
  return [
    { name: "Webhook ID", value: <CopyValue value={webhookId} label="Copy webhook ID" /> },
    { name: "Endpoint", value: endpoint },
    ...(transactionId === undefined ? [] : [{ name: "Transaction ID", value: transactionId }]),
    { name: "Created", value: <Moment at={createdAt} show="seconds" focusable /> },
    ...(state === "waiting"
      ? [{ name: "Next attempt", value: <Moment at={dueAt} show="seconds" focusable /> }]
      : []),
    ...(deliveredAt === undefined
      ? []
      : [{ name: "Delivered", value: <Moment at={deliveredAt} show="seconds" focusable /> }]),
    ...(failedAt === undefined
      ? []
      : [{ name: "Failed", value: <FailureReason {...delivery} at={failedAt} /> }]),
  ];
}

function FailureReason({ at, failureReason = "" }: DeliveryDetails & { readonly at: string }) {
  return (
    <>
      <Moment at={at} show="seconds" focusable />
      <Text size="sm" c="dimmed">
        {REASONS[failureReason] ?? failureReason}
      </Text>
    </>
  );
}

function Replay({ id, isDelivered }: { readonly id: string; readonly isDelivered: boolean }) {
  return (
    <ConfirmButton
      label="Resend"
      color="tide"
      question="Resend this event?"
      consequence={
        isDelivered
          ? "This event was already delivered. It keeps its webhook ID, so your server can detect the duplicate."
          : "We send it now and retry for three days if needed."
      }
      send={() => api.post(`${PATH}/${id}/replay`)}
      successMessage="Resending the event."
      refresh={[PATH]}
    />
  );
}
