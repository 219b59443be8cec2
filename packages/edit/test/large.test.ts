import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { layOut } from '@ukit/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleProgram } from '../../../testing/child-program.js'
import { type ExportSpec, planOf, type Shape } from '../../../testing/packages.js'

const MB = 0x10_0000

/** Sets a property in a separate process, reads all of the changed package, and reports what that took. */
const CHILD = `
import { buildPackage, PackageEdit, setProperty } from '@ukit/edit'
import { savePackage } from '@ukit/core'
import { openFile } from '@ukit/core/node'

const pkg = await openFile(process.argv[2])
const before = process.resourceUsage().maxRSS
const edit = await PackageEdit.open(pkg)
await setProperty(edit, edit.export('First'), process.argv[3], process.argv[4])
const built = await buildPackage(edit)
let length = 0
for await (const piece of savePackage(built)) length += piece.length
const last = built.find('Last')
console.log(JSON.stringify({
  length,
  moved: last.entry.offset - pkg.find('Last').entry.offset,
  last: [...await last.bytes()],
  growth: (process.resourceUsage().maxRSS - before) * 1024,
}))
await pkg.file.close()
`

let folder = ''
let child = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ukit-large-'))
  child = await bundleProgram(folder, CHILD)
})

afterAll(() => rm(folder, { recursive: true }))

describe('one property of a package of 200 MB', () => {
  const cases: [what: string, shape: Shape, holes: number][] = [
    ['UE1, one body', { version: 69 }, 1],
    ['UE1, bodies of a megabyte', { version: 69 }, 200],
    ['UE3, one body', { version: 868 }, 1],
    ['UE3, bodies of a megabyte', { version: 868 }, 200],
  ]
  it.each(cases)(
    '%s: memory does not grow with unchanged content, even if all of it moves',
    async (_, shape, holes) => {
      // Zeros are an object without properties (the name of index 0 is None), followed by bytes.
      const none = new Uint8Array(shape.version < 178 ? 1 : 12)
      const size = Math.floor((200 * MB) / holes)
      const between: ExportSpec[] = Array.from({ length: holes }, (__, i) => ({ objectName: `Hole${i}`, class: -2 }))
      const plan = planOf(shape, {
        imports: [
          ['Core', 'Package', 0, 'Mod'],
          ['Core', 'Class', -1, 'Gadget'],
        ],
        exports: [{ objectName: 'First', class: -2 }, ...between, { objectName: 'Last', class: -2 }],
      })
      const hole = { byteLength: size, slice: (start: number, end: number) => new Uint8Array(end - start) }
      const source = layOut({ ...plan, bodies: [none, ...between.map(() => hole), none] })
      const path = join(folder, `${shape.version}-${holes}.upk`)
      const start = plan.exports[1]?.offset ?? 0
      const end = plan.exports.at(-1)?.offset ?? 0
      const file = await open(path, 'w')
      await file.write(await source.slice(0, start), 0, start, 0)
      const rest = await source.slice(end, source.byteLength)
      await file.write(rest, 0, rest.length, end)
      await file.close()

      const run = await promisify(execFile)(process.execPath, [child, path, 'Count:int', '5'])
      const found = JSON.parse(run.stdout)
      expect(found.length).toBeGreaterThan(200 * MB)
      expect(found.moved).toBeGreaterThan(0)
      expect(found.last).toEqual([...none])
      // Less than the file: the runtime also takes memory beyond what is needed.
      expect(found.growth).toBeLessThan(0.75 * found.length)
      process.stdout.write(
        `200 MB, version ${shape.version}, ${holes} bodies: ${(found.growth / MB).toFixed(1)} MB of memory\n`,
      )
      await rm(path)
    },
  )
})
