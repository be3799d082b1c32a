/** The buttons at the end of a dialog form: cancel and submit. */
import { Button, Group } from "@mantine/core";

export interface FormButtonsProps {
  readonly label: string;
  readonly isPending: boolean;
  /** For an act that cannot be undone. */
  readonly color?: "red";
  close(): void;
}

export function FormButtons(buttons: FormButtonsProps) {
  return (
    <Group justify="flex-end" gap="xs">
      <CancelAndSubmit {...buttons} />
    </Group>
  );
}

/** The two buttons alone, for forms with more controls beside them. */
export function CancelAndSubmit({ label, isPending, color, close }: FormButtonsProps) {
  return (
    <>
      <Button variant="default" onClick={close}>
        Cancel
      </Button>
      <Button type="submit" loading={isPending} {...(color && { color })}>
        {label}
      </Button>
    </>
  );
}
