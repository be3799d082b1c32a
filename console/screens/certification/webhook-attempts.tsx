/** Every attempt to deliver a webhook: headers and body as they were sent, and the response. */
import { Accordion, Group, Stack, Text } from "@mantine/core";
import type { WebhookAttempt } from "../../../src/interfaces/console/contract.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Moment, StateBadge, type Tone } from "../../parts/values.tsx";
import { CodeBlock } from "./code-block.tsx";

export function WebhookAttempts({ attempts }: { readonly attempts: readonly WebhookAttempt[] }) {
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
