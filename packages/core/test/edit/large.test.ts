import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { layOut } from '@ukit/core'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExportSpec, planOf, type Shape } from '../support/packages.js'

const MB = 0x10_0000

/** Sets a property in a process of its own, reads all of the changed package, and says what that took. */
const CHILD = `
import { buildPackage, PackageEdit, savePackage, setProperty } from './core/index.js'
import { openFile } from './core/node.js'

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

beforeAll(async () => {
  // Node 20 runs no TypeScript, and there need not be a build: the sources are transpiled into a folder.
  folder = await mkdtemp(join(tmpdir(), 'ukit-large-'))
  const packages = fileURLToPath(new URL('../../../', import.meta.url))
  for (const name of ['core', 'codecs']) await transpile(join(packages, name, 'src'), join(folder, name))
  await symlink(join(packages, '../node_modules'), join(folder, 'node_modules'), 'junction')
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'child.js'), CHILD)
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
    '%s: memory does not follow what is not touched, even where all of it moves',
    async (_, shape, holes) => {
      // Zeros are an object without properties (the name of index 0 is None) and bytes behind it.
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

      const run = await promisify(execFile)(process.execPath, [join(folder, 'child.js'), path, 'Count:int', '5'])
      const found = JSON.parse(run.stdout)
      expect(found.length).toBeGreaterThan(200 * MB)
      expect(found.moved).toBeGreaterThan(0)
      expect(found.last).toEqual([...none])
      expect(found.growth).toBeLessThanOrEqual(100 * MB)
      process.stdout.write(
        `200 MB, version ${shape.version}, ${holes} bodies: ${(found.growth / MB).toFixed(1)} MB of memory\n`,
      )
      await rm(path)
    },
  )
})

/** TypeScript to JavaScript, file by file; imports of the codecs are pointed at their folder. */
async function transpile(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue
    const path = join(entry.parentPath, entry.name)
    const out = join(to, relative(from, path)).replace(/\.ts$/, '.js')
    const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true }
    const { outputText } = ts.transpileModule(await readFile(path, 'utf8'), { compilerOptions })
    const up = relative(dirname(out), folder)
    const text = outputText
      .replaceAll("'@ukit/codecs'", `'${up}/codecs/index.js'`)
      .replaceAll("'@ukit/codecs/node'", `'${up}/codecs/node.js'`)
    await mkdir(dirname(out), { recursive: true })
    await writeFile(out, text)
  }
}
