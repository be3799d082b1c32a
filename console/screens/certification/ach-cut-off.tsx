/** A button that sends all waiting entries now, without waiting for the next cutoff. */
import { Button, type ButtonProps } from "@mantine/core";
import type { CutOffResult } from "../../../src/interfaces/console/certification/contract.ts";
import { api } from "../../api.ts";
import { notifyProblem, notifySuccess } from "../../parts/notify.tsx";
import { useAction } from "../../parts/submit.tsx";

export function CutOffButton(look: Pick<ButtonProps, "variant">) {
  const { run, isPending } = useAction({
    send: () => api.post<CutOffResult>("/certification/ach/cut-off", {}),
    refresh: ["/certification"],
    done: notifyResult,
  });
  return (
    <Button variant="default" {...look} loading={isPending} onClick={run}>
      Send to bank now
    </Button>
  );
}

function notifyResult({ banks }: CutOffResult): void {
  const entries = banks.reduce((sum, bank) => sum + bank.entries, 0);
  const stuck = banks.find(({ trouble }) => trouble !== undefined);
  if (stuck !== undefined) notifyProblem(`Bank ${stuck.name}: ${stuck.trouble}`);
  else if (entries === 0) notifySuccess("No entries were waiting.");
  else
    notifySuccess(
      entries === 1 ? "1 entry was sent to the bank." : `${entries} entries were sent to the bank.`,
    );
}
