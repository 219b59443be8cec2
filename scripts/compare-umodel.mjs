#!/usr/bin/env node
// Compares what ukit and UE Viewer (umodel, an independent reader) read from packages: version, counts, and
// class, name, size and position of each export.
//
//   node scripts/compare-umodel.mjs UMODEL FILE…      UMODEL is the built program; FILEs are packages that ukit
//                                                     wrote, or any others
//
// Needs a built workspace. Exit status: 0 they agree on everything, 1 they do not (one line each), 2 wrong
// usage. https://github.com/gildor2/UEViewer builds with its own build.sh; docs/guides/library.md says what
// the comparison found.

import { spawnSync } from 'node:child_process'
import { openFile } from '@ukit/core/node'

const [umodel, ...files] = process.argv.slice(2)
if (umodel === undefined || files.length === 0) {
  console.error('usage: node scripts/compare-umodel.mjs UMODEL FILE…')
  process.exit(2)
}

let differing = 0
for (const file of files) {
  const difference = compare(await oursOf(file), theirsOf(file))
  if (difference === undefined) continue
  differing++
  console.log(`${file}: ${difference}`)
}
console.log(`${files.length - differing} of ${files.length} packages are the same to both`)
process.exitCode = differing === 0 ? 0 : 1

/** Lines to compare, from ukit. */
async function oursOf(file) {
  const pkg = await openFile(file)
  try {
    const { version, names, exports, imports } = pkg
    const rows = exports.map(({ className, name, entry: { size, offset } }) => line(className, name, size, offset))
    return [`version ${version}, ${names.length} names, ${exports.length} exports, ${imports.length} imports`, ...rows]
  } finally {
    await pkg.file.close?.()
  }
}

/** The same from `umodel -list`. */
function theirsOf(file) {
  const { stdout, status } = spawnSync(umodel, ['-list', file], { encoding: 'latin1', maxBuffer: 1 << 28 })
  const head = /Ver: (\d+)\/.* Names: (\d+) Exports: (\d+) Imports: (\d+)/.exec(stdout ?? '')
  if (status !== 0 || head === null) return [`rejected: ${(stdout ?? '').trim().split('\n').at(-1)}`]
  const [, version, names, exports, imports] = head
  const rows = [...stdout.matchAll(/^ *\d+ +([0-9A-F]+) +([0-9A-F]+) (\S+) (.*)$/gm)]
  return [
    `version ${version}, ${names} names, ${exports} exports, ${imports} imports`,
    ...rows.map(([, offset, size, className, name]) =>
      line(className, name.trim(), Number.parseInt(size, 16), Number.parseInt(offset, 16)),
    ),
  ]
}

/** The position of an empty body is meaningless. */
function line(className, name, size, offset) {
  return `${className} ${name}, ${size} bytes${size === 0 ? '' : ` at ${offset}`}`
}

function compare(ours, theirs) {
  const at = ours.findIndex((row, i) => row !== theirs[i])
  if (at >= 0) return `ours: ${ours[at]}; theirs: ${theirs[at] ?? 'nothing'}`
  return theirs.length > ours.length ? `theirs: ${theirs[ours.length]}` : undefined
}
