import { signal } from '@preact/signals'

/** Whether the columns beside the view are shown. */
export const isTreeShown = signal(true)
export const isInspectorShown = signal(true)

/** Whether the view that is shown takes the place of the right column. */
export const isViewWide = signal(false)

/** What lies over the page: the palette, or the list of keys. */
export const overlay = signal<'palette' | 'help' | undefined>(undefined)

/** What a narrow screen shows: one column at a time. */
export const page = signal<'tree' | 'view' | 'facts'>('view')
