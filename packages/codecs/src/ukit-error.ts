/** *An error as plain data*, which crosses from one thread to another, or into a file. */
export interface ErrorInfo {
  /** The name of its class, such as `PackageError`. */
  readonly name: string
  /** Its message. */
  readonly message: string
  /** Its other fields by name: `kind`, `offset`, `field` … */
  readonly facts: Readonly<Record<string, unknown>>
  /** The error underneath, when there is one. */
  readonly cause?: ErrorInfo
}

/**
 * *The root of all errors that ukit throws for what is wrong outside of it*: bytes, files, servers, calls.
 * A bug of ours throws something else.
 *
 * A structured clone of an error keeps only its message. Between threads send `toInfo()`, and make it an
 * error again with `errorFromInfo`.
 */
export abstract class UkitError extends Error {
  /** The error as plain data. */
  toInfo(): ErrorInfo {
    return infoOf(this)
  }
}

/** *An error that came from another thread*: it has the name and all the fields of the one thrown there. */
export class CarriedError extends UkitError {
  /** The name of the class that was thrown. */
  override readonly name: string
  /** Its fields by name: `kind`, `offset`, `field` … */
  readonly facts: Readonly<Record<string, unknown>>

  /** @param info what `toInfo` gave. */
  constructor({ name, message, facts, cause }: ErrorInfo) {
    super(message, cause === undefined ? undefined : { cause: errorFromInfo(cause) })
    this.name = name
    this.facts = facts
  }

  override toInfo(): ErrorInfo {
    return { ...infoOf(this), facts: this.facts }
  }
}

/** The error that `toInfo` described in another thread. */
export function errorFromInfo(info: ErrorInfo): CarriedError {
  return new CarriedError(info)
}

/** How many errors underneath one another are carried: more are a circle. */
const MOST_CAUSES = 8

function infoOf(error: Error, depth = 0): ErrorInfo {
  const facts: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(error)) if (!NOT_FACTS.has(key) && isPlain(value)) facts[key] = value
  const { name, message, cause } = error
  const hasCause = cause instanceof Error && depth < MOST_CAUSES
  return { name, message, facts, ...(hasCause ? { cause: infoOf(cause, depth + 1) } : {}) }
}

const NOT_FACTS: ReadonlySet<string> = new Set(['name', 'message', 'stack', 'cause'])

/** Tells whether a value is the same on the other side. */
function isPlain(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean', 'bigint', 'undefined'].includes(typeof value)) return true
  if (Array.isArray(value)) return value.every(isPlain)
  if (typeof value !== 'object') return false
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain)
}
