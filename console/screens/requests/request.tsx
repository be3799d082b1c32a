/** One API request with its response, and a command to repeat it. */
import { SimpleGrid, Stack, Text } from "@mantine/core";
import type { RequestDetails } from "../../../src/interfaces/console/requests/contract.ts";
import { useReading } from "../../api.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { TextLink } from "../../parts/link.tsx";
import { LoadingScreen } from "../../parts/loading-screen.tsx";
import { Facts, PageHeader, Panel } from "../../parts/panel.tsx";
import { Amount, Moment } from "../../parts/values.tsx";
import { useMay } from "../../session.tsx";
import { usePathParam } from "../../url-state.ts";
import { CodeBlock } from "../certification/code-block.tsx";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { INTERFACES } from "./request-filters.tsx";
import { ALL_PATH, OWN_PATH } from "./requests.tsx";

export function AnyRequest() {
  return <RequestDetail listPath={ALL_PATH} />;
}

export function OwnRequest() {
  return <RequestDetail listPath={OWN_PATH} />;
}

function RequestDetail({ listPath }: { readonly listPath: string }) {
  const path = `${listPath}/${usePathParam("id")}`;
  const crumbs = [{ label: "Request log", to: listPath }];
  const { data: request, error, refetch } = useReading<RequestDetails>(path);
  if (request === undefined) {
    return <LoadingScreen title="Request" crumbs={crumbs} error={error} retry={refetch} />;
  }
  return (
    <>
      <PageHeader title={request.operation} crumbs={crumbs} badge={<OutcomeBadge {...request} />} />
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Panel title="Details">
            <RequestFacts request={request} />
          </Panel>
          <Panel title="Repeat the request">
            <CodeBlock title="curl command" text={request.curl} />
            {request.curl.includes("$") && (
              <Text size="sm" c="dimmed" mt="sm">
                Masked values are shell variables. Set them before you run the command.
              </Text>
            )}
          </Panel>
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Panel>
            <CodeBlock title="Request" text={request.request} none="The request had no body." />
          </Panel>
          <Panel>
            <CodeBlock title="Response" text={request.answer} none="The response had no body." />
          </Panel>
        </SimpleGrid>
      </Stack>
    </>
  );
}

function RequestFacts({ request }: { readonly request: RequestDetails }) {
  const { method, path, amountCents, currency = "USD", transactionId } = request;
  const api = INTERFACES.find(({ value }) => value === request.interfaceName)?.label;
  return (
    <Facts
      facts={[
        { name: "Received", value: <Moment at={request.receivedAt} show="seconds" focusable /> },
        { name: "Account", value: request.owner?.name },
        {
          name: "Amount",
          value: amountCents !== undefined && <Amount cents={amountCents} currency={currency} />,
        },
        { name: "Transaction ID", value: transactionId && <TransactionId id={transactionId} /> },
        { name: "API", value: api },
        { name: "URL", value: `${method} ${path}` },
        { name: "HTTP status", value: request.status },
        { name: "Duration", value: `${request.tookMs.toFixed(1)} ms` },
        { name: "Caller", value: request.actor ?? "Not authenticated" },
        { name: "IP address", value: request.address },
        {
          name: "Request ID",
          value: <CopyValue value={request.requestId} label="Copy request ID" />,
        },
      ]}
    />
  );
}

/** A merchant can open the transaction. */
function TransactionId({ id }: { readonly id: string }) {
  return useMay("payments") ? (
    <TextLink to={`/transactions/${id}`}>{id}</TextLink>
  ) : (
    <CopyValue value={id} label="Copy transaction ID" />
  );
}
