/** For the promises of clean-up work: whether it succeeds changes nothing for the caller. */
export function ignoreError(): void {
  // On purpose.
}
