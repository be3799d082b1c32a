/** Shared by both steps of a key import: the fields of a key component, and the dialog. */
import { Modal, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { NOT_STORED } from "../../parts/not-stored.ts";

interface Component {
  readonly component: string;
  readonly checkValue: string;
}

interface ComponentForm {
  getInputProps(name: "component" | "checkValue"): object;
  setFieldValue(name: "component", value: string): void;
}

export function ComponentFields({ form }: { readonly form: ComponentForm }) {
  return (
    <>
      <TextInput
        className="sd-masked"
        label="Key component"
        description="In hexadecimal, as on your component form. It is hidden while you type and not stored in the browser."
        required
        {...NOT_STORED}
        {...form.getInputProps("component")}
      />
      <TextInput
        label="Key check value (KCV)"
        description="In hexadecimal, from the same form."
        required
        maxLength={20}
        {...NOT_STORED}
        {...form.getInputProps("checkValue")}
      />
    </>
  );
}

/** Clears the component after sending, whatever the result is. */
export function clearingComponent<Answer>(
  form: ComponentForm,
  sending: Promise<Answer & Pick<Component, "checkValue">>,
) {
  return sending.finally(() => form.setFieldValue("component", ""));
}

interface DialogProps {
  readonly opened: boolean;
  readonly title: string;
  readonly children: ReactNode;
  close(): void;
}

/** Closing the dialog discards its form and everything typed. */
export function Dialog({ opened, title, children, close }: DialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {children}
    </Modal>
  );
}
