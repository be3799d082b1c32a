/** One API request with its response, and a command to repeat it. */
import { SimpleGrid, Stack, Text } from "@mantine/core";
import type { RequestDetails } from "../../../src/interfaces/console/certification/contract.ts";
import { useReading } from "../../api.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { LoadingScreen } from "../../parts/loading-screen.tsx";
import { Facts, PageHeader, Panel } from "../../parts/panel.tsx";
import { Moment } from "../../parts/values.tsx";
import { usePathParam } from "../../url-state.ts";
import { CodeBlock } from "./code-block.tsx";
import { HttpStatus } from "./requests.tsx";

const CRUMBS = [{ label: "Request log", to: "/certification/requests" }];

export function RequestDetail() {
  const path = `/certification/requests/${usePathParam("id")}`;
  const { data: request, error, refetch } = useReading<RequestDetails>(path);
  if (request === undefined) {
    return <LoadingScreen title="Request" crumbs={CRUMBS} error={error} retry={refetch} />;
  }
  return (
    <>
      <PageHeader
        title={`${request.method} ${request.interfaceName === "none" ? request.path : request.interfaceName}`}
        crumbs={CRUMBS}
        badge={<HttpStatus status={request.status} />}
      />
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Panel title="Details">
            <Facts facts={requestFacts(request)} />
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

function requestFacts(request: RequestDetails) {
  return [
    { name: "Received", value: <Moment at={request.receivedAt} show="seconds" focusable /> },
    { name: "Duration", value: `${request.tookMs.toFixed(1)} ms` },
    { name: "URL", value: request.path },
    { name: "Caller", value: request.actor ?? "Not authenticated" },
    { name: "IP address", value: request.address },
    {
      name: "Request ID",
      value: <CopyValue value={request.requestId} label="Copy request ID" />,
    },
  ];
}
