import { signal } from '@preact/signals'

/**
 * *Where somebody is*: a package, an object in it, a view of that. It is in the address, which can be sent.
 */
export interface Place {
  /** Name of the file. */
  readonly file?: string | undefined
  /** Path of the object. */
  readonly object?: string | undefined
  /** Name of the view; by default the object's first. */
  readonly view?: string | undefined
  /** Line of a text, from 1. */
  readonly line?: number | undefined
}

/** The place in the address. */
export const currentPlace = signal<Place>(parsePlace(globalThis.location?.hash ?? ''))

/** Goes to a place; the browser's own back leads to where one was. */
export function go(place: Place): void {
  const hash = placeText(place)
  if (hash === location.hash || (hash === '' && location.hash === '')) {
    currentPlace.value = place
    return
  }
  history.pushState(null, '', hash === '' ? location.pathname + location.search : hash)
  currentPlace.value = place
}

/** Says in the history on which line one was before one goes elsewhere. */
export function leaveAt(line: number): void {
  history.replaceState(null, '', placeText({ ...currentPlace.value, line }))
}

/** Goes to a line of what is shown, which is the same step of the history. */
export function settleAt(line: number): void {
  leaveAt(line)
  currentPlace.value = { ...currentPlace.value, line }
}

/** `#/pkg/<file>/<object>@<view>:<line>`; every part may contain anything. */
export function placeText({ file, object, view, line }: Place): string {
  if (file === undefined) return ''
  const parts = [`#/pkg/${encodeURIComponent(file)}`]
  if (object !== undefined) parts.push(`/${encodeURIComponent(object)}`)
  if (view !== undefined) parts.push(`@${encodeURIComponent(view)}`)
  if (view !== undefined && line !== undefined) parts.push(`:${line}`)
  return parts.join('')
}

/** The place that an address means; the start for what is not one. */
export function parsePlace(hash: string): Place {
  const match = /^#\/pkg\/([^/@]+)(?:\/([^@]*))?(?:@([^:]*)(?::(\d{1,9}))?)?$/.exec(hash)
  if (match === null) return {}
  const [, file, object, view, line] = match.map((part) =>
    part === undefined || part === '' ? undefined : decoded(part),
  )
  return { file, object, view, ...(line !== undefined && { line: Number(line) }) }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

globalThis.addEventListener?.('popstate', () => {
  currentPlace.value = parsePlace(location.hash)
})
