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
  /** Where in the view, as the view writes it. */
  readonly at?: string | undefined
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

/** Writes into the address where in the view somebody is, before going elsewhere. */
export function leaveAt(at: string): void {
  history.replaceState(null, '', placeText({ ...currentPlace.value, at }))
}

/** Goes to a place of what is shown, which is the same step of the history. */
export function settleAt(at: string): void {
  leaveAt(at)
  currentPlace.value = { ...currentPlace.value, at }
}

/**
 * Writes into the address where in the view somebody is, without a step of history, and without anybody being
 * told.
 */
export function noteAt(at: string | undefined): void {
  const hash = placeText({ ...parsePlace(location.hash), at })
  if (hash !== '' && hash !== location.hash) history.replaceState(null, '', hash)
}

/** `#/pkg/<file>/<object>@<view>?<at>`; every part may contain anything. */
export function placeText({ file, object, view, at }: Place): string {
  if (file === undefined) return ''
  const parts = [`#/pkg/${encodeURIComponent(file)}`]
  if (object !== undefined) parts.push(`/${encodeURIComponent(object)}`)
  if (view !== undefined) parts.push(`@${encodeURIComponent(view)}`)
  // A camera's numbers are easier to read with their commas.
  if (at !== undefined) parts.push(`?${encodeURIComponent(at).replaceAll('%2C', ',')}`)
  return parts.join('')
}

/** The place that an address means; the start for what is not one. */
export function parsePlace(hash: string): Place {
  const match = /^#\/pkg\/([^/@?]+)(?:\/([^@?]*))?(?:@([^?]*))?(?:\?(.*))?$/.exec(hash)
  if (match === null) return {}
  const [, file, object, view, at] = match.map((part) =>
    part === undefined || part === '' ? undefined : decoded(part),
  )
  return { file, object, view, at }
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
