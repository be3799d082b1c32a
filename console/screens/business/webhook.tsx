/** The webhook screen: the endpoints of the account, and its deliveries. */
import { Stack } from "@mantine/core";
import { useState } from "react";
import type {
  Webhook,
  WebhookSaved,
  WebhookView,
} from "../../../src/interfaces/console/business/contract.ts";
import { useReading } from "../../api.ts";
import { Secret } from "../../parts/copy.tsx";
import { type Column, DataTable, loadedList } from "../../parts/data-table.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { Icon } from "../../parts/icons.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { PageHeader, Panel, ScreenSkeleton } from "../../parts/panel.tsx";
import { Deliveries } from "./deliveries.tsx";
import { EndpointState, TestButton } from "./webhook-endpoint.tsx";
import { AddressAndEvents, endpointPath, WEBHOOK_PATH } from "./webhook-settings.tsx";

export function WebhookSettings() {
  const [secret, setSecret] = useState<string>();
  const { data, error, refetch } = useReading<WebhookView>(WEBHOOK_PATH);
  const take = (saved: WebhookSaved) => saved.secret !== undefined && setSecret(saved.secret);
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="We send every payment event to your servers, signed, and retry for three days until it is delivered."
        actions={data !== undefined && <AddEndpoint {...data} />}
      />
      {data === undefined && error !== null && <ErrorPanel error={error} retry={refetch} />}
      {data === undefined && error === null && <ScreenSkeleton />}
      {data !== undefined && (
        <Stack gap="lg">
          {secret !== undefined && (
            <Secret
              name="Webhook signing secret"
              value={secret}
              done={() => setSecret(undefined)}
            />
          )}
          {data.webhooks.length === 0 ? (
            <AddressAndEvents view={data} take={take} />
          ) : (
            <>
              <Endpoints {...data} />
              <Deliveries />
            </>
          )}
        </Stack>
      )}
    </>
  );
}

/** The first endpoint is added on this page. */
function AddEndpoint({ webhooks, endpointsMax }: WebhookView) {
  if (webhooks.length === 0 || webhooks.length >= endpointsMax) return null;
  return (
    <ButtonLink to={`${WEBHOOK_PATH}/new`} leftSection={<Icon name="plus" size={16} />}>
      Add endpoint
    </ButtonLink>
  );
}

const COLUMNS: readonly Column<Webhook>[] = [
  { id: "url", header: "URL", cell: ({ url }) => url },
  { id: "number", header: "Endpoint", align: "end", cell: ({ number }) => number },
  { id: "events", header: "Events", cell: ({ events }) => events?.join(", ") ?? "All events" },
  { id: "state", header: "Status", cell: (webhook) => <EndpointState {...webhook} /> },
  {
    id: "test",
    header: "Test",
    cell: ({ number, isOn }) => (isOn ? <TestButton number={number} size="xs" /> : "—"),
  },
];

function Endpoints({ webhooks, endpointsMax }: WebhookView) {
  return (
    <Panel
      flush
      title="Endpoints"
      description={`Each endpoint has its own URL, events and signing secret. You can have up to ${endpointsMax}.`}
    >
      <DataTable
        caption="Webhook endpoints"
        columns={COLUMNS}
        reading={loadedList(webhooks)}
        keyOf={({ number }) => String(number)}
        linkOf={({ number }) => endpointPath(number)}
        empty={{ icon: "webhook", title: "No endpoints", next: "Add an endpoint." }}
      />
    </Panel>
  );
}
