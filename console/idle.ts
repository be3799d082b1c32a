/**
 * When the person last used this tab. Every request says it, so that a page that reloads its figures by
 * itself does not keep a session open that nobody uses.
 */
export const IDLE_HEADER = "x-idle-seconds";

/** What counts as use. Pages also scroll and load without anybody being there. */
const INPUTS = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

let lastUsedAt = Date.now();

export function noteUse(): void {
  lastUsedAt = Date.now();
}

export function secondsSinceUse(): number {
  return Math.max(0, Math.floor((Date.now() - lastUsedAt) / 1_000));
}

/** Calls `act` for every input. Returns a function that ends it. */
export function onInput(act: () => void): () => void {
  const options = { passive: true, capture: true } as const;
  for (const name of INPUTS) globalThis.addEventListener(name, act, options);
  return () => {
    for (const name of INPUTS) globalThis.removeEventListener(name, act, options);
  };
}
