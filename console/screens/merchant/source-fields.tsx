/** Card and bank account fields, with checks while typing and errors beside each field. */
import { Badge, NativeSelect, SimpleGrid } from "@mantine/core";
import { type RefObject, useState } from "react";
import type { TerminalFacts } from "../../../src/interfaces/console/merchant/contract.ts";
import {
  type CardHint,
  cardHint,
  formatCardNumber,
  formatExpiry,
  NO_HINT,
  removeSeparators,
} from "./card-hints.ts";
import { brandName } from "./texts.ts";
import { TypedNumber } from "./typed-number.tsx";

export type FieldErrors = Readonly<Record<string, string | undefined>>;
type Field = RefObject<HTMLInputElement | null>;

export interface CardRefs {
  readonly cardNumber: Field;
  readonly expiration: Field;
  readonly verification: Field;
}

export interface BankRefs {
  readonly routingNumber: Field;
  readonly accountNumber: Field;
}

interface CardFieldsProps {
  readonly refs: CardRefs;
  readonly facts: TerminalFacts;
  readonly errors: FieldErrors;
}

export function CardFields({ refs, facts, errors }: CardFieldsProps) {
  const [hint, setHint] = useState<CardHint>(NO_HINT);
  const [isLeft, setLeft] = useState(false);
  const typingError =
    hint.error ?? (isLeft && hint.brand && !hint.isComplete ? INCOMPLETE : undefined);
  return (
    <>
      <TypedNumber
        id="cardNumber"
        ref={refs.cardNumber}
        label="Card number"
        maxLength={24}
        error={typingError ?? errors["cardNumber"]}
        write={(text) =>
          formatCardNumber(removeSeparators(text), cardHint(text, facts.issuerRanges).brand)
        }
        onTyped={(text) => {
          setLeft(false);
          setHint(cardHint(text, facts.issuerRanges));
        }}
        onBlur={() => setLeft(true)}
        rightSectionWidth={hint.brand === "AMERICAN EXPRESS" ? 140 : 104}
        rightSection={<BrandHint hint={hint} />}
      />
      <SimpleGrid cols={2} spacing="md">
        <TypedNumber
          id="expiration"
          ref={refs.expiration}
          label="Expiration date"
          description="MM/YY"
          maxLength={7}
          error={errors["expiration"]}
          write={formatExpiry}
        />
        <TypedNumber
          id="verification"
          ref={refs.verification}
          label="Security code (CVV)"
          description={
            hint.brand === "AMERICAN EXPRESS" ? "4 digits on the front" : "3 digits on the back"
          }
          maxLength={4}
          optional
          error={errors["verification"]}
        />
      </SimpleGrid>
    </>
  );
}

const INCOMPLETE = "Check the card number: a digit is wrong or missing.";

function BrandHint({ hint }: { readonly hint: CardHint }) {
  if (hint.brand === undefined) return null;
  return (
    <Badge variant="light" color={hint.isComplete ? "tide" : "gray"} tt="none" radius="sm" fw={550}>
      {brandName(hint.brand)}
    </Badge>
  );
}

interface BankFieldsProps {
  readonly refs: BankRefs;
  readonly errors: FieldErrors;
  readonly accountType: object;
}

export function BankFields({ refs, errors, accountType }: BankFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <TypedNumber
        id="routingNumber"
        ref={refs.routingNumber}
        label="Routing number"
        description="9 digits, bottom left on a check"
        maxLength={11}
        error={errors["routingNumber"]}
      />
      <TypedNumber
        id="accountNumber"
        ref={refs.accountNumber}
        label="Account number"
        description="4 to 20 digits"
        maxLength={24}
        error={errors["accountNumber"]}
      />
      <NativeSelect
        label="Account type"
        data={[
          { value: "checking", label: "Checking" },
          { value: "savings", label: "Savings" },
        ]}
        {...accountType}
      />
    </SimpleGrid>
  );
}
