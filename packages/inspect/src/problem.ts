import type { ErrorKind, PackageError } from '@ukit/files'

/** What can be wrong with a package, beyond what keeps it from opening. */
export type ProblemKind =
  | ErrorKind
  | 'overlap'
  | 'gap'
  | 'duplicate'
  | 'cycle'
  | 'generations'
  /** An object that does not decode as what its class says. */
  | 'undecoded'
  /** An object that decodes, but whose values would be written in other bytes. */
  | 'not-canonical'
  /** An object that reads, but whose values make no sense together; `field` says which. */
  | 'unsound'
  /** An import that the installed game does not give; only where one is looked into. */
  | 'import'
  /** A call by name of a function that the installed game lacks; only where one is looked into. */
  | 'call'

/** *One thing that is wrong*, or odd. */
export interface Problem {
  /** What kind of problem. */
  readonly kind: ProblemKind
  /**
   * An `error` would trip the engine or an editor; a `warning` is odd, or not understood, but packages that
   * the games load have it.
   */
  readonly severity: 'error' | 'warning'
  /** Path of the object, or `null` for the package as a whole. */
  readonly object: string | null
  /** Position in the package, in bytes. */
  readonly offset: number | null
  /** What was expected and what was found: a sentence for a person. */
  readonly message: string
  /** Path of the field inside the object, where one is to blame: `mips[0].data`. */
  readonly field?: string
}

/** A typed error as a problem. */
export function problemOf(error: PackageError): Problem {
  const { kind, message, object, offset } = error
  return { kind, severity: 'error', object: object ?? null, offset: offset ?? null, message }
}
