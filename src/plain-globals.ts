/**
 * Node has getters on the global object for these, and even optimized code calls one at every use. A
 * plain property is a constant to it. Imported before anything else.
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
