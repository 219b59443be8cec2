/**
 * *Wrong usage*: a verb or option that does not exist, a value that cannot be. Exit status 2; the message
 * says what would be right.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
