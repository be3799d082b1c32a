/** A button that sends what waits, whatever the windows are. */
import { Button, type ButtonProps } from "@mantine/core";
import type { CutOffDone } from "../../../src/interfaces/console/certification/contract.ts";
import { api } from "../../api.ts";
import { say, sayTrouble } from "../../parts/notify.tsx";
import { useAction } from "../../parts/submit.tsx";

export function CutOffButton(look: Pick<ButtonProps, "variant">) {
  const { run, isPending } = useAction({
    send: () => api.post<CutOffDone>("/certification/ach/cut-off", {}),
    refresh: ["/certification"],
    done: tell,
  });
  return (
    <Button variant="default" {...look} loading={isPending} onClick={run}>
      Cut off now
    </Button>
  );
}

function tell({ banks }: CutOffDone): void {
  const entries = banks.reduce((sum, bank) => sum + bank.entries, 0);
  const stuck = banks.find(({ trouble }) => trouble !== undefined);
  if (stuck !== undefined) sayTrouble(new Error(`${stuck.name}: ${stuck.trouble}`));
  else if (entries === 0) say("Nothing waited for a cut-off.");
  else say(entries === 1 ? "One entry has left in a file." : `${entries} entries have left.`);
}
