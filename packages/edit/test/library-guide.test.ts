import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ObjectReader, openPackage } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { verifyPackage } from '@ukit/inspect'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleProgram } from '../../../testing/child-program.js'
import { corpusPath, describeCorpus } from '../../../testing/corpus.js'

const GUIDE = readFileSync(new URL('../../../docs/guides/library.md', import.meta.url), 'utf8')

/** The programs of the guide by the word behind `ts`. */
const PROGRAMS = new Map(
  [...GUIDE.matchAll(/^```ts (\w+)\n([\s\S]*?)^```$/gm)].map(([, name = '', code = '']) => [name, code]),
)

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ukit-guide-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a program of the guide as it is there; gives what it prints. */
async function run(name: string, ...args: string[]): Promise<string> {
  const file = await bundleProgram(folder, PROGRAMS.get(name) ?? '')
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  return stdout
}

it('has five programs of fewer than 15 lines', () => {
  expect([...PROGRAMS.keys()]).toEqual(['textures', 'property', 'importers', 'bytecode', 'nothing'])
  for (const [name, code] of PROGRAMS) expect(code.trimEnd().split('\n').length, name).toBeLessThan(15)
})

it('makes a package from nothing, whose texture another program finds', async () => {
  const file = join(folder, 'Hello.utx')
  expect(await run('nothing', file)).toBe('')
  const pkg = await openPackage(memorySource(readFileSync(file)), { fileName: 'Hello.utx' })
  expect(pkg.exports.map(String)).toEqual(["Package'Walls'", "Palette'Walls.Grey'", "Texture'Walls.Blank'"])
  expect((await verifyPackage(pkg)).problems).toEqual([])
  expect(await run('textures', file)).toBe('Walls.Blank 8 × 8 p8\n')
})

describeCorpus('the programs of the guide on real files', () => {
  it('list textures with their sizes, in every engine', async () => {
    for (const path of [
      'ue1/adrak0/R3pW007Health2.utx',
      'ue2/vel-san/ChatIcons.utx',
      'ue3/rattlesn4k3/BotBalancerContent.upk',
    ]) {
      const printed = await run('textures', corpusPath(path))
      const pkg = await openPackage(memorySource(readFileSync(corpusPath(path))), { fileName: path })
      const reader = await ObjectReader.open(pkg)
      let sizes = 0
      for (const line of printed.trimEnd().split('\n')) {
        const [, object = '', width, height] = /^(\S+) (\d+) × (\d+) \w+$/.exec(line) ?? []
        if (width === undefined) continue
        // The engine keeps the sizes in properties too.
        const properties = ((await reader.get(`Texture'${object}'`)) ?? (await reader.get(object)))?.object.properties
        expect(properties?.get('USize') ?? properties?.get('SizeX'), line).toBe(Number(width))
        expect(properties?.get('VSize') ?? properties?.get('SizeY'), line).toBe(Number(height))
        sizes++
      }
      expect(sizes, path).toBeGreaterThan(0)
    }
  })

  it('change a property', async () => {
    const to = join(folder, 'Bright.unr')
    const from = corpusPath('ue1/adrak0/DM-Stalwart.unr')
    const before = await openPackage(memorySource(readFileSync(from)), { fileName: 'DM-Stalwart.unr' })
    const light = before.exports.find((object) => object.className === 'Light')
    expect(await run('property', from, light?.path ?? '', to)).toBe('')
    const after = await openPackage(memorySource(readFileSync(to)), { fileName: 'Bright.unr' })
    const read = await (await ObjectReader.open(after)).get(light?.path ?? '')
    expect(read?.object.properties.get('LightRadius')).toBe(32)
  })

  it('say who uses a class', async () => {
    const map = corpusPath('ue1/adrak0/DM-Stalwart.unr')
    const printed = await run('importers', 'Engine.Light', map, corpusPath('ue1/adrak0/WinDrv.u'))
    expect(printed).toMatch(/^DM-Stalwart: .*Light\d+/)
    expect(printed.trimEnd().split('\n')).toHaveLength(1)
  })

  it('write the bytecode of functions', async () => {
    const printed = await run('bytecode', corpusPath('ue1/eliotvu/TestUC1.u'))
    expect(printed).toMatch(/^ {6}0000 {2}\w+/m)
    expect(printed).toMatch(/Return\(Nothing\)/)
  })
})
