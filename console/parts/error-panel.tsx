/** An error as people need it: what happened, how to go on, and the number to ask about it by. */
import { Alert, Button, Code, Group, Text } from "@mantine/core";
import { ApiError, type TroubleCode } from "../api.ts";
import { Icon } from "./icons.tsx";

const TITLES: Partial<Record<TroubleCode, string>> = {
  unreachable: "No connection",
  unavailable: "Not available just now",
  not_found: "Not found",
  forbidden: "Not allowed",
  conflict: "That has changed meanwhile",
  too_many_requests: "Too many requests",
  invalid: "Something is not right yet",
};

interface ErrorPanelProps {
  readonly error: unknown;
  readonly retry?: () => unknown;
}

export function ErrorPanel({ error, retry }: ErrorPanelProps) {
  const { title, message, requestId } = wordsOf(error);
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={title}
      icon={<Icon name="attention" />}
      maw="46rem"
      className="sd-alert"
    >
      <Text size="sm">{message}</Text>
      {requestId !== undefined && (
        <Text size="xs" mt="xs">
          If you ask for help, name this request: <Code>{requestId}</Code>
        </Text>
      )}
      {retry !== undefined && (
        <Group mt="md">
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="retry" size={14} />}
            onClick={() => void retry()}
          >
            Try again
          </Button>
        </Group>
      )}
    </Alert>
  );
}

export function wordsOf(error: unknown) {
  if (error instanceof ApiError) {
    const title = TITLES[error.code] ?? "That did not work";
    return { title, message: error.message, requestId: error.requestId };
  }
  const title = "This page has failed";
  const message = "The mistake is ours. Reload the page; nothing that was saved is lost.";
  return { title, message, requestId: undefined };
}
