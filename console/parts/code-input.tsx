/** Asks for the current code of an authenticator app. */
import { TextInput, type TextInputProps } from "@mantine/core";

export function CodeInput(props: TextInputProps) {
  return (
    <TextInput
      label="Authentication code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      maw="12rem"
      required
      {...props}
    />
  );
}
