/**
 * Replaces Node's getters for some globals by plain properties. Optimized code calls a getter at
 * every use, but treats a plain property as a constant. Import this file before any other.
 */
for (const name of ["Buffer", "performance", "process"] as const) {
  const described = Object.getOwnPropertyDescriptor(globalThis, name);
  const value = globalThis[name];
  Object.defineProperty(globalThis, name, {
    value,
    writable: true,
    configurable: true,
    enumerable: described?.enumerable ?? false,
  });
}
