/**
 * Paths as the games write them and as ukit writes them.
 *
 * An ini written on Windows contains `..\System\*.u`, one written on Linux `../System/*.u`; both are relative
 * to the folder that the program runs in. In ukit, a path has `/` between folders and no `.` or `..` that can
 * be removed.
 */

/** A path with `/` instead of `\`. */
export function withSlashes(path: string): string {
  return path.replaceAll('\\', '/')
}

/** Tells whether a path is absolute: `/home`, `C:\Games`, `\\server\share`. */
export function isAbsolute(path: string): boolean {
  return /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path)
}

/** Tells whether a path begins with a Windows drive or share, which do not exist on other systems. */
export function isWindowsAbsolute(path: string): boolean {
  return /^(?:[A-Za-z]:[\\/]|\\\\)/.test(path)
}

/** Joins a path to a folder, unless it is absolute, and removes `.` and `..` as far as possible. */
export function joinPath(folder: string, path: string): string {
  return normalised(isAbsolute(path) || folder === '' ? path : `${folder}/${path}`)
}

/**
 * The path with `/` and a drive in upper case, without `.`, `..` after a name, and doubled or trailing
 * slashes; `.` for an empty path.
 */
export function normalised(path: string): string {
  const slashed = withSlashes(path)
  const start = /^(?:[A-Za-z]:\/|\/\/(?=[^/])|\/)/.exec(slashed)?.[0] ?? ''
  const root = start.toUpperCase()
  const parts: string[] = []
  for (const part of slashed.slice(start.length).split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (part !== '..' || start === '') parts.push(part)
  }
  return parts.length === 0 ? (root === '' ? '.' : root) : root + parts.join('/')
}

/** The folder that contains a path; `.` for a name without a folder, and the root itself for a root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/')
  if (slash < 0) return '.'
  if (slash === 0) return '/'
  return path[slash - 1] === ':' ? path.slice(0, slash + 1) : path.slice(0, slash)
}

/** The last part of a path. */
export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** A file's name without its extension; a dot at the beginning does not start an extension. */
export function withoutExtension(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  return dot > 0 ? fileName.slice(0, dot) : fileName
}

/** The extension without its dot, in lower case; empty when there is none. */
export function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  return dot > 0 ? fileName.slice(dot + 1).toLowerCase() : ''
}

/** Tells whether a path is a folder or inside it. */
export function isInside(path: string, folder: string): boolean {
  if (folder === '.') return !isAbsolute(path) && path !== '..' && !path.startsWith('../')
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}
