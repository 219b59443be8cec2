const pending: (() => unknown)[] = []

/**
 * Does something after the test that is running (`each-test.ts` sees to it): the last that was asked for
 * first.
 */
export function closeLater(close: () => unknown): void {
  pending.push(close)
}

/** Does what tests asked for. */
export async function closeAll(): Promise<void> {
  for (const close of pending.splice(0).reverse()) await close()
}
