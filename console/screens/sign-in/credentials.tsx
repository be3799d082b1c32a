/** The fields of the sign-in page: an email address, or a user name with what belongs to it. */
import { Anchor, Group, PasswordInput, SegmentedControl, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { SignIn, SignInAs } from "../../../src/interfaces/console/contract.ts";
import { TextLink } from "../../parts/link.tsx";

export const KINDS = [
  { value: "merchant", label: "Merchant" },
  { value: "partner", label: "Partner" },
  { value: "operator", label: "Operator" },
] as const satisfies readonly { value: SignInAs; label: string }[];

export const EMPTY = { accountId: "", name: "", password: "", code: "" };
export type SignInValues = typeof EMPTY;

export interface CredentialsProps {
  readonly as: SignIn["as"];
  choose(as: string): void;
  readonly form: UseFormReturnType<SignInValues>;
}

export function Credentials({ as, choose, form }: CredentialsProps) {
  return (
    <>
      {as !== "email" && (
        <SegmentedControl
          fullWidth
          aria-label="Sign in as"
          data={[...KINDS]}
          value={as}
          onChange={choose}
        />
      )}
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
        label={as === "merchant" || as === "email" ? "Email address" : "User name"}
        type={as === "email" ? "email" : "text"}
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
      <Group justify="space-between" gap="xs">
        <TextLink to="/forgot-password" size="sm" underline="always">
          Forgot your password?
        </TextLink>
        <Anchor
          component="button"
          type="button"
          size="sm"
          underline="always"
          onClick={() => choose(as === "email" ? "merchant" : "")}
        >
          {as === "email" ? "Use a user name" : "Use an email address"}
        </Anchor>
      </Group>
    </>
  );
}

export function CodeField({ form }: Pick<CredentialsProps, "form">) {
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
