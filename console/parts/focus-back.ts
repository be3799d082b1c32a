/** For a dialog that is only there while it is open: leaving it leads back to where one was. */
import { useEffect, useState } from "react";

export function useFocusBack(): void {
  const [from] = useState(() => document.activeElement);
  useEffect(
    // After a change its button may be gone with the dialog; then the screen itself is next.
    () => () => void setTimeout(() => (isThere(from) ? from : screen())?.focus(NO_SCROLL)),
    [from],
  );
}

const NO_SCROLL = { preventScroll: true };

function isThere(element: Element | null): element is HTMLElement {
  return element instanceof HTMLElement && element.isConnected && element !== document.body;
}

function screen(): HTMLElement | null {
  return document.getElementById("screen");
}
