import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { closeLater } from './cleanup.js'

/** A temporary folder with these files for one test, which is removed afterwards. */
export function temporaryFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'ukit-test-'))
  closeLater(() => rmSync(folder, { recursive: true, force: true }))
  writeTree(folder, files)
  return folder
}

/** Writes files below a folder, creating the folders that they need; text is written as UTF-8. */
export function writeTree(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

/**
 * Every file and folder below a folder: folders with a slash at the end, files with their content as Latin-1
 * text.
 */
export function treeOf(folder: string, below = ''): Record<string, string> {
  const found: Record<string, string> = {}
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) Object.assign(found, { [`${path}/`]: '' }, treeOf(folder, path))
    else found[path] = entry.isSymbolicLink() ? '(link)' : readFileSync(join(folder, path)).toString('latin1')
  }
  return found
}
