/** One request: what was asked, what was said, and a command to try it again. */
import { SimpleGrid, Stack, Text } from "@mantine/core";
import type { RequestShown } from "../../../src/interfaces/console/certification/contract.ts";
import { useReading } from "../../api.ts";
import { CopyValue } from "../../parts/copy.tsx";
import { Facts, PageHeader, Panel } from "../../parts/panel.tsx";
import { UnreadScreen } from "../../parts/unread-screen.tsx";
import { Moment } from "../../parts/values.tsx";
import { usePathParam } from "../../url-state.ts";
import { CodeBlock } from "./code-block.tsx";
import { HttpStatus } from "./requests.tsx";

const CRUMBS = [{ label: "Request log", to: "/certification/requests" }];

export function RequestDetail() {
  const path = `/certification/requests/${usePathParam("id")}`;
  const { data: request, error, refetch } = useReading<RequestShown>(path);
  if (request === undefined) {
    return <UnreadScreen title="Request" crumbs={CRUMBS} error={error} retry={refetch} />;
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
          <Panel title="Call">
            <Facts facts={factsOf(request)} />
          </Panel>
          <Panel title="Try it again">
            <CodeBlock title="As curl" text={request.curl} />
            {request.curl.includes("$") && (
              <Text size="sm" c="dimmed" mt="sm">
                What was masked is a variable of the shell: set it first.
              </Text>
            )}
          </Panel>
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Panel>
            <CodeBlock title="Request" text={request.request} none="It had no body." />
          </Panel>
          <Panel>
            <CodeBlock title="Answer" text={request.answer} none="It had no body." />
          </Panel>
        </SimpleGrid>
      </Stack>
    </>
  );
}

function factsOf(request: RequestShown) {
  return [
    { name: "Received", value: <Moment at={request.receivedAt} show="seconds" focusable /> },
    { name: "Took", value: `${request.tookMs.toFixed(1)} ms` },
    { name: "Address", value: request.path },
    { name: "Who", value: request.actor ?? "Nobody was logged in" },
    { name: "From", value: request.address },
    {
      name: "Request id",
      value: <CopyValue value={request.requestId} label="Copy the request id" />,
    },
  ];
}
