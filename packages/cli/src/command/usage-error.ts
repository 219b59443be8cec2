/**
 * *Wrong usage*: a verb or option that does not exist, or a value that is not valid. The exit status is 2;
 * the message says what would be correct.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
