/** The latest parser requests, and those that failed. */
import { SimpleGrid } from "@mantine/core";
import type {
  ManagementHome,
  ParserCall,
} from "../../../src/interfaces/console/partner/contract.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { formatCount } from "../../parts/formats.ts";
import { ButtonLink, TextLink } from "../../parts/link.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { CallResult } from "./pieces/texts.tsx";

type Calls = NonNullable<ManagementHome["calls"]>;

export function RecentCalls({ calls }: { readonly calls: Calls }) {
  const { looked, failures, replays } = calls;
  if (looked === 0) {
    return (
      <Panel title="Parser requests">
        <EmptyState
          icon="log"
          title="No parser requests yet"
          next="Requests appear here when your software sends a payload to the parser."
        />
      </Panel>
    );
  }
  const of = `Last ${formatCount(looked)} requests: ${formatCount(failures)} failed`;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} mt="lg">
      <Panel
        title="Failed parser requests"
        description={`${of}, ${formatCount(replays)} replayed.`}
        actions={
          <ButtonLink to="/management/parser-log?result=failure" variant="subtle" size="compact-sm">
            View all failed
          </ButtonLink>
        }
      >
        <CallLines calls={calls.newestFailures} none="No failed requests." />
      </Panel>
      <Panel
        title="Latest parser requests"
        description="Newest first."
        actions={
          <ButtonLink to="/management/parser-log" variant="subtle" size="compact-sm">
            View log
          </ButtonLink>
        }
      >
        <CallLines calls={calls.newest} none="No requests yet." />
      </Panel>
    </SimpleGrid>
  );
}

function CallLines({ calls, none }: { readonly calls: readonly ParserCall[]; none: string }) {
  if (calls.length === 0) return <>{none}</>;
  return (
    <ul className="sd-lines">
      {calls.map((call) => (
        <li key={call.messageId}>
          <span>
            <TextLink to={`/management/parser-log/${call.messageId}`} fw={550}>
              {call.device?.serialNumber ?? call.reference ?? "Unknown device"}
            </TextLink>
            <small>{call.meaning ?? call.client?.name ?? call.partner.name}</small>
          </span>
          <span className="sd-line-end">
            <CallResult call={call} />
            <small>
              <Moment at={call.at} />
            </small>
          </span>
        </li>
      ))}
    </ul>
  );
}
