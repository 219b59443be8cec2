const pending: (() => unknown)[] = []

/**
 * Registers something to do after the current test, when `each-test.ts` runs it; what was registered last is
 * done first.
 */
export function closeLater(close: () => unknown): void {
  pending.push(close)
}

/** Does everything that tests have registered. */
export async function closeAll(): Promise<void> {
  for (const close of pending.splice(0).reverse()) await close()
}
