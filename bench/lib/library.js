import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The packages that together read, check and change a package file and its code, lowest first. */
const PACKAGES = ['files', 'container', 'objects', 'core', 'inspect', 'edit', 'script']

/** The files of their doors. */
const DOORS = ['index.js', 'node.js', 'syntax.js', 'symbols.js', 'compile.js', 'decompile.js', 'analysis.js']

/**
 * Everything that the built packages of a checkout export, as one object: measurements need not know which
 * package something is in. An older checkout to compare with has fewer packages, with more in each.
 */
export async function library(root) {
  const found = {}
  for (const name of PACKAGES) {
    for (const entry of DOORS) {
      const path = join(root, 'packages', name, 'build', entry)
      if (existsSync(path)) Object.assign(found, await import(pathToFileURL(path).href))
    }
  }
  return found
}
