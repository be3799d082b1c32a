/** One webhook with every delivery attempt and response. */
import { Accordion, Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import type {
  WebhookAttempt,
  WebhookDetails,
} from "../../../src/interfaces/console/certification/contract.ts";
import { api, useReading } from "../../api.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { LoadingScreen } from "../../parts/loading-screen.tsx";
import { Facts, PageHeader, Panel } from "../../parts/panel.tsx";
import { useAction } from "../../parts/submit.tsx";
import { Moment, StateBadge, type Tone } from "../../parts/values.tsx";
import { usePathParam } from "../../url-state.ts";
import { CodeBlock } from "./code-block.tsx";
import { DeliveryStateBadge } from "./webhooks.tsx";

const CRUMBS = [{ label: "Webhooks", to: "/certification/webhooks" }];

export function WebhookDetail() {
  const path = `/certification/webhooks/${usePathParam("accountId")}/${usePathParam("eventId")}`;
  const { data: webhook, error, refetch } = useReading<WebhookDetails>(path);
  if (webhook === undefined) {
    return <LoadingScreen title="Webhook" crumbs={CRUMBS} error={error} retry={refetch} />;
  }
  return (
    <>
      <PageHeader
        title={webhook.event}
        crumbs={CRUMBS}
        badge={<DeliveryStateBadge line={webhook} />}
        actions={<ResendButton path={path} />}
      />
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Panel title="Event">
            <Facts facts={webhookFacts(webhook)} />
          </Panel>
          <Panel>
            <CodeBlock title="Transaction data" text={webhook.payload} />
          </Panel>
        </SimpleGrid>
        <Panel title="Attempts" flush>
          <Attempts attempts={webhook.attempts} />
        </Panel>
      </Stack>
    </>
  );
}

function ResendButton({ path }: { readonly path: string }) {
  const { run, isPending } = useAction({
    send: () => api.post(`${path}/replay`),
    successMessage: "Resending. We retry for up to three days.",
    refresh: ["/certification/webhooks"],
  });
  return (
    <Button variant="light" loading={isPending} onClick={run}>
      Resend
    </Button>
  );
}

function webhookFacts(webhook: WebhookDetails) {
  const { dueAt, transactionId } = webhook;
  return [
    { name: "Account", value: `${webhook.accountName} (${webhook.accountId})` },
    { name: "URL", value: webhook.url ?? "No webhook URL set" },
    { name: "Event ID", value: <CopyValue value={webhook.webhookId} label="Copy event ID" /> },
    { name: "Endpoint", value: webhook.endpoint },
    ...(transactionId === undefined ? [] : [{ name: "Transaction ID", value: transactionId }]),
    { name: "Created", value: <Moment at={webhook.createdAt} show="seconds" focusable /> },
    ...(dueAt === undefined
      ? []
      : [{ name: "Next attempt", value: <Moment at={dueAt} show="seconds" focusable /> }]),
  ];
}

function Attempts({ attempts }: { readonly attempts: readonly WebhookAttempt[] }) {
  if (attempts.length === 0) {
    return (
      <EmptyState
        title="No attempts yet"
        next="The event waits for its scheduled time, for a webhook URL, or for an earlier event of the same transaction."
        icon="webhook"
      />
    );
  }
  const newestFirst = attempts.toReversed();
  return (
    <Accordion order={3} defaultValue={newestFirst[0]?.at}>
      {newestFirst.map((attempt) => (
        <Accordion.Item key={attempt.at} value={attempt.at}>
          <Accordion.Control>
            <Group gap="sm">
              <Outcome attempt={attempt} />
              <Moment at={attempt.at} show="seconds" />
              <Text size="sm" c="dimmed">
                {attempt.durationMs} ms
              </Text>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <Attempt attempt={attempt} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

function Outcome({ attempt: { status, outcome, failure } }: { readonly attempt: WebhookAttempt }) {
  if (status !== undefined) return <HttpStatus status={status} />;
  return <StateBadge state={failure ?? outcome} tone="bad" />;
}

function Attempt({ attempt: { sent, answer = "" } }: { readonly attempt: WebhookAttempt }) {
  const headers = Object.entries(sent?.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return (
    <Stack gap="md">
      <CodeBlock
        title="Request headers"
        text={headers.join("\n")}
        none="The headers were not stored."
      />
      <CodeBlock title="Request body" text={sent?.body ?? ""} none="The body was not stored." />
      <CodeBlock title="Response" text={answer} none="No response, or an empty one." />
    </Stack>
  );
}

function HttpStatus({ status }: { readonly status: number }) {
  const tones: readonly Tone[] = ["quiet", "quiet", "good", "waiting", "attention", "bad"];
  const tone = tones[Math.floor(status / 100)] ?? "quiet";
  return <StateBadge state={String(status)} tone={tone} />;
}
