/** Requests the reversal of a sent file or batch. Another operator must approve it. */
import { Button, Modal, Select, Stack, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { api } from "../../api.ts";
import { Allowed } from "../../parts/allowed.tsx";
import { FormButtons } from "../../parts/form-buttons.tsx";
import { FormError, useSubmit } from "../../parts/submit.tsx";
import { REVERSAL_REASONS } from "./reversal-reasons.ts";

interface ReverseProps {
  readonly fileName: string;
  readonly batchNumber?: number;
}

export function ReverseButton({ fileName, batchNumber }: ReverseProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const what = batchNumber === undefined ? "file" : `batch ${batchNumber}`;
  return (
    <>
      <Allowed needs="operator.administer">
        <Button variant="light" color="red" onClick={open}>
          Reverse {what}
        </Button>
      </Allowed>
      <Modal
        opened={opened}
        onClose={close}
        title={`Reverse ${what}?`}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <ReverseForm fileName={fileName} batchNumber={batchNumber} close={close} />
      </Modal>
    </>
  );
}

interface FormProps {
  readonly fileName: string;
  readonly batchNumber: number | undefined;
  close(): void;
}

function ReverseForm({ fileName, batchNumber, close }: FormProps) {
  const form = useForm({ initialValues: { reason: "duplicate", note: "" } });
  const place = { fileName, ...(batchNumber !== undefined && { batchNumber }) };
  const { submit, isPending, trouble } = useSubmit({
    form,
    send: (values) => api.post("/operations/reversals", { ...place, ...values }),
    successMessage: "Reversal requested. Another operator must approve it.",
    refresh: ["/operations/reversals", "/operations/overview"],
    done: close,
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          Every entry that was not returned is sent again in the opposite direction, with the
          description REVERSAL. The merchant must tell its customers.
        </Text>
        <Select
          label="Reason"
          description="Nacha allows reversals for these errors only."
          allowDeselect={false}
          data={Object.entries(REVERSAL_REASONS).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps("reason")}
        />
        <Textarea
          label="Note"
          description="Saved here and in the audit log. Do not enter account numbers."
          autosize
          minRows={3}
          maxLength={500}
          data-autofocus
          {...form.getInputProps("note")}
        />
        <FormError trouble={trouble} />
        <FormButtons label="Request reversal" color="red" isPending={isPending} close={close} />
      </Stack>
    </form>
  );
}
