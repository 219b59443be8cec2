import { ExecError } from './exec-line.js'

/**
 * *The path of a file of `#exec` in the project*, with `/`, relative to the project's folder, which contains
 * the folders of all packages.
 *
 * Lines give paths relative to the package's own folder, with `\` or `/`; `..\UnrealShare\Models\x.pcx` is in
 * another package of the project.
 *
 * @param folder the package's folder, relative to the project's: `UnrealI`.
 * @param outside allows paths that leave the project, which then begin with `..`, a drive or `/`.
 * @throws {ExecError} for a path that leaves the project or is not relative: sources are untrusted, and a
 *   build must not take other files of its user.
 */
export function projectPath(folder: string, file: string, outside = false): string {
  const path = file.replaceAll('\\', '/')
  const isAbsolute = path.startsWith('/') || /^[a-z]:/i.test(path)
  if (isAbsolute && outside) return path
  if (isAbsolute || path.includes('\0')) throw new ExecError(`${file} is not a path from the folder of the package`)
  const parts: string[] = []
  for (const part of [...folder.split('/'), ...path.split('/')]) {
    if (part === '' || part === '.') continue
    const isAbove = parts.length === 0 || parts.at(-1) === '..'
    if (part !== '..' || (isAbove && outside)) parts.push(part)
    else if (parts.pop() === undefined) throw new ExecError(`${file} leaves the folder of the project`)
  }
  return parts.join('/')
}
