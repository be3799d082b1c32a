/** The decision of a second person about what somebody requested. */
import { Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { api } from "../api.ts";
import { useSession } from "../session.tsx";
import { ConfirmButton } from "./confirm-button.tsx";

interface DecisionProps {
  readonly requestedBy: string;
  /** The API path of the request. `/approve` and `/reject` are below it. */
  readonly path: string;
  /** What is decided, in the questions: "reversal". */
  readonly noun: string;
  readonly approval: ReactNode;
  readonly rejection: ReactNode;
  readonly refresh: readonly string[];
}

/** The operator who requested it can take it back, but cannot approve it. */
export function Decision(props: DecisionProps) {
  const { person } = useSession();
  if (props.requestedBy.toLowerCase() === person.name.toLowerCase()) {
    return (
      <Stack gap={6} align="flex-start">
        <Text size="sm">Needs another operator</Text>
        <RejectButton {...props} />
      </Stack>
    );
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <ApproveButton {...props} />
      <RejectButton {...props} />
    </Group>
  );
}

function ApproveButton({ path, noun, approval, refresh }: DecisionProps) {
  return (
    <ConfirmButton
      needs="operator.administer"
      label="Approve"
      size="compact-sm"
      color="tide"
      question={`Approve this ${noun}?`}
      consequence={approval}
      send={() => api.post(`${path}/approve`)}
      successMessage={`${capitalize(noun)} approved.`}
      refresh={refresh}
    />
  );
}

function RejectButton({ path, noun, rejection, refresh }: DecisionProps) {
  return (
    <ConfirmButton
      needs="operator.administer"
      label="Reject"
      size="compact-sm"
      variant="default"
      question={`Reject this ${noun}?`}
      consequence={rejection}
      send={() => api.post(`${path}/reject`)}
      successMessage={`${capitalize(noun)} rejected.`}
      refresh={refresh}
    />
  );
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
