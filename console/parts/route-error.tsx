/** Shown instead of a screen that failed to load or does not exist. */
import { Button, Center, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { ErrorPanel } from "./error-panel.tsx";
import { ButtonLink } from "./link.tsx";

/** Browser messages for a script file that could not be loaded. */
const FILE_GONE = /dynamically imported module|module script|Unable to preload/i;

export function RouteError({ error, reset }: ErrorComponentProps) {
  if (FILE_GONE.test(String(error))) return <NotLoaded />;
  return <ErrorPanel error={error} retry={reset} />;
}

export function NotFound() {
  useDocumentTitle("Not found · Sixdoors");
  return (
    <Center mih="50vh">
      <Stack align="center" gap="xs" ta="center" maw="26rem">
        <Title order={1}>Page not found</Title>
        <Text c="dimmed">This page does not exist, or you do not have access to it.</Text>
        <ButtonLink to="/" mt="sm">
          Go to overview
        </ButtonLink>
      </Stack>
    </Center>
  );
}

function NotLoaded() {
  return (
    <Center mih="50vh">
      <Stack align="center" gap="xs" ta="center" maw="26rem">
        <Title order={1}>Page failed to load</Title>
        <Text c="dimmed">
          The server cannot be reached, or the console was updated. Reload the page to continue.
        </Text>
        <Button mt="sm" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </Stack>
    </Center>
  );
}
