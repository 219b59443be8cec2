/**
 * *How deep things may be inside each other*: more than anything the engine writes, and few enough that a
 * cycle in a damaged package, or a file made to exhaust the stack, ends.
 */
export const Limit = {
  /** Objects in objects: packages nest six levels or so. */
  Outers: 128,
  /** Supers of a class, and references followed one from the other. */
  Supers: 100,
  /** Structs and arrays in the value of a property. */
  Values: 32,
} as const
