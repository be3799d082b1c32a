/** The endpoints of an account, or the form of the first one. For merchants and operators. */
import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { Webhook, WebhookView } from "../../../src/interfaces/console/business/contract.ts";
import { type Column, DataTable, loadedList } from "../../parts/data-table.tsx";
import { Icon } from "../../parts/icons.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useNewSecret } from "./new-secret.tsx";
import { EndpointState, TestButton } from "./webhook-endpoint.tsx";
import type { WebhookPlace } from "./webhook-place.ts";
import { AddressAndEvents } from "./webhook-settings.tsx";

interface WebhookListProps {
  readonly place: WebhookPlace;
  readonly view: WebhookView;
  /** Beside the title of the list. */
  readonly actions?: ReactNode;
}

export function WebhookList({ place, view, actions }: WebhookListProps) {
  const { take, shown } = useNewSecret();
  return (
    <Stack gap="lg">
      {shown}
      {view.webhooks.length === 0 ? (
        <AddressAndEvents place={place} view={view} take={take} />
      ) : (
        <Endpoints place={place} view={view} actions={actions} />
      )}
    </Stack>
  );
}

/** The first endpoint is added in the list itself. */
export function AddEndpoint({ place, view }: WebhookListProps) {
  const { webhooks, endpointsMax } = view;
  if (webhooks.length === 0 || webhooks.length >= endpointsMax) return null;
  return (
    <ButtonLink to={place.adding} leftSection={<Icon name="plus" size={16} />}>
      Add endpoint
    </ButtonLink>
  );
}

const COLUMNS: readonly Column<Webhook>[] = [
  { id: "url", header: "URL", cell: ({ url }) => url },
  { id: "number", header: "Endpoint", align: "end", cell: ({ number }) => number },
  { id: "events", header: "Events", cell: ({ events }) => events?.join(", ") ?? "All events" },
  { id: "state", header: "Status", cell: (webhook) => <EndpointState {...webhook} /> },
];
const TEST_COLUMN: Column<Webhook> = {
  id: "test",
  header: "Test",
  cell: ({ number, isOn }) => (isOn ? <TestButton number={number} size="xs" /> : "—"),
};

function Endpoints({ place, view, actions }: WebhookListProps) {
  const { webhooks, endpointsMax } = view;
  return (
    <Panel
      flush
      title="Endpoints"
      description={`Each endpoint has its own URL, events and signing secret. An account can have up to ${endpointsMax}.`}
      actions={actions}
    >
      <DataTable
        caption="Webhook endpoints"
        columns={place.isOwn ? [...COLUMNS, TEST_COLUMN] : COLUMNS}
        reading={loadedList(webhooks)}
        keyOf={({ number }) => String(number)}
        linkOf={({ number }) => place.endpoint(number)}
        empty={{ icon: "webhook", title: "No endpoints", next: "Add an endpoint." }}
      />
    </Panel>
  );
}
