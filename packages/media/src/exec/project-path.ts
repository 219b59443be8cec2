import { ExecError } from './exec-line.js'

/**
 * *Where a file of `#exec` is in the project*, as a path with `/` from the project's folder: the one that
 * contains the folders of all packages.
 *
 * Paths are written from the package's own folder, with `\` or `/`; `..\UnrealShare\Models\x.pcx` is in
 * another package of the project.
 *
 * @param folder of the package, from the project's: `UnrealI`.
 * @throws {ExecError} for a path that leaves the project, or is not relative: sources come from strangers, and
 *   a build takes no files of its user's that are elsewhere.
 */
export function projectPath(folder: string, file: string): string {
  const path = file.replaceAll('\\', '/')
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || path.includes('\0'))
    throw new ExecError(`${file} is not a path from the folder of the package`)
  const parts: string[] = []
  for (const part of [...folder.split('/'), ...path.split('/')]) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) throw new ExecError(`${file} leaves the folder of the project`)
  }
  return parts.join('/')
}
