/** The webhook screen of a merchant: the endpoints of the account, and its deliveries. */
import { Stack } from "@mantine/core";
import type { WebhookView } from "../../../src/interfaces/console/business/contract.ts";
import { useReading } from "../../api.ts";
import { PageHeader } from "../../parts/panel.tsx";
import { WhenLoaded } from "../../parts/when-loaded.tsx";
import { Deliveries } from "./deliveries.tsx";
import { AddEndpoint, WebhookList } from "./webhook-list.tsx";
import { OWN_WEBHOOKS } from "./webhook-place.ts";
import { TestPanels } from "./webhook-test.tsx";

export function WebhookSettings() {
  const reading = useReading<WebhookView>(OWN_WEBHOOKS.api);
  const { data } = reading;
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="We send every payment event to your servers, signed, and retry for three days until it is delivered."
        actions={data !== undefined && <AddEndpoint place={OWN_WEBHOOKS} view={data} />}
      />
      <WhenLoaded reading={reading}>
        {(view) => (
          <Stack gap="lg">
            <WebhookList place={OWN_WEBHOOKS} view={view} />
            <TestPanels view={view} />
            {view.webhooks.length > 0 && <Deliveries />}
          </Stack>
        )}
      </WhenLoaded>
    </>
  );
}
