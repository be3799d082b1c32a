/** The endpoints of an account, or the form of the first one. For merchants and operators. */
import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { Webhook, WebhookView } from "../../../src/interfaces/console/business/contract.ts";
import { Allowed } from "../../parts/allowed.tsx";
import { type Column, DataTable, loadedList } from "../../parts/data-table.tsx";
import { Icon } from "../../parts/icons.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useMay } from "../../session.tsx";
import { useNewSecret } from "./new-secret.tsx";
import { EndpointState } from "./webhook-endpoint.tsx";
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
  const mayAdd = useMay(place.needs);
  return (
    <Stack gap="lg">
      {shown}
      {view.webhooks.length === 0 && mayAdd ? (
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
    <Allowed needs={place.needs}>
      <ButtonLink to={place.adding} leftSection={<Icon name="plus" size={16} />}>
        Add endpoint
      </ButtonLink>
    </Allowed>
  );
}

const COLUMNS: readonly Column<Webhook>[] = [
  { id: "url", header: "URL", isFreeText: true, cell: ({ url }) => url },
  { id: "number", header: "Endpoint", align: "end", cell: ({ number }) => number },
  { id: "events", header: "Events", cell: ({ events }) => events?.join(", ") ?? "All events" },
  { id: "state", header: "Status", cell: (webhook) => <EndpointState {...webhook} /> },
];

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
        columns={COLUMNS}
        reading={loadedList(webhooks)}
        keyOf={({ number }) => String(number)}
        linkOf={({ number }) => place.endpoint(number)}
        empty={{ icon: "webhook", title: "No endpoints", next: "No events are sent." }}
      />
    </Panel>
  );
}
