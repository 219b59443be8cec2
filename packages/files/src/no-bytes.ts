/** Nothing: shared, since it cannot be changed. */
export const NO_BYTES: Uint8Array = new Uint8Array(0)
