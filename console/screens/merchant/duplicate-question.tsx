/** Asks whether to charge anyway, after a payment was refused as a duplicate. */
import { Alert, Button, Group, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { Icon } from "../../parts/icons.tsx";
import { TextLink } from "../../parts/link.tsx";

interface DuplicateQuestionProps {
  /** The payment that came first. */
  readonly duplicateOf: string;
  chargeAnyway(): Promise<void>;
  giveUp(): void;
  readonly isBank: boolean;
  readonly amount: string;
}

export function DuplicateQuestion(props: DuplicateQuestionProps) {
  const { duplicateOf, chargeAnyway, giveUp, isBank, amount } = props;
  const place = useRef<HTMLDivElement>(null);
  // The question appears where the button was, and may reach below the screen.
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <Alert
      ref={place}
      color="amber"
      className="sd-alert"
      role="alert"
      icon={<Icon name="attention" />}
      title="Not charged: this looks like a duplicate"
    >
      <Text size="sm">
        Transaction <FirstTransaction id={duplicateOf} /> has the same amount,{" "}
        {isBank ? "bank account" : "card"} and order. If this is another order, enter its order
        number.
      </Text>
      <Group gap="xs" mt="md">
        <ConfirmButton
          label="Charge anyway"
          size="xs"
          variant="outline"
          question={`Charge another ${amount}?`}
          consequence={`The customer pays ${amount} again, in addition to transaction ${duplicateOf}.`}
          send={chargeAnyway}
        />
        <Button size="xs" variant="default" onClick={giveUp}>
          Do not charge
        </Button>
      </Group>
    </Alert>
  );
}

/** In a new tab, because the typed numbers would be lost. */
function FirstTransaction({ id }: { readonly id: string }) {
  return (
    <TextLink to={`/transactions/${id}`} target="_blank" underline="always" inherit>
      {id}
    </TextLink>
  );
}
