/** The available actions for an entry: send it, advance the clock, or act as the bank. */
import { Button, Divider, Group, Stack, Text } from "@mantine/core";
import type {
  AchEntryDetails,
  ClockState,
} from "../../../src/interfaces/console/certification/contract.ts";
import { api, queryClient, readingOptions } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { TextLink } from "../../parts/link.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useAction } from "../../parts/submit.tsx";
import { ChangeForm, type EntryAt, ReturnForm } from "./ach-bank-response.tsx";
import { CutOffButton } from "./ach-cut-off.tsx";
import { advance } from "./clock-advance.tsx";

const STAGES: Readonly<Record<AchEntryDetails["stage"], string>> = {
  waiting: "This entry goes out with the next bank file. You can also send it now.",
  sent: "The bank has received this entry. Advance the clock to get its response, or simulate a response.",
  settled: "This entry is settled. The bank can still return it for 60 days.",
  returned: "This entry was returned. To try again, create a new sale.",
  rejected: "The ACH operator rejected this entry. It never reached a bank.",
};

export function NextSteps({ entry, path }: EntryAt) {
  const { stage, may } = entry;
  return (
    <Panel title="Next steps">
      <Stack gap="md">
        <Text>{STAGES[stage]}</Text>
        {may.includes("cut_off") && (
          <Group>
            <CutOffButton variant="filled" />
          </Group>
        )}
        {stage === "sent" && <LetBankAnswer />}
        {stage === "sent" && <Divider label="or act as the bank" labelPosition="left" />}
        {may.includes("return") && <ReturnForm entry={entry} path={path} />}
        {may.includes("change") && stage === "sent" && <ChangeForm entry={entry} path={path} />}
        {may.includes("settle") && <Settle path={path} />}
        {stage !== "waiting" && (
          <Text size="sm" c="dimmed">
            <TextLink to={`/certification/webhooks?account=${entry.accountId}`} underline="always">
              Webhooks of this account
            </TextLink>{" "}
            notify the merchant of each change.
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

/** After three banking days, the bank has returned or settled the entry. */
function LetBankAnswer() {
  const { run, isPending } = useAction({
    send: async () => {
      const reading = { ...readingOptions<ClockState>("/certification/clock"), staleTime: 0 };
      const { presets } = await queryClient.fetchQuery(reading);
      return advance({ to: presets.find(({ label }) => label === "+3 banking days")?.to });
    },
    successMessage: "Clock advanced by three banking days.",
    refresh: ["/certification"],
  });
  return (
    <Group>
      <Button loading={isPending} onClick={run}>
        Advance 3 banking days
      </Button>
    </Group>
  );
}

function Settle({ path }: { readonly path: string }) {
  return (
    <Group>
      <ConfirmButton
        label="Settle now"
        color="tide"
        question="Settle this entry?"
        consequence="The entry is settled immediately, without waiting two banking days. It can still be returned."
        send={() => api.post(`${path}/settle`)}
        successMessage="Entry settled."
        refresh={["/certification"]}
      />
    </Group>
  );
}
