/** What can be done with an entry now: send it, let the bank answer, or be the bank. */
import { Button, Divider, Group, Stack, Text } from "@mantine/core";
import type {
  ClockState,
  EntryShown,
} from "../../../src/interfaces/console/certification/contract.ts";
import { api, queryClient, readingOf } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { TextLink } from "../../parts/link.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useAction } from "../../parts/submit.tsx";
import { ChangeForm, ReturnForm } from "./ach-bank-says.tsx";
import { CutOffButton } from "./ach-cut-off.tsx";
import { advance } from "./clock-advance.tsx";

export interface EntryAt {
  readonly entry: EntryShown;
  /** Its address at the interface. */
  readonly path: string;
}

const STAGES: Readonly<Record<EntryShown["stage"], string>> = {
  waiting: "It waits for the next cut-off, when the day's file is written. You need not wait.",
  sent: "The bank has it. Move the clock on to hear its answer, or be the bank yourself.",
  settled: "It is funded. A bank may still return it for sixty days.",
  returned: "It came back. That is the end of it; a new sale would be a new entry.",
  rejected: "The ACH operator found it wrong, and no bank has seen it.",
};

export function NextSteps({ entry, path }: EntryAt) {
  const { stage, may } = entry;
  return (
    <Panel title="What next">
      <Stack gap="md">
        <Text>{STAGES[stage]}</Text>
        {may.includes("cut_off") && (
          <Group>
            <CutOffButton variant="filled" />
          </Group>
        )}
        {stage === "sent" && <LetBankAnswer />}
        {stage === "sent" && <Divider label="or be the bank" labelPosition="left" />}
        {may.includes("return") && <ReturnForm entry={entry} path={path} />}
        {may.includes("change") && stage === "sent" && <ChangeForm entry={entry} path={path} />}
        {may.includes("settle") && <Settle path={path} />}
        {stage !== "waiting" && (
          <Text size="sm" c="dimmed">
            <TextLink to={`/certification/webhooks?account=${entry.accountId}`} underline="always">
              Webhooks of this account
            </TextLink>{" "}
            tell the merchant the same.
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

/** By then banks have told what came back, and what did not is settled. */
function LetBankAnswer() {
  const { run, isPending } = useAction({
    send: async () => {
      const reading = { ...readingOf<ClockState>("/certification/clock"), staleTime: 0 };
      const { presets } = await queryClient.fetchQuery(reading);
      return advance({ to: presets.find(({ label }) => label === "+3 banking days")?.to });
    },
    said: "The clock is three banking days on.",
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
        label="Settle it now"
        color="tide"
        question="Settle this entry?"
        consequence="It counts as funded at once, two banking days or not. Only a return can follow."
        send={() => api.post(`${path}/settle`)}
        said="The entry is settled."
        refresh={["/certification"]}
      />
    </Group>
  );
}
