/** The sign-in page: user type, credentials, and the code if two-factor authentication is on. */
import {
  Alert,
  Badge,
  Button,
  Group,
  Paper,
  PasswordInput,
  SegmentedControl,
  Stack,
  TextInput,
  Title,
} from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useDocumentTitle } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import type { SignIn, SignInAs, TestUser, Welcome } from "../../src/interfaces/console/contract.ts";
import { ApiError, readingOptions } from "../api.ts";
import { Mark } from "../parts/icons.tsx";
import { FormError, useSubmit } from "../parts/submit.tsx";
import { sessionExpired, signIn } from "../session.tsx";
import { useUrlState } from "../url-state.ts";
import { TestUsers } from "./test-users.tsx";

const KINDS = [
  { value: "merchant", label: "Merchant" },
  { value: "partner", label: "Partner" },
  { value: "operator", label: "Operator" },
] as const satisfies readonly { value: SignInAs; label: string }[];

const EMPTY = { accountId: "", name: "", password: "", code: "" };
type Values = typeof EMPTY;

export function SignInScreen() {
  useDocumentTitle("Sign in · Sixdoors");
  const welcome = useQuery(readingOptions<Welcome>("/welcome")).data;
  const [url, setUrl] = useUrlState({ as: "" });
  const as = KINDS.find(({ value }) => value === url.as)?.value ?? "merchant";
  const form = useForm<Values>({ mode: "uncontrolled", initialValues: EMPTY });
  const button = useRef<HTMLButtonElement>(null);
  const fill = ({ label: _label, as: chosen, ...values }: TestUser) => {
    setUrl({ as: chosen }, { replace: true });
    form.setValues({ ...EMPTY, ...values });
    form.clearErrors();
    // Focus the button: on a phone it is out of view, and keyboard users would have to tab to it.
    button.current?.focus();
  };
  return (
    <main className="sd-sign-in">
      <Paper className="sd-panel sd-sign-in-card">
        <Group justify="space-between" mb="lg">
          <Group gap={10}>
            <Mark size={30} />
            <span className="sd-wordmark">Sixdoors</span>
          </Group>
          {welcome?.environment === "certification" && (
            <Badge color="amber" variant="light" radius="sm" tt="none" className="sd-state">
              Test mode
            </Badge>
          )}
        </Group>
        <Title order={1} mb="md">
          Sign in
        </Title>
        <SignInForm
          as={as}
          choose={(next) => setUrl({ as: next }, { replace: true })}
          form={form}
          button={button}
        />
      </Paper>
      {welcome?.people !== undefined && <TestUsers people={welcome.people} fill={fill} />}
    </main>
  );
}

interface CredentialsProps {
  readonly as: SignInAs;
  choose(as: string): void;
  readonly form: UseFormReturnType<Values>;
}

interface SignInFormProps extends CredentialsProps {
  readonly button: RefObject<HTMLButtonElement | null>;
}

function SignInForm({ as, choose, form, button }: SignInFormProps) {
  const [asksCode, setAsksCode] = useState(false);
  const [, setUrl] = useUrlState({ as: "" });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => send(credentialsOf(as, values), () => setAsksCode(true)),
    done: (signedIn) => signedIn && setUrl({ as: "" }, { replace: true }),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {sessionExpired() && (
          <Alert color="amber" className="sd-alert" title="You were signed out">
            Your session has ended. Sign in again to continue.
          </Alert>
        )}
        {asksCode ? <CodeField form={form} /> : <Credentials as={as} choose={choose} form={form} />}
        <FormError trouble={trouble} />
        <Button ref={button} type="submit" size="md" loading={isPending} fullWidth>
          {asksCode ? "Verify" : "Sign in"}
        </Button>
        {asksCode && (
          <Button variant="subtle" color="gray" onClick={() => setAsksCode(false)}>
            Use a different account
          </Button>
        )}
      </Stack>
    </form>
  );
}

function Credentials({ as, choose, form }: CredentialsProps) {
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label="Sign in as"
        data={[...KINDS]}
        value={as}
        onChange={choose}
      />
      {as === "merchant" && (
        <TextInput
          label="Account number"
          inputMode="numeric"
          autoComplete="organization"
          maxLength={20}
          key={form.key("accountId")}
          {...form.getInputProps("accountId")}
        />
      )}
      <TextInput
        label={as === "merchant" ? "Email address" : "User name"}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        key={form.key("name")}
        {...form.getInputProps("name")}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        key={form.key("password")}
        {...form.getInputProps("password")}
      />
    </>
  );
}

function CodeField({ form }: { readonly form: UseFormReturnType<Values> }) {
  return (
    <TextInput
      label="Authentication code"
      description="The 6-digit code from your authenticator app."
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      data-autofocus
      ref={(field) => field?.focus()}
      key={form.key("code")}
      {...form.getInputProps("code")}
    />
  );
}

/** Returns true after sign-in, false if the next step is the code. */
async function send(credentials: SignIn, askCode: () => void): Promise<boolean> {
  try {
    await signIn(credentials);
    return true;
  } catch (error) {
    const isFirstAsk = credentials.code === undefined;
    if (!(error instanceof ApiError && error.code === "code_needed" && isFirstAsk)) throw error;
    askCode();
    return false;
  }
}

function credentialsOf(as: SignInAs, { accountId, name, password, code }: Values): SignIn {
  return {
    as,
    name: name.trim(),
    password,
    ...(as === "merchant" ? { accountId: accountId.trim() } : {}),
    ...(code.trim() === "" ? {} : { code: code.trim() }),
  };
}
