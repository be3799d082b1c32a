/** Sends a test event of any kind to an endpoint and shows its delivery live. */
import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import type {
  DeliveryDetails,
  Webhook,
  WebhookView,
} from "../../../src/interfaces/console/business/contract.ts";
import { api, readingOptions, refresh } from "../../api.ts";
import { TextLink } from "../../parts/link.tsx";
import { Panel } from "../../parts/panel.tsx";
import { formatStatus } from "../../parts/status-labels.ts";
import { useAction } from "../../parts/submit.tsx";
import { Moment } from "../../parts/values.tsx";
import { DeliveryBadge } from "./deliveries.tsx";
import { endpointApi, OWN_WEBHOOKS } from "./webhook-place.ts";

const DELIVERIES = `${OWN_WEBHOOKS.api}/deliveries`;
const TEST_EVENT = "webhook.test";
const LOOK_EVERY_MS = 1_000;
/** A retry comes later than anyone waits for. */
const LOOKS_MAX = 120;

/** Reads a delivery again every second until it has been tried. */
export function useLiveDelivery(id: string) {
  return useQuery({
    ...readingOptions<DeliveryDetails>(`${DELIVERIES}/${id}`),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.state === "waiting" && data.tries === 0 && dataUpdateCount < LOOKS_MAX
        ? LOOK_EVERY_MS
        : false,
  });
}

/** On the page of all endpoints: choose the endpoint, too. */
export function TestPanels({ view }: { readonly view: WebhookView }) {
  const enabled = view.webhooks.filter(({ isOn }) => isOn);
  const [chosen, setChosen] = useState("");
  const webhook = enabled.find(({ number }) => String(number) === chosen) ?? enabled[0];
  if (webhook === undefined) return null;
  const choices = enabled.map(({ number, url }) => ({
    value: String(number),
    label: `${number}: ${url}`,
  }));
  return (
    <TestPanel webhook={webhook} events={view.events}>
      {choices.length > 1 && (
        <NativeSelect
          label="Endpoint"
          data={choices}
          value={String(webhook.number)}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
    </TestPanel>
  );
}

interface TestPanelProps {
  readonly webhook: Webhook;
  /** All kinds of events. */
  readonly events: readonly string[];
  readonly children?: ReactNode;
}

export function TestPanel({ webhook, events, children }: TestPanelProps) {
  const [wished, setWished] = useState(TEST_EVENT);
  const kinds = [TEST_EVENT, ...(webhook.events ?? events)];
  const event = kinds.includes(wished) ? wished : TEST_EVENT;
  const [sent, setSent] = useState<string>();
  const { run, isPending } = useAction({
    send: () =>
      api.post<{ id: string }>(`${endpointApi(OWN_WEBHOOKS, webhook.number)}/test`, { event }),
    refresh: [DELIVERIES],
    done: ({ id }) => setSent(id),
  });
  return (
    <Panel
      title="Send a test event"
      description="Your server gets a signed event with sample data. It has “test”: true and transaction ID 000000000000. No money is moved."
    >
      <Stack gap="md">
        <Group align="flex-end" gap="sm">
          {children}
          <NativeSelect
            label="Event"
            data={kinds}
            value={event}
            onChange={({ currentTarget }) => setWished(currentTarget.value)}
          />
          <Button variant="default" loading={isPending} onClick={run}>
            Send test event
          </Button>
        </Group>
        <div aria-live="polite">{sent !== undefined && <LiveStatus key={sent} id={sent} />}</div>
      </Stack>
    </Panel>
  );
}

function LiveStatus({ id }: { readonly id: string }) {
  const { data } = useLiveDelivery(id);
  const isTried = data !== undefined && (data.state !== "waiting" || data.tries > 0);
  useEffect(() => {
    if (isTried) void refresh([DELIVERIES]);
  }, [isTried]);
  if (data === undefined) return null;
  return (
    <Group gap="sm">
      <DeliveryBadge {...data} />
      <Text size="sm" component="div">
        {isTried ? <LastAttempt {...data} /> : "Sending…"}
      </Text>
      <TextLink to={`${DELIVERIES}/${id}`}>Show headers, body and response</TextLink>
    </Group>
  );
}

function LastAttempt({ attempts, state, dueAt }: DeliveryDetails) {
  const last = attempts.at(-1);
  if (last === undefined) return "Not sent.";
  const { status, failure = "", durationMs } = last;
  return (
    <>
      {status === undefined ? formatStatus(failure) : `HTTP status ${status}`} after {durationMs} ms
      {state === "waiting" && (
        <>
          . Next attempt <Moment at={dueAt} show="seconds" />
        </>
      )}
      .
    </>
  );
}
