/** What stands in a screen's place where it failed, or where there is none. */
import { Button, Center, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { ErrorPanel } from "./error-panel.tsx";
import { ButtonLink } from "./link.tsx";

/** A browser's words for a file that did not come: it is gone, or nobody can be reached. */
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
        <Title order={1}>Nothing here</Title>
        <Text c="dimmed">
          This address does not exist, or it is not part of what your sign-in may see.
        </Text>
        <ButtonLink to="/" mt="sm">
          To the overview
        </ButtonLink>
      </Stack>
    </Center>
  );
}

function NotLoaded() {
  return (
    <Center mih="50vh">
      <Stack align="center" gap="xs" ta="center" maw="26rem">
        <Title order={1}>This page did not load</Title>
        <Text c="dimmed">
          The server cannot be reached, or the console was renewed meanwhile. Load the page again to
          go on.
        </Text>
        <Button mt="sm" onClick={() => window.location.reload()}>
          Load again
        </Button>
      </Stack>
    </Center>
  );
}
