/** How source is laid out. Whatever is left out is as in the engine's own sources. */
export interface PrintOptions {
  /** One level: a tab (the default), or some blanks. */
  readonly indent?: string | undefined
  /** Where `{` is: on a line of its own (the default), or after what it belongs to. */
  readonly braces?: 'own-line' | 'same-line' | undefined
  /** What ends a line: `\n` by default. */
  readonly lineEnd?: '\n' | '\r\n' | undefined
  /** Levels that the first line is in already. */
  readonly level?: number | undefined
  /**
   * How tightly an operator between two operands binds, the smaller the tighter, as its declaration says. It
   * decides about parentheses around `Binary` nodes. By default what the engine's `Object` declares.
   */
  readonly precedence?: ((operator: string) => number) | undefined
  /**
   * True if calls of `LogInternal` and `WarnInternal` are written as the macros `` `log `` and `` `warn ``,
   * which UE3's compiler makes these calls of. Default: false; `decompileClass` knows by the packages.
   */
  readonly macros?: boolean | undefined
}
