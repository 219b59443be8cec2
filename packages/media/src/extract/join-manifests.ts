import { isRecord } from '@ukit/codecs/internal'

/**
 * *Joins a manifest to that of an earlier run* which took other objects of the same package into the same
 * folder: `extract --class Sound` after `extract --class Texture`. Importing the folder needs both.
 *
 * @param earlier the text of the manifest that is there.
 * @returns what to write in its place, or `undefined` if it is not a manifest of this file.
 */
export function joinManifests(
  earlier: string,
  now: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  const old = parsed(earlier)
  if (old === undefined || old['package'] !== now['package'] || old['path'] !== now['path']) return undefined
  return {
    ...old,
    ...now,
    written: joined(old['written'], now['written'], ({ file }) => String(file)),
    // An object that was skipped and is written now was asked for in a different way: --mips, --wav.
    skipped: joined(without(old['skipped'], now['written']), now['skipped'], keyOfSkipped),
    withoutForm: { ...record(old['withoutForm']), ...record(now['withoutForm']) },
    missing: joinedMissing(old['missing'], now['missing']),
  }
}

type Entry = Readonly<Record<string, unknown>>

/**
 * Entries of both; one of `now` replaces one with the same key. The package's own objects come first, in its
 * order.
 */
function joined(old: unknown, now: unknown, keyOf: (entry: Entry) => string): Entry[] {
  const entries = new Map<string, Entry>()
  for (const entry of [...entriesOf(old), ...entriesOf(now)]) entries.set(keyOf(entry), entry)
  return [...entries.values()].sort((a, b) => compare(placeOf(a), placeOf(b)) || indexOf(a) - indexOf(b))
}

function joinedMissing(old: unknown, now: unknown): Entry[] {
  const packages = new Map<string, { package: unknown; objects: Set<unknown> }>()
  for (const { package: name, objects } of [...entriesOf(old), ...entriesOf(now)]) {
    const key = String(name).toLowerCase()
    const known = packages.get(key) ?? { package: name, objects: new Set() }
    for (const path of Array.isArray(objects) ? objects : []) known.objects.add(path)
    packages.set(key, known)
  }
  return [...packages]
    .sort(([a], [b]) => compare(a, b))
    .map(([, { package: name, objects }]) => ({ package: name, objects: [...objects].sort() }))
}

function without(old: unknown, written: unknown): Entry[] {
  const objects = new Set(entriesOf(written).map(keyOfObject))
  return entriesOf(old).filter((entry) => !objects.has(keyOfObject(entry)))
}

function keyOfObject({ package: other, index }: Entry): string {
  return `${other ?? ''}/${index}`
}

function keyOfSkipped(entry: Entry): string {
  return `${keyOfObject(entry)}/${entry['file'] ?? ''}/${entry['reason']}`
}

function placeOf({ package: other }: Entry): string {
  return typeof other === 'string' ? other : ''
}

function indexOf({ index }: Entry): number {
  return typeof index === 'number' ? index : 0
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function entriesOf(value: unknown): Entry[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function record(value: unknown): Entry {
  return isRecord(value) ? value : {}
}

function parsed(text: string): Entry | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
