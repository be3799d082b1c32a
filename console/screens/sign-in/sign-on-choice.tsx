/** After single sign-on, a person with several logins chooses one. */
import { Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { LoginChoices } from "../../../src/interfaces/console/contract.ts";
import { api, useReading } from "../../api.ts";
import { TextLink } from "../../parts/link.tsx";
import { ScreenSkeleton } from "../../parts/panel.tsx";
import { FormError } from "../../parts/submit.tsx";
import { VisitorError, VisitorFrame } from "./frame.tsx";
import { LoginList } from "./login-list.tsx";

const LOGINS = "/single-sign-on/logins";

export function SignOnChoice() {
  const { data, error, refetch } = useReading<LoginChoices>(LOGINS);
  const choosing = useMutation({
    mutationFn: (choice: string) => api.post(LOGINS, { choice }),
    // The page starts again with the session.
    onSuccess: () => globalThis.location.assign("/console/"),
  });
  return (
    <VisitorFrame title="Choose a login">
      <Stack gap="md">
        {error !== null && <VisitorError error={error} retry={refetch} />}
        {error === null && data === undefined && <ScreenSkeleton />}
        {data !== undefined && (
          <LoginList
            about="You have several logins. Choose one:"
            choices={data.choices}
            choose={choosing.mutate}
          />
        )}
        <FormError trouble={choosing.error ?? undefined} />
        <TextLink to="/">Back to sign-in</TextLink>
      </Stack>
    </VisitorFrame>
  );
}
