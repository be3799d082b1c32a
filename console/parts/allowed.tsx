/** Shows its content only to users with a permission. The API checks the permission again. */
import type { ReactNode } from "react";
import type { Permission } from "../../src/interfaces/console/contract.ts";
import { useMay } from "../session.tsx";

interface AllowedProps {
  /** Undefined: everyone who sees the screen. */
  readonly needs: Permission | undefined;
  readonly children: ReactNode;
}

export function Allowed({ needs, children }: AllowedProps) {
  return useMay(needs) ? children : null;
}

/** A form that users without the permission can read but not change. */
export function ReadOnlyUnless({ needs, children }: AllowedProps) {
  const isAllowed = useMay(needs);
  return (
    <fieldset disabled={!isAllowed} className="sd-plain-fieldset">
      {children}
    </fieldset>
  );
}
