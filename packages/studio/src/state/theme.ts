import { signal } from '@preact/signals'

/** Looks. */
export type Theme = 'dark' | 'light'

const KEY = 'ukit-theme'

/** The look that was chosen; until then the system's. */
export const theme = signal<Theme>(chosen() ?? (prefersLight() ? 'light' : 'dark'))

/** Changes from one look to the other. */
export function toggleTheme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark'
  try {
    localStorage.setItem(KEY, theme.value)
  } catch {
    // A browser without storage forgets it with the page, which is all that happens.
  }
}

function chosen(): Theme | undefined {
  try {
    const value = localStorage.getItem(KEY)
    return value === 'dark' || value === 'light' ? value : undefined
  } catch {
    return undefined
  }
}

function prefersLight(): boolean {
  return globalThis.matchMedia?.('(prefers-color-scheme: light)').matches ?? false
}
