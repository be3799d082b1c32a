/** One webhook with every delivery attempt and response. */
import { Button, SimpleGrid, Stack } from "@mantine/core";
import type { WebhookDetails } from "../../../src/interfaces/console/certification/contract.ts";
import { api, useReading } from "../../api.ts";
import { Allowed } from "../../parts/allowed.tsx";
import { CopyValue } from "../../parts/copy.tsx";
import { LoadingScreen } from "../../parts/loading-screen.tsx";
import { Facts, PageHeader, Panel } from "../../parts/panel.tsx";
import { useAction } from "../../parts/submit.tsx";
import { Moment } from "../../parts/values.tsx";
import { usePathParam } from "../../url-state.ts";
import { CodeBlock } from "./code-block.tsx";
import { WebhookAttempts } from "./webhook-attempts.tsx";
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
        actions={
          <Allowed needs="operator.support">
            <ResendButton path={path} />
          </Allowed>
        }
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
          <WebhookAttempts attempts={webhook.attempts} />
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
