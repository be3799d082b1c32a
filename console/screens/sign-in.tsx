/** The sign-in page: credentials, a choice of several logins, and the code of two-factor authentication. */
import { Alert, Button, Stack } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { type RefObject, useRef, useState } from "react";
import type {
  LoginChoice,
  SignIn,
  TestUser,
  Welcome,
} from "../../src/interfaces/console/contract.ts";
import { ApiError } from "../api.ts";
import { FormError, useSubmit } from "../parts/submit.tsx";
import { sessionExpired, signIn } from "../session.tsx";
import { useUrlState } from "../url-state.ts";
import {
  CodeField,
  Credentials,
  type CredentialsProps,
  EMPTY,
  KINDS,
  type SignInValues,
} from "./sign-in/credentials.tsx";
import { useWelcome, VisitorFrame } from "./sign-in/frame.tsx";
import { LoginList } from "./sign-in/login-list.tsx";
import { OtherWays } from "./sign-in/other-ways.tsx";
import { TestUsers } from "./test-users.tsx";

export function SignInScreen() {
  const welcome = useWelcome();
  const [url, setUrl] = useUrlState({ as: "" });
  const as = KINDS.find(({ value }) => value === url.as)?.value ?? "email";
  const form = useForm<SignInValues>({ mode: "uncontrolled", initialValues: EMPTY });
  const button = useRef<HTMLButtonElement>(null);
  const fill = ({ label: _label, as: chosen, ...values }: TestUser) => {
    setUrl({ as: chosen }, { replace: true });
    form.setValues({ ...EMPTY, ...values });
    form.clearErrors();
    // Focus the button: on a phone it is out of view, and keyboard users would have to tab to it.
    button.current?.focus();
  };
  return (
    <VisitorFrame
      title="Sign in"
      aside={welcome?.people && <TestUsers people={welcome.people} fill={fill} />}
    >
      <SignInForm
        as={as}
        choose={(next) => setUrl({ as: next }, { replace: true })}
        form={form}
        button={button}
        welcome={welcome}
      />
    </VisitorFrame>
  );
}

interface SignInFormProps extends CredentialsProps {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly welcome: Welcome | undefined;
}

/** What the page asks next. */
interface Step {
  readonly asksCode: boolean;
  /** The logins to choose from. */
  readonly choices?: readonly LoginChoice[] | undefined;
  readonly choice?: string | undefined;
}

const SEVERAL = "Your email address and password fit several logins. Choose one:";
const FIRST: Step = { asksCode: false };

function SignInForm({ as, choose, form, button, welcome }: SignInFormProps) {
  const [step, setStep] = useState(FIRST);
  const [, setUrl] = useUrlState({ as: "" });
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => send(toSignIn(as, values, step.choice), step, setStep),
    done: (signedIn) => signedIn && setUrl({ as: "" }, { replace: true }),
  });
  const place = useRef<HTMLFormElement>(null);
  const pick = (choice: string) => {
    setStep({ asksCode: false, choice });
    setTimeout(() => place.current?.requestSubmit());
  };
  const isFirst = !step.asksCode && step.choices === undefined;
  return (
    <form onSubmit={submit} noValidate ref={place}>
      <Stack gap="md">
        {sessionExpired() && isFirst && (
          <Alert color="amber" className="sd-alert" title="You were signed out">
            Your session has ended. Sign in again to continue.
          </Alert>
        )}
        <Fields as={as} choose={choose} form={form} step={step} pick={pick} />
        <FormError trouble={trouble} />
        {step.choices === undefined && (
          <Button ref={button} type="submit" size="md" loading={isPending} fullWidth>
            {step.asksCode ? "Verify" : "Sign in"}
          </Button>
        )}
        {!isFirst && (
          <Button variant="subtle" color="gray" onClick={() => setStep(FIRST)}>
            Use a different account
          </Button>
        )}
        {isFirst && <OtherWays welcome={welcome} />}
      </Stack>
    </form>
  );
}

interface FieldsProps extends CredentialsProps {
  readonly form: UseFormReturnType<SignInValues>;
  readonly step: Step;
  pick(choice: string): void;
}

function Fields({ step, pick, ...credentials }: FieldsProps) {
  if (step.asksCode) return <CodeField form={credentials.form} />;
  if (step.choices !== undefined)
    return <LoginList about={SEVERAL} choices={step.choices} choose={pick} />;
  return <Credentials {...credentials} />;
}

/** Returns true after sign-in, false if the next step is a choice or the code. */
async function send(
  credentials: SignIn,
  step: Step,
  setStep: (next: Step) => void,
): Promise<boolean> {
  try {
    const choices = await signIn(credentials);
    if (choices !== undefined) setStep({ asksCode: false, choices });
    return choices === undefined;
  } catch (error) {
    const isFirstAsk = credentials.code === undefined;
    if (!(error instanceof ApiError && error.code === "code_needed" && isFirstAsk)) throw error;
    setStep({ asksCode: true, choice: step.choice });
    return false;
  }
}

function toSignIn(as: SignIn["as"], values: SignInValues, choice: string | undefined): SignIn {
  const { accountId, name, password, code } = values;
  return {
    as,
    name: name.trim(),
    password,
    ...(as === "merchant" ? { accountId: accountId.trim() } : {}),
    ...(code.trim() === "" ? {} : { code: code.trim() }),
    ...(choice === undefined ? {} : { choice }),
  };
}
