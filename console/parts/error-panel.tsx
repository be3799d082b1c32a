/** An error message: what happened, what to do next, and the request ID for support. */
import { Alert, Button, Code, Group, Text } from "@mantine/core";
import { ApiError, type ApiErrorCode } from "../api.ts";
import { Icon } from "./icons.tsx";

const TITLES: Partial<Record<ApiErrorCode, string>> = {
  unreachable: "No connection",
  unavailable: "Temporarily unavailable",
  not_found: "Not found",
  forbidden: "Access denied",
  conflict: "This action is not possible",
  too_many_requests: "Too many requests",
  invalid: "Some fields are not valid",
};

interface ErrorPanelProps {
  readonly error: unknown;
  readonly retry?: () => unknown;
}

export function ErrorPanel({ error, retry }: ErrorPanelProps) {
  const { title, message, requestId } = errorTexts(error);
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
          Request ID for support: <Code>{requestId}</Code>
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

export function errorTexts(error: unknown) {
  if (error instanceof ApiError) {
    const title = TITLES[error.code] ?? "Something went wrong";
    return { title, message: error.message, requestId: error.requestId };
  }
  const title = "This page failed to load";
  const message = "Something went wrong on our side. Reload the page. Your saved data is safe.";
  return { title, message, requestId: undefined };
}
