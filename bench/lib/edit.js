// One property of a 200 MB package, set by `ukit edit`, compared with `cp` and `sync` of the file: as entire
// processes, in turn.

import { randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { library } from './library.js'
import { ROOT } from './options.js'
import { digits, printTable, spread } from './print.js'
import { measureCommand } from './process.js'
import { range, ratios } from './stats.js'

const MB = 1 << 20
/** Bytes of a package, and with `--short`. */
const LENGTH = [200 * MB, 2 * MB]

/** What follows the changed object in the package; all of it moves when the object grows. */
const CONTENTS = [
  { name: 'one body of 200 MB', bodies: 1, texture: false },
  { name: '200 bodies of 1 MB', bodies: 200, texture: false },
  { name: '200 textures of 1 MB', bodies: 200, texture: true },
  { name: '12,800 textures of 16 kB', bodies: 12_800, texture: true },
]

const EDITS = [
  { name: 'same size', words: ['set', 'First.Count', '7'] },
  { name: 'all moves', words: ['set', 'First.Other:int', '5'] },
]

export async function benchEdit({ options, folder }) {
  const core = await library(ROOT)
  const ukit = [process.execPath, join(ROOT, 'packages/ukit/bin/ukit.js')]
  const results = []
  for (const content of CONTENTS) {
    const original = join(folder, 'original.u')
    const copy = join(folder, 'copy.u')
    const edited = join(folder, 'edited.u')
    await writePackage(core, original, content, options.size(...LENGTH))
    const variants = [
      { name: 'cp and sync', command: ['sh', '-c', `cp '${original}' '${copy}' && sync '${copy}'`] },
      ...EDITS.map(({ name, words }) => ({
        name,
        command: [...ukit, 'edit', original, ...words, '-o', edited],
      })),
    ]
    const times = variants.map(() => [])
    const peaks = variants.map(() => [])
    const cpus = variants.map(() => [])
    const loadBefore = loadavg()[0]
    for (let run = 0; run < options.runs; run++) {
      for (let turn = 0; turn < variants.length; turn++) {
        const i = (turn + run) % variants.length
        await rm(copy, { force: true })
        await rm(edited, { force: true })
        const { status, ms, peak, cpuMs } = await measureCommand(variants[i].command, folder)
        if (status !== 0) throw new Error(`${variants[i].name} ended with status ${status}`)
        times[i].push(ms)
        peaks[i].push(peak ?? Number.NaN)
        cpus[i].push(cpuMs ?? Number.NaN)
      }
    }
    for (const [i, { name }] of variants.entries()) {
      results.push({
        content: content.name,
        name,
        ms: range(times[i]),
        beside: ratios(times[i], times[0]),
        cpuMs: range(cpus[i]),
        peakBytes: Math.max(...peaks[i]),
        // A load above the number of cores slows ukit down more than cp, which mostly waits for the disk.
        load: Math.max(loadBefore, loadavg()[0]),
      })
    }
    for (const path of [original, copy, edited]) await rm(path, { force: true })
  }
  printTable(
    ['', '', 'ms', 'beside cp', 'CPU ms', 'peak MB', 'load'],
    results.map(({ content, name, ms, beside, cpuMs, peakBytes, load }) => [
      content,
      name,
      spread(ms),
      spread(beside),
      spread(cpuMs),
      digits(peakBytes / 1e6),
      digits(load),
    ]),
  )
  return results
}

/**
 * A package of UE1: an object with a property, followed by bodies of zeros, or by textures of noise that
 * begin with the position of their end.
 */
async function writePackage(core, path, { bodies: count, texture }, bytes) {
  const { ExportEntry, ImportEntry, layOut, NameEntry, Summary, UString } = core
  const names = ['None', 'Count', 'First', 'Core', 'Engine', 'Package', 'Class', texture ? 'Texture' : 'Gadget', 'Item']
  const size = Math.floor(bytes / count)
  const item = { class: -2, objectName: 8, flags: 4 }
  const parts = {
    summary: Object.assign(new Summary(), { version: 69, licensee: 0 }),
    names: names.map((text) => Object.assign(new NameEntry(), { text: UString.from(text), flags: 0x70010 })),
    imports: [
      Object.assign(new ImportEntry(), { classPackage: 3, className: 5, outer: 0, objectName: 4 }),
      Object.assign(new ImportEntry(), { classPackage: 3, className: 6, outer: -1, objectName: 7 }),
    ],
    exports: [
      Object.assign(new ExportEntry(), { ...item, objectName: 2 }),
      ...Array.from({ length: count }, () => Object.assign(new ExportEntry(), { ...item })),
    ],
  }
  // Count=1: the name's index, "int of four bytes", the value; then None. A texture has no sizes after it.
  const first = Uint8Array.of(1, 0x22, 1, 0, 0, 0, 0, ...(texture ? [0] : []))
  const hole = { byteLength: size, slice: (start, end) => new Uint8Array(end - start) }
  const source = layOut({ ...parts, bodies: [first, ...Array.from({ length: count }, () => hole)] })
  const noise = randomBytes(size)
  const file = await open(path, 'w')
  let written = 0
  for (const { offset } of parts.exports.slice(1)) {
    if (offset > written) await file.write(await source.slice(written, offset), 0, offset - written, written)
    const body = texture ? textureBody(size, offset, noise) : new Uint8Array(size)
    await file.write(body, 0, size, offset)
    written = offset + size
  }
  const rest = await source.slice(written, source.byteLength)
  await file.write(rest, 0, rest.length, written)
  await file.sync()
  await file.close()
}

/**
 * A body without properties and with one mip of the picture: the position of its end, its length, its bytes,
 * width and height and their logarithms.
 */
function textureBody(size, offset, noise) {
  const body = new Uint8Array(size)
  body.set(noise)
  const ends = 10
  const head = [0, 1]
  // The compact index of a length takes as many bytes as it does.
  for (let count = 1; count <= 5; count++) {
    const length = size - head.length - 4 - count - ends
    const index = compactIndex(length)
    if (index.length !== count) continue
    body.set(head)
    new DataView(body.buffer).setUint32(head.length, offset + size - ends, true)
    body.set(index, head.length + 4)
    body.set([0, 4, 0, 0, 0, 4, 0, 0, 10, 10], size - ends)
    return body
  }
  throw new Error('no length fits')
}

function compactIndex(value) {
  const bytes = [value & 0x3f]
  for (let rest = value >> 6; rest > 0; rest >>= 7) {
    bytes[bytes.length - 1] |= bytes.length === 1 ? 0x40 : 0x80
    bytes.push(rest & 0x7f)
  }
  return bytes
}
