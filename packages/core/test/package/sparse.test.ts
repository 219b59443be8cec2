import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { layOut } from '@ukit/core'
import type { ByteSource } from '@ukit/files'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleProgram } from '../../../../testing/child-program.js'
import { type ExportSpec, planOf, type Shape, sequence } from '../../../../testing/packages.js'

const MB = 0x10_0000

/** Opens the file in a separate process and reports what that took. */
const CHILD = `
import { openPackage } from '@ukit/core'
import { fileSource } from '@ukit/files/node'

const file = await fileSource(process.argv[2])
let read = 0
const counting = {
  byteLength: file.byteLength,
  slice(start, end) {
    read += end - start
    return file.slice(start, end)
  },
}
const before = process.resourceUsage().maxRSS
const pkg = await openPackage(counting, { fileName: 'Huge.upk' })
const opened = read
const last = pkg.find('Last')
const bytes = await last.bytes()
const after = process.resourceUsage().maxRSS
console.log(JSON.stringify({
  length: file.byteLength,
  names: pkg.names.length,
  exports: pkg.exports.length,
  lastOffset: last.entry.offset,
  last: [...bytes],
  opened,
  read,
  growth: (after - before) * 1024,
}))
await file.close()
`

let folder = ''
let child = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ukit-sparse-'))
  child = await bundleProgram(folder, CHILD)
})

afterAll(() => rm(folder, { recursive: true }))

describe('a package of just under 2 GB', () => {
  it.each<readonly [what: string, shape: Shape]>([
    ['of UE2, tables after the bodies', { version: 128, licensee: 29 }],
    ['of UE3, tables in front', { version: 868 }],
  ])('%s, is opened by reading only its tables', async (_, shape) => {
    const body = sequence(1000)
    // As many objects as a large map has; one body is a hole that makes the file as long as signed offsets
    // allow.
    const small: ExportSpec[] = Array.from({ length: 20_000 }, (__, i) => ({ objectName: `Object${i % 5000}` }))
    const plan = planOf(shape, {
      exports: [{ objectName: 'Hole' }, ...small, { objectName: 'Last', body }],
    })
    const bodies: (ByteSource | Uint8Array)[] = [...plan.bodies]
    const withoutHole = layOut({ ...plan, bodies }).byteLength
    // Larger offsets take longer indices in UE2: leave room for those.
    bodies[0] = hole(0x7fff_ffff - withoutHole - 16)
    const source = layOut({ ...plan, bodies })
    expect(source.byteLength).toBeGreaterThan(0x7fff_ff00)
    expect(source.byteLength).toBeLessThan(2 ** 31)

    const path = join(folder, `${shape.version}.upk`)
    const start = plan.exports[0]?.offset ?? 0
    const end = start + (plan.exports[0]?.size ?? 0)
    await writeSparse(path, source, start, end)
    const { stdout } = await promisify(execFile)(process.execPath, [child, path])
    const found = JSON.parse(stdout)
    expect(found).toMatchObject({
      length: source.byteLength,
      names: plan.names.length,
      exports: plan.exports.length,
      lastOffset: plan.exports.at(-1)?.offset,
      last: [...body],
    })
    expect(found.read - found.opened).toBe(body.length)
    expect(found.read).toBeLessThanOrEqual(8 * MB)
    // An eighth of the file, since the runtime needs memory besides that of the tables.
    expect(found.growth).toBeLessThan(found.length / 8)
    process.stdout.write(
      `2 GB, version ${shape.version}: ${found.read} bytes read, ${(found.growth / MB).toFixed(1)} MB of memory\n`,
    )
  })
})

/** Zeros that take no memory. */
function hole(byteLength: number): ByteSource {
  return { byteLength, slice: (start, end) => new Uint8Array(end - start) }
}

/** Writes all of a source except the hole from `start` to `end`, which is skipped by seeking. */
async function writeSparse(path: string, source: ByteSource, start: number, end: number): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.write(await source.slice(0, start), 0, start, 0)
    const rest = await source.slice(end, source.byteLength)
    await file.write(rest, 0, rest.length, end)
  } finally {
    await file.close()
  }
}
