import { foldName, PackageError, safePath, wildcardTest } from '@ukit/files'
import type { Problem } from '@ukit/inspect'
import { groupsOf, MANIFEST_NAME, type Manifest, versionNumber } from './manifest.js'
import { readManifest } from './read-manifest.js'
import type { Umod } from './umod.js'

/** Checks whether the manifest of an installer agrees with its contents. */
export async function checkManifest(umod: Umod): Promise<Problem[]> {
  const entry = umod.find(MANIFEST_NAME)
  const at = { object: MANIFEST_NAME, offset: entry?.offset ?? null }
  if (entry === undefined) {
    return [
      {
        kind: 'bad-value',
        severity: 'warning',
        ...at,
        message: 'there is no manifest, and no game installs it without one',
      },
    ]
  }
  let manifest: Manifest
  try {
    manifest = await readManifest(umod)
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    return [{ kind: error.kind, severity: 'error', ...at, message: error.message }]
  }
  return [...manifestProblems(umod, manifest)].map((problem) => ({ ...at, ...problem }))
}

function* manifestProblems(umod: Umod, manifest: Manifest): Generator<Pick<Problem, 'kind' | 'severity' | 'message'>> {
  const error = (message: string) => ({ kind: 'bad-value', severity: 'error', message }) as const
  const warning = (message: string) => ({ kind: 'bad-value', severity: 'warning', message }) as const
  if (manifest.product === '') yield error('expected the name of the product in [Setup], found none')
  if (versionNumber(manifest.version) === 0) {
    yield error(
      `expected a version that starts with a number other than 0, found "${manifest.version}": games refuse it`,
    )
  }
  for (const section of manifest.missingSections) yield warning(`it refers to [${section}], which it does not have`)
  const named = new Set<string>([foldName(MANIFEST_NAME)])
  for (const group of groupsOf(manifest.root)) {
    for (const { kind, src, dest } of group.files) {
      named.add(foldName(src))
      const member = findMember(umod, src)
      if (member.length === 0) yield error(`[${group.name}] names "${src}", which is not inside`)
      for (const name of member) named.add(foldName(name))
      const safe = kind === 'file' ? safePath(dest) : { parts: [] }
      if ('problem' in safe) yield error(`[${group.name}] would install to "${dest}": ${safe.problem}`)
    }
    for (const { file, action } of group.ini) {
      const safe = safePath(file)
      if ('problem' in safe) yield error(`[${group.name}] has ${action}= for "${file}": ${safe.problem}`)
    }
  }
  for (const { name } of umod.entries) {
    if (!named.has(foldName(name)) && !/^System\\Manifest\.\w+$/i.test(name)) {
      yield warning(`it does not name "${name}", so that is never installed`)
    }
  }
}

/** The members that `Src=` of a manifest names: one, or those that match a pattern. */
export function findMember(umod: Umod, src: string): string[] {
  const exact = umod.find(src)
  if (exact !== undefined) return [exact.name]
  if (!/[*?]/.test(src)) return []
  const matches = wildcard(src)
  return umod.entries.filter(({ name }) => matches(foldName(name))).map(({ name }) => name)
}

/** `*` and `?` within one folder, as the games' tools know them. */
export function wildcard(pattern: string): (path: string) => boolean {
  return wildcardTest(foldName(pattern), '\\')
}
