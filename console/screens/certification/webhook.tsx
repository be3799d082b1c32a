/** One webhook: what it tells, and every attempt as it was sent and answered. */
import { Accordion, Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import type {
  DeliveryShown,
  DeliveryTry,
} from "../../../src/interfaces/console/certification/contract.ts";
import { api, useReading } from "../../api.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Facts, PageHeader, Panel } from "../../parts/panel.tsx";
import { useAction } from "../../parts/submit.tsx";
import { UnreadScreen } from "../../parts/unread-screen.tsx";
import { Moment, StateBadge } from "../../parts/values.tsx";
import { usePathParam } from "../../url-state.ts";
import { CodeBlock } from "./code-block.tsx";
import { HttpStatus } from "./requests.tsx";
import { DeliveryStateBadge } from "./webhooks.tsx";

const CRUMBS = [{ label: "Webhooks", to: "/certification/webhooks" }];

export function WebhookDetail() {
  const path = `/certification/webhooks/${usePathParam("accountId")}/${usePathParam("eventId")}`;
  const { data: webhook, error, refetch } = useReading<DeliveryShown>(path);
  if (webhook === undefined) {
    return <UnreadScreen title="Webhook" crumbs={CRUMBS} error={error} retry={refetch} />;
  }
  return (
    <>
      <PageHeader
        title={webhook.event}
        crumbs={CRUMBS}
        badge={<DeliveryStateBadge line={webhook} />}
        actions={<SendAgain path={path} />}
      />
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Panel title="Event">
            <Facts facts={factsOf(webhook)} />
          </Panel>
          <Panel>
            <CodeBlock title="Transaction, as it is told" text={webhook.payload} />
          </Panel>
        </SimpleGrid>
        <Panel title="Attempts" flush>
          <Attempts attempts={webhook.attempts} />
        </Panel>
      </Stack>
    </>
  );
}

function SendAgain({ path }: { readonly path: string }) {
  const { run, isPending } = useAction({
    send: () => api.post(`${path}/replay`),
    said: "It is due at once, with three days to arrive.",
    refresh: ["/certification/webhooks"],
  });
  return (
    <Button variant="light" loading={isPending} onClick={run}>
      Send again
    </Button>
  );
}

function factsOf(webhook: DeliveryShown) {
  const { dueAt, transactionId } = webhook;
  return [
    { name: "Account", value: `${webhook.accountName} (${webhook.accountId})` },
    { name: "Goes to", value: webhook.url ?? "The account has no endpoint" },
    { name: "Event id", value: <CopyValue value={webhook.eventId} label="Copy the event id" /> },
    ...(transactionId === undefined ? [] : [{ name: "Transaction", value: transactionId }]),
    { name: "Written", value: <Moment at={webhook.createdAt} show="seconds" focusable /> },
    ...(dueAt === undefined
      ? []
      : [{ name: "Tried next", value: <Moment at={dueAt} show="seconds" focusable /> }]),
  ];
}

function Attempts({ attempts }: { readonly attempts: readonly DeliveryTry[] }) {
  if (attempts.length === 0) {
    return (
      <EmptyState
        title="Not tried yet"
        next="It waits for its time, for an endpoint, or for an earlier event of its transaction."
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

function Outcome({ attempt: { status, outcome, failure } }: { readonly attempt: DeliveryTry }) {
  if (status !== undefined) return <HttpStatus status={status} />;
  return <StateBadge state={failure ?? outcome} tone="bad" />;
}

function Attempt({ attempt: { sent, answer = "" } }: { readonly attempt: DeliveryTry }) {
  const headers = Object.entries(sent?.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return (
    <Stack gap="md">
      <CodeBlock title="Headers as sent" text={headers.join("\n")} none="They were not kept." />
      <CodeBlock title="Body as sent" text={sent?.body ?? ""} none="It was not kept." />
      <CodeBlock title="Answer" text={answer} none="There was none, or it was empty." />
    </Stack>
  );
}
