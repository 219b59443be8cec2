/** Options in which the fields of `Key` have a value. */
export type WithDefaults<Options, Key extends keyof Options> = Omit<Options, Key> & {
  readonly [Field in Key]-?: Exclude<Options[Field], undefined>
}

/**
 * Options with the defaults of what they do not set. A spread of options over defaults would do, but for
 * fields that are `undefined`: these mean "not given" everywhere in ukit.
 */
export function withDefaults<Options extends object, Key extends keyof Options>(
  options: Options,
  defaults: { readonly [Field in Key]: Exclude<Options[Field], undefined> },
): WithDefaults<Options, Key> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  // The type of entries knows nothing of fields; these are those of `options`, or else of `defaults`.
  return { ...defaults, ...Object.fromEntries(given) } as WithDefaults<Options, Key>
}
