import { SourceError } from '@ukit/files'
import type { Install } from '../install/install.js'
import { extensionOf, withoutExtension } from '../paths.js'
import type { InstallProblem } from '../problem.js'
import type { ShippedFiles } from '../stock/shipped-files.js'
import type { CheckedPackage } from './checked-package.js'
import { sameContent } from './same-content.js'

/**
 * Checks for files with the same package name. The engine ignores case and extensions of names: of
 * `System/Foo.u` and `Textures/Foo.utx`, the game finds the one whose folder comes first in its search path.
 * Two files that the game ships itself are in order.
 */
export async function checkNames(
  install: Install,
  packages: readonly CheckedPackage[],
  signal: AbortSignal | undefined,
  shipped?: ShippedFiles,
): Promise<InstallProblem[]> {
  const groups = new Map<string, CheckedPackage[]>()
  for (const one of packages) {
    // A cooked package and the one it was made from belong together; the game uses one kind or the other.
    const key = `${one.file.cooked ? 'cooked ' : ''}${one.file.name.toLowerCase()}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  const problems: InstallProblem[] = []
  for (const [first, ...others] of groups.values()) {
    if (first === undefined) continue
    for (const other of others) {
      signal?.throwIfAborted()
      const problem = await problemOf(install, first, other, shipped)
      if (problem !== undefined) problems.push(problem)
    }
  }
  return problems
}

async function problemOf(
  install: Install,
  first: CheckedPackage,
  other: CheckedPackage,
  shipped: ShippedFiles | undefined,
): Promise<InstallProblem | undefined> {
  const { name } = first.file
  const [isFirstOwn, isOtherOwn] = [first, other].map(({ file }) => shipped?.isOwn(file.path) ?? false)
  const isSamePath = first.file.path.toLowerCase() === other.file.path.toLowerCase()
  if (isFirstOwn && isOtherOwn && !isSamePath) return undefined
  const paths = [first.file.path, other.file.path]
  const [a, b] = paths
  const find = `the game looks for ${name} and finds "${a}"; ${whatHides(first, other)}`
  const guid = first.tables?.guid
  const own = isFirstOwn === isOtherOwn ? undefined : isFirstOwn ? first : other
  const ownText = own === undefined ? undefined : `"${own.file.path}" is the game's own`
  const stranger = own === first ? other : first
  if (guid === undefined || other.tables === undefined) return { kind: 'shadowed', message: find, paths }
  if (extensionOf(first.file.fileName) !== extensionOf(other.file.fileName) && !guid.equals(other.tables.guid)) {
    const message =
      `${find}. Names of packages must differ, whatever their extensions: ` +
      `${ownText === undefined ? 'rename one' : `${ownText}, so rename "${stranger.file.path}"`}, ` +
      'also where it is used'
    return { kind: 'shadowed', message, paths }
  }
  const remove = `${ownText}; remove "${stranger.file.path}"`
  if (!guid.equals(other.tables.guid)) {
    const message =
      `${find}. Their GUIDs differ (${guid} and ${other.tables.guid}): anything that needs the ` +
      'second one gets a version mismatch. ' +
      (ownText === undefined ? 'Remove the one that the others do not have' : remove)
    return { kind: 'other-guid', message, paths }
  }
  const same = await sameContent(install.files, first.file, other.file).catch((error: unknown) => {
    if (error instanceof SourceError) return true
    throw error
  })
  if (same) {
    const isAlike = extensionOf(first.file.fileName) === extensionOf(other.file.fileName)
    const advice =
      ownText !== undefined ? remove : isAlike ? 'remove it' : 'remove the one whose extension does not fit its content'
    return { kind: 'shadowed', message: `"${b}" is a copy of "${a}", which is found first; ${advice}`, paths }
  }
  const message =
    `${find}. Both have the GUID ${guid} but not the same content, so a game that has one takes it ` +
    'for the other. ' +
    (ownText === undefined ? 'Remove the one that is not the original' : remove)
  return { kind: 'same-guid', message, paths }
}

function whatHides({ file: first }: CheckedPackage, { file: other }: CheckedPackage): string {
  if (other.shadowedBy !== undefined) return `"${other.path}" is never found by its name`
  return first.name === other.name
    ? `"${other.path}" is a different package with this name`
    : `"${other.path}" only when it is spelt "${other.name}", and on Windows never`
}

/**
 * Checks for packages with a dot in their names: the search cuts a name at its last dot and appends the
 * extension of the path, so `Tex1.2` is looked up as `Tex1.utx`. This does not affect maps: they are
 * requested with their extension, which is then cut, and nothing imports from them.
 */
export function checkDots(
  { generation, settings }: Install,
  packages: readonly CheckedPackage[],
  shipped?: ShippedFiles,
): InstallProblem[] {
  if (generation === 3) return []
  return packages
    .filter(({ file }) => file.name.includes('.') && extensionOf(file.fileName) !== settings.mapExtension)
    .filter(({ file }) => shipped?.isOwn(file.path) !== true)
    .map(({ file: { name, path } }) => ({
      kind: 'dot-in-name',
      message:
        `"${path}" has a dot in its name, and the game cuts names at the last dot: anything that ` +
        `needs ${name} gets ${withoutExtension(name)} or nothing`,
      paths: [path],
    }))
}

/**
 * Checks for files without extension that are found before the package with their name: the engine first
 * looks for the name without changes.
 */
export async function checkExtensionless(
  install: Install,
  packages: readonly CheckedPackage[],
): Promise<InstallProblem[]> {
  const problems = new Map<string, InstallProblem>()
  for (const { file } of packages) {
    const { found } = await install.resolve(file.name)
    if (found?.where !== 'given' || problems.has(found.path)) continue
    const message =
      `the file "${found.path}" has no extension and is found instead of the package ${file.name} ` +
      `("${file.path}"); rename or remove it`
    problems.set(found.path, { kind: 'no-extension', message, paths: [found.path, file.path] })
  }
  return [...problems.values()]
}
