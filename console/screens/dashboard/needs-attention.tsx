/** What needs attention: each line says what happened and links to where it can be acted on. */
import { List, Skeleton, Text, ThemeIcon } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type {
  AttentionAnswer,
  AttentionLine,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { readingOptions } from "../../api.ts";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { formatAmount, formatCount, formatMoment } from "../../parts/formats.ts";
import { Icon } from "../../parts/icons.tsx";
import { TextLink } from "../../parts/link.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useSession } from "../../session.tsx";

const AGAIN_MS = 60_000;

export function NeedsAttention() {
  const { data, error, refetch } = useQuery({
    ...readingOptions<AttentionAnswer>("/merchant/attention"),
    refetchInterval: AGAIN_MS,
  });
  return (
    <Panel title="Needs attention">
      {error !== null && data === undefined && <ErrorPanel error={error} retry={refetch} />}
      {data === undefined && error === null && <Skeleton h={48} />}
      {data?.items.length === 0 && (
        <Text c="dimmed" size="sm">
          Nothing right now. Unusual declines, returned payments, held credits, cards that expire
          soon, failing webhooks and expiring API keys appear here.
        </Text>
      )}
      {data !== undefined && data.items.length > 0 && <Items items={data.items} />}
    </Panel>
  );
}

function Items({ items }: AttentionAnswer) {
  const { currency = "USD", timeZone } = useSession();
  const told = items.map((item) => describeItem(item, { currency, timeZone }));
  return (
    <List
      spacing="sm"
      icon={
        <ThemeIcon color="amber" variant="light" size={26} radius="xl">
          <Icon name="attention" size={16} />
        </ThemeIcon>
      }
    >
      {told.map(({ text, detail, to, action }) => (
        <List.Item key={text}>
          <Text fw={550}>{text}</Text>
          <Text size="sm" c="dimmed">
            {detail}{" "}
            <TextLink to={to} size="sm" underline="always">
              {action}
            </TextLink>
          </Text>
        </List.Item>
      ))}
    </List>
  );
}

interface Place {
  readonly currency: string;
  readonly timeZone: string | undefined;
}

interface Told {
  readonly text: string;
  readonly detail: string;
  readonly to: string;
  readonly action: string;
}

export function describeItem(item: AttentionLine, { currency, timeZone }: Place): Told {
  switch (item.kind) {
    case "declines":
      return {
        text: `${formatCount(item.declinedCount)} declines today, more than usual`,
        detail: `${percent(item.share)} of today's payments were declined, and ${percent(item.usualShare)} in the last 7 days. Shown from 10 declines and twice the usual share on.`,
        to: "/transactions?status=declined",
        action: "View declines",
      };
    case "returns":
      return {
        text: `${countOf(item.count, "ACH payment was", "ACH payments were")} returned`,
        detail: `${formatAmount(item.cents, currency)} in the last 7 days.`,
        to: "/transactions?status=returned",
        action: "View returns",
      };
    case "approved_credits":
      return {
        text: `${countOf(item.count, "credit was", "credits were")} approved`,
        detail: "Send the same credit again before the approval expires. It is paid once.",
        to: "/held-credits",
        action: "View held credits",
      };
    case "held_credits":
      return {
        text: `${countOf(item.count, "credit waits", "credits wait")} for approval`,
        detail: "Above your account's limit. Nothing was paid.",
        to: "/held-credits",
        action: "View held credits",
      };
    case "rejected_credits":
      return {
        text: `${countOf(item.count, "credit was", "credits were")} not approved`,
        detail: "In the last 7 days. Nothing was paid.",
        to: "/held-credits",
        action: "View held credits",
      };
    case "blocked_banks":
      return {
        text: `${countOf(item.count, "bank account is", "bank accounts are")} blocked after a return`,
        detail: "In the last 7 days. Further debits are declined until you unblock them.",
        to: "/customers?tab=blocked",
        action: "View blocked bank accounts",
      };
    case "expiring_cards":
      return {
        text: `${item.isMore ? "More than " : ""}${countOf(item.count, "stored card expires", "stored cards expire")} this month or next`,
        detail: "Ask these customers for a new card before the next charge.",
        to: "/customers?expiry=soon",
        action: "View cards",
      };
    case "failed_webhooks":
      return {
        text: `${countOf(item.count, "webhook was", "webhooks were")} not delivered`,
        detail: "We stopped trying in the last 7 days. Your software may have missed payments.",
        to: "/settings/webhook",
        action: "View deliveries",
      };
    case "retried_webhooks":
      return {
        text: `${countOf(item.count, "webhook", "webhooks")} failed several times`,
        detail: "We keep trying. Check that your server answers.",
        to: "/settings/webhook",
        action: "View deliveries",
      };
    case "disabled_webhook":
      return {
        text: `The webhook to ${new URL(item.url).host} is disabled`,
        detail: `It failed too often and gets nothing since ${formatMoment(item.since, timeZone)}.`,
        to: "/settings/webhook",
        action: "Check the endpoint",
      };
    case "expiring_key":
      return {
        text: `An API key expires on ${formatMoment(item.expiresAt, timeZone)}`,
        detail: "Make sure that your software uses another key by then.",
        to: "/settings/keys",
        action: "View API keys",
      };
  }
}

function countOf(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
