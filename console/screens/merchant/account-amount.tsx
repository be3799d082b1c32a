/** An amount in the currency of the merchant's account. */
import { Amount } from "../../parts/values.tsx";
import { useSession } from "../../session.tsx";

export function AccountAmount({ cents }: { readonly cents: number }) {
  const { currency = "USD" } = useSession();
  return <Amount cents={cents} currency={currency} />;
}
