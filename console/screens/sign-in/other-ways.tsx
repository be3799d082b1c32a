/** Ways to sign in without a password: single sign-on and passkeys. */
import { Alert, Button, Divider, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { Session, SignOnError, Welcome } from "../../../src/interfaces/console/contract.ts";
import { api } from "../../api.ts";
import { Icon } from "../../parts/icons.tsx";
import { FormError } from "../../parts/submit.tsx";
import { startSession } from "../../session.tsx";
import { useUrlState } from "../../url-state.ts";
import { askPasskey } from "./passkey-dialogs.ts";

const ERRORS: Readonly<Record<SignOnError, string>> = {
  unavailable: "The sign-in service of your organization cannot be reached. Try again in a moment.",
  expired: "The sign-in took too long, or began in another browser. Start again.",
  denied: "The sign-in was canceled.",
  not_allowed: "You are not allowed to use this console. Ask your administrator for access.",
  failed: "The sign-in did not work. Start again, or tell your administrator.",
};

export function OtherWays({ welcome }: { readonly welcome: Welcome | undefined }) {
  const [{ signOnError }] = useUrlState({ signOnError: "" });
  const error = ERRORS[signOnError as SignOnError];
  if (welcome === undefined) return null;
  if (welcome.signOn === undefined && !welcome.hasPasskeys) return null;
  return (
    <Stack gap="md">
      <Divider label="or" />
      {error !== undefined && (
        <Alert color="red" role="alert" className="sd-alert" icon={<Icon name="attention" />}>
          {error}
        </Alert>
      )}
      {welcome.signOn !== undefined && (
        <Button
          component="a"
          href="/console/api/single-sign-on"
          variant="default"
          size="md"
          fullWidth
        >
          {welcome.signOn}
        </Button>
      )}
      {welcome.hasPasskeys && <PasskeyButton />}
    </Stack>
  );
}

function PasskeyButton() {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const answer = await askPasskey(await api.post("/session/passkey/options", {}));
      return answer === undefined ? undefined : api.post<Session>("/session/passkey", { answer });
    },
    onSuccess: (session) => session && startSession(session),
  });
  return (
    <>
      <FormError trouble={error ?? undefined} />
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={isPending}
        leftSection={<Icon name="key" size={16} />}
        onClick={() => mutate()}
      >
        Sign in with a passkey
      </Button>
    </>
  );
}
