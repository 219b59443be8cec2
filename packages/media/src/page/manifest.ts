import { listOf, numberOf, parsed, recordOf, textOf } from './json-values.js'

/** An entry of a manifest for a file that was written. */
export interface ManifestFile {
  readonly object: string
  readonly class: string
  readonly index: number
  /** Name of the object's package, if that is a different one. */
  readonly package: string | undefined
  readonly file: string
  readonly note: string | undefined
  /** The size of a picture that is smaller than its texture, and the size of the texture. */
  readonly of: readonly [width: number, height: number] | undefined
}

/** An entry of a manifest for an object without a file. */
export interface ManifestSkipped {
  readonly object: string
  readonly class: string
  readonly package: string | undefined
  readonly file: string | undefined
  readonly reason: string
  readonly message: string
}

/** *What `ukit extract` wrote about a package*: the part of its `manifest.json` that the page shows. */
export interface ExtractedPackage {
  readonly package: string
  readonly version: number | undefined
  readonly game: string | undefined
  readonly written: readonly ManifestFile[]
  readonly skipped: readonly ManifestSkipped[]
  readonly withoutForm: readonly (readonly [className: string, objects: number])[]
  readonly missing: readonly { readonly package: string; readonly objects: number }[]
}

/**
 * *Reads a manifest*, which may come from an untrusted archive: entries that are not what `ukit extract`
 * writes are left out.
 *
 * @returns `undefined` if it is not a manifest of an extraction.
 */
export function readManifest(text: string): ExtractedPackage | undefined {
  const json = recordOf(parsed(text))
  if (typeof json['package'] !== 'string' || !Array.isArray(json['written'])) return undefined
  return {
    package: json['package'],
    version: numberOf(json['version']),
    game: textOf(json['game']),
    written: listOf(json['written']).flatMap(writtenOf),
    skipped: listOf(json['skipped']).flatMap(skippedOf),
    withoutForm: Object.entries(recordOf(json['withoutForm'])).flatMap(([name, objects]) =>
      typeof objects === 'number' ? [[name, objects] as const] : [],
    ),
    missing: listOf(json['missing'])
      .map(recordOf)
      .flatMap(({ package: name, objects }) =>
        typeof name === 'string' ? [{ package: name, objects: listOf(objects).length }] : [],
      ),
  }
}

function writtenOf(value: unknown): ManifestFile[] {
  const entry = recordOf(value)
  const { object, file } = entry
  if (typeof object !== 'string' || typeof file !== 'string') return []
  return [
    {
      object,
      class: textOf(entry['class']) ?? '',
      index: numberOf(entry['index']) ?? -1,
      package: textOf(entry['package']),
      file,
      note: textOf(entry['note']),
      of: sizeOf(entry['of']),
    },
  ]
}

function skippedOf(value: unknown): ManifestSkipped[] {
  const entry = recordOf(value)
  if (typeof entry['object'] !== 'string') return []
  return [
    {
      object: entry['object'],
      class: textOf(entry['class']) ?? '',
      package: textOf(entry['package']),
      file: textOf(entry['file']),
      reason: textOf(entry['reason']) ?? '',
      message: textOf(entry['message']) ?? '',
    },
  ]
}

function sizeOf(value: unknown): readonly [number, number] | undefined {
  const [width, height] = listOf(value)
  return typeof width === 'number' && typeof height === 'number' ? [width, height] : undefined
}
