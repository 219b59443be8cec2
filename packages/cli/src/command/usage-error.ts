/** *What ends a call before its work*: the message is all that is printed, and there is no JSON. */
export class CallError extends Error {}

/**
 * *Wrong usage*: a verb or option that does not exist, or a value that is not valid. The exit status is 2;
 * the message says what would be correct.
 */
export class UsageError extends CallError {
  override readonly name = 'UsageError'
}

/**
 * *A file or folder that a call names is missing, or cannot be used*, and there is nothing to do without it.
 * Exit status 1: the call itself is correct.
 */
export class InputError extends CallError {
  override readonly name = 'InputError'
}
