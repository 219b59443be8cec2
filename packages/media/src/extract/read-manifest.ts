/** *The state of an extracted file*, with checksums in hex; what a manifest does not contain is absent. */
export interface ExtractedState {
  /** Length of the file, in bytes. */
  readonly bytes?: number
  /** CRC-32 in eight hex digits, as in zip archives. */
  readonly crc32?: string
  /** SHA-256, which older manifests have instead of a CRC-32. */
  readonly sha256?: string
}

/** A file that a manifest lists, with its state when it was written. */
export interface ListedFile extends ExtractedState {
  /** Path of the object in its package. */
  readonly object: string
  /** Its class. */
  readonly class: string
  /** Its row in the export table; negative for a file of several objects, such as a sheet. */
  readonly index: number
  /** The package of the object, if it is a different one. */
  readonly package?: string
  /** Path of the file, whose first folder is the one that contains the manifest. */
  readonly file: string
  /** The state of the file when it was imported, if it was. */
  readonly imported?: ExtractedState
}

/** What is read of a manifest of `ukit extract`. */
export interface ReadManifest {
  /** Name of the package that was extracted. */
  readonly package?: string
  /** CRC-32 of the package file after files were imported into it. */
  readonly imported?: string
  /** The files that were written. */
  readonly written: readonly ListedFile[]
}

/** The content of a manifest of `ukit extract`; `undefined` for any other text. */
export function readExtractManifest(text: string): ReadManifest | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
  if (typeof parsed !== 'object' || parsed === null || !('written' in parsed)) return undefined
  if (!Array.isArray(parsed.written)) return undefined
  const written: readonly unknown[] = parsed.written
  if (!written.every(isListed)) return undefined
  return {
    ...('package' in parsed && typeof parsed.package === 'string' ? { package: parsed.package } : {}),
    ...('imported' in parsed && typeof parsed.imported === 'string' ? { imported: parsed.imported } : {}),
    written,
  }
}

function isListed(entry: unknown): entry is ListedFile {
  if (typeof entry !== 'object' || entry === null) return false
  const values: Readonly<Record<string, unknown>> = { ...entry }
  const texts = ['object', 'class', 'file'].every((key) => typeof values[key] === 'string')
  const others = ['package', 'crc32', 'sha256'].every((key) => ['string', 'undefined'].includes(typeof values[key]))
  return (
    texts &&
    others &&
    isState(values['imported']) &&
    ['number', 'undefined'].includes(typeof values['bytes']) &&
    typeof values['index'] === 'number'
  )
}

/** Whether a value is the state of a file, or absent. */
function isState(state: unknown): boolean {
  if (state === undefined) return true
  return typeof state === 'object' && state !== null && 'bytes' in state && 'crc32' in state
}
