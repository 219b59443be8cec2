import { isRecord } from '@ukit/codecs/internal'
import { SourceError } from '@ukit/files'
import { readWhole } from '@ukit/files/node'
import type { ManifestPackage } from '../manifest.js'
import { systemFailure } from '../system-failure.js'

/** A file of a static redirect. */
export interface BuiltFile {
  /** Name of the file in the redirect. */
  readonly name: string
  /** Its length in bytes. */
  readonly size: number
  /** 64 hex digits. */
  readonly sha256: string
}

/** A package of a static redirect: what it is, where it came from, and the files that are made of it. */
export interface BuiltPackage extends ManifestPackage {
  /** Of the package itself, uncompressed. */
  readonly sha256: string
  /** Path below the folder it was taken from. */
  readonly source: string
  /** When it was changed last, milliseconds since 1970. */
  readonly modified: number
  /** The files that it is served as. */
  readonly files: readonly BuiltFile[]
  /** It is a stub: made from what others need of it, because the real package was missing. */
  readonly stub?: true
}

/**
 * *`manifest.json` of a static redirect*: for programs that want to know what is there, and for the next
 * build.
 */
export interface RedirectManifest {
  /** Version of this layout: 1. */
  readonly redirect: 1
  /** The packages that are served. */
  readonly packages: readonly BuiltPackage[]
  /** Files that a build was about to write when it was interrupted. */
  readonly pending?: readonly string[]
}

/** Name of the file. */
export const MANIFEST_NAME = 'manifest.json'

/**
 * Reads the manifest that the last build left; `undefined` when there is none.
 *
 * @throws {SourceError} `io` when the file is something else (the folder is not ours then), or cannot be
 *   read.
 */
export async function readManifest(path: string): Promise<RedirectManifest | undefined> {
  let text: string
  try {
    text = new TextDecoder().decode(await readWhole(path))
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw systemFailure(path, cause)
  }
  const parsed = parse(text)
  if (isManifest(parsed)) return parsed
  throw new SourceError('io', `"${path}" was not made by ukit redirect build; choose another folder, or remove it`, {
    path,
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isManifest(value: unknown): value is RedirectManifest {
  if (!isRecord(value) || value['redirect'] !== 1) return false
  const { packages, pending } = value
  return (
    Array.isArray(packages) &&
    packages.every(isPackage) &&
    (pending === undefined || (Array.isArray(pending) && pending.every(isFileName)))
  )
}

function isPackage(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { name, size, sha256, modified, files } = value
  const whole = typeof name === 'string' && typeof size === 'number' && typeof sha256 === 'string'
  return whole && typeof modified === 'number' && Array.isArray(files) && files.every(isFile)
}

function isFile(value: unknown): boolean {
  return (
    isRecord(value) &&
    isFileName(value['name']) &&
    typeof value['size'] === 'number' &&
    typeof value['sha256'] === 'string'
  )
}

/**
 * A name without folders: what the manifest names may be deleted, so that it must lie in the folder itself.
 */
function isFileName(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value !== '.' && value !== '..' && !/[/\\:\0]/.test(value)
}
