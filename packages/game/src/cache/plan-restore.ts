import { fileNameProblem, sanitizePath, wildcardTest } from '@ukit/files'
import { extensionOf, withoutExtension } from '../paths.js'
import { CONTENT_FOLDERS, contentOfExtension } from './content.js'
import type { InferredName } from './infer-name.js'
import type { CachedFile, PackageCache } from './read-cache.js'

/** A file of the cache and the name it gets. */
export interface RestoreStep {
  /** The file of the cache. */
  readonly file: CachedFile
  /** Folder below the target, with `/`; empty for the target itself. */
  readonly folder: string
  /** Real name with extension. */
  readonly fileName: string
  /** `undefined` when `cache.ini` has the name. */
  readonly inferred: InferredName | undefined
  /** A message if the name differs from the stored one, and why. */
  readonly notes: readonly string[]
}

/** How to restore. */
export interface PlanRestoreOptions {
  /**
   * Restores only these: GUIDs, real names with or without extension, patterns with `*` and `?`. Everything
   * by default.
   */
  readonly only?: readonly string[] | undefined
  /** Names for files that `cache.ini` does not name: `inferNames`. Without one a file keeps its GUID. */
  readonly names?: ReadonlyMap<string, InferredName> | undefined
  /**
   * Folder below the target for files of this extension (without dot, lower case); all go to the target
   * itself by default.
   */
  readonly folderFor?: ((extension: string) => string) | undefined
}

/** What to restore, and what cannot be. */
export interface RestorePlan {
  /** One for each file that gets a name. */
  readonly steps: readonly RestoreStep[]
  /**
   * Requested files that are not packages: error pages, downloads that are cut off in their header.
   */
  readonly unreadable: readonly CachedFile[]
  /** Parts of `only` that matched nothing. */
  readonly unmatched: readonly string[]
}

/** The folders of a game of UE1 or UE2. */
export function usualFolder(extension: string): string {
  const content = contentOfExtension(extension)
  return content === undefined ? '' : CONTENT_FOLDERS[content]
}

/**
 * *Decides which file of a cache gets which name, and where.* Names are untrusted: a name that is not a safe
 * file name is changed, and a message says so.
 *
 * If several files have the same name, the one that was used last gets it; the GUID is appended to the names
 * of the others.
 */
export function planRestore(cache: PackageCache, options: PlanRestoreOptions = {}): RestorePlan {
  const { only = [], names, folderFor } = options
  const patterns = only.map((text) => ({ text, matches: matcher(text), used: false }))
  const chosen: Omit<RestoreStep, 'folder'>[] = []
  const unreadable: CachedFile[] = []
  for (const file of cache.files) {
    const step = named(file, names?.get(file.path))
    const hits = patterns.filter(({ matches }) => matches(file, step.fileName))
    for (const hit of hits) hit.used = true
    if (patterns.length > 0 && hits.length === 0) continue
    if (file.package === undefined) unreadable.push(file)
    else chosen.push(step)
  }
  const newestFirst = [...chosen].sort((a, b) => b.file.modified - a.file.modified)
  const taken = new Map<string, string>()
  const steps: RestoreStep[] = []
  for (const step of newestFirst) {
    const folder = folderFor?.(extensionOf(step.fileName)) ?? ''
    const place = `${folder}/${step.fileName}`.toLowerCase()
    const other = taken.get(place)
    if (other === undefined) {
      taken.set(place, step.file.fileName)
      steps.push({ ...step, folder })
    } else {
      const fileName = withGuid(step.fileName, step.file)
      const note = `${other} has the name ${step.fileName} too, and was used later`
      steps.push({ ...step, folder, fileName, notes: [...step.notes, note] })
    }
  }
  steps.sort((a, b) => (a.file.fileName < b.file.fileName ? -1 : 1))
  return { steps, unreadable, unmatched: patterns.filter(({ used }) => !used).map(({ text }) => text) }
}

function named(file: CachedFile, inferred: InferredName | undefined): Omit<RestoreStep, 'folder'> {
  const stored = file.realName ?? inferred?.fileName ?? `${file.guid}.u`
  const shownInferred = file.realName === undefined ? inferred : undefined
  const notes = damageNotes(file)
  const problem = fileNameProblem(stored)
  if (problem === undefined) return { file, fileName: stored, inferred: shownInferred, notes }
  const fileName = sanitizePath(stored).at(-1) ?? '_'
  const note = `its name ${JSON.stringify(stored)} is not a valid file name: ${problem}`
  return { file, fileName, inferred: shownInferred, notes: [note, ...notes] }
}

function damageNotes({ package: pkg, guid }: CachedFile): string[] {
  if (pkg === undefined) return []
  const other = pkg.guid.equals(guid)
    ? []
    : [`it contains a different package than its name says, with the GUID ${pkg.guid}`]
  return pkg.damage === undefined ? other : [...other, `it is damaged: ${pkg.damage}`]
}

function withGuid(fileName: string, { guid }: CachedFile): string {
  const name = withoutExtension(fileName)
  return `${name}_${guid}${fileName.slice(name.length)}`
}

/**
 * Tests whether a file matches one argument: a GUID, a name with or without extension, or a pattern; ignoring
 * case.
 */
function matcher(text: string): (file: CachedFile, fileName: string) => boolean {
  const wanted = text.toLowerCase()
  const matches = wildcardTest(wanted)
  return (file, fileName) => {
    const name = fileName.toLowerCase()
    const candidates = [name, withoutExtension(name), file.fileName.toLowerCase(), file.guid.toString().toLowerCase()]
    return candidates.some(matches)
  }
}
