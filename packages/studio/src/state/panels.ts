import { signal } from '@preact/signals'

/** Whether the columns beside the view are shown. */
export const isTreeShown = signal(true)
export const isInspectorShown = signal(true)

/** Whether the view that is shown takes the place of the right column. */
export const isViewWide = signal(false)

/** What lies over the page: the palette, or the list of keys. */
export const overlay = signal<'palette' | 'help' | undefined>(undefined)

/** How many problems each package has that was looked at, by its number. */
export const problemCounts = signal<ReadonlyMap<number, number>>(new Map())

/** Changes to a newer version of the page that was loaded; `undefined` while there is none. */
export const takeOver = signal<(() => void) | undefined>(undefined)

/** What a narrow screen shows: one column at a time. */
export const page = signal<'tree' | 'view' | 'facts'>('view')
