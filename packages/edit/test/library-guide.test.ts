import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ObjectReader, openPackage } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { verifyPackage } from '@ukit/inspect'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleProgram } from '../../../testing/child-program.js'
import { corpusPath, describeCorpus } from '../../../testing/corpus.js'

const GUIDE = readFileSync(new URL('../../../docs/guides/library.md', import.meta.url), 'utf8')

const EXAMPLES = fileURLToPath(new URL('../../../examples/make-mill.mjs', import.meta.url))

/** The programs of the guide by the word after `ts` in their code fences. */
const PROGRAMS = new Map(
  [...GUIDE.matchAll(/^```ts (\w+)\n([\s\S]*?)^```$/gm)].map(([, name = '', code = '']) => [name, code]),
)

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ukit-guide-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a program of the guide unchanged; returns what it prints. */
async function run(name: string, ...args: string[]): Promise<string> {
  const file = await bundleProgram(folder, PROGRAMS.get(name) ?? '')
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  return stdout
}

it('has six programs of fewer than 15 lines', () => {
  expect([...PROGRAMS.keys()]).toEqual(['textures', 'property', 'importers', 'bytecode', 'files', 'nothing'])
  for (const [name, code] of PROGRAMS) expect(code.trimEnd().split('\n').length, name).toBeLessThan(15)
})

it('creates a package from scratch, whose texture another program finds', async () => {
  const file = join(folder, 'Hello.utx')
  expect(await run('nothing', file)).toBe('')
  const pkg = await openPackage(memorySource(readFileSync(file)), { fileName: 'Hello.utx' })
  expect(pkg.exports.map(String)).toEqual(["Package'Walls'", "Palette'Walls.Grey'", "Texture'Walls.Blank'"])
  expect((await verifyPackage(pkg)).problems).toEqual([])
  expect(await run('textures', file)).toBe('Walls.Blank 8 × 8 p8\n')
})

it('imports a picture and a sound together with another edit', async () => {
  const made = spawnSync(process.execPath, [EXAMPLES, folder], { encoding: 'utf8' })
  expect([made.status, made.stderr]).toEqual([0, ''])
  // A Targa picture of 2 × 2 in one colour, and 4 samples of silence.
  const picture = join(folder, 'red.tga')
  writeFileSync(picture, Buffer.from(`000002000000000000000000020002001800${'0000ff'.repeat(4)}`, 'hex'))
  const sound = join(folder, 'creak.wav')
  const wave = [
    ...[0x46464952, 40, 0x45564157, 0x20746d66, 16, 0x10001, 11025, 11025, 0x80001],
    ...[0x61746164, 4, 0x80808080],
  ]
  writeFileSync(sound, new Uint8Array(Uint32Array.from(wave).buffer))
  const to = join(folder, 'New.utx')
  expect(await run('files', join(folder, 'MillTex.utx'), to, picture, sound)).toBe('')
  const pkg = await openPackage(memorySource(readFileSync(to)), { fileName: 'New.utx' })
  expect(pkg.find('Bricks.Ground')?.className).toBe('Texture')
  expect(pkg.find('Doors.Creak')?.className).toBe('Sound')
  expect((await verifyPackage(pkg)).problems).toEqual([])
  expect(await run('textures', to)).toContain('Bricks.Wall 2 × 2 p8\n')
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

  it('list what uses a class', async () => {
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
