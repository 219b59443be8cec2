import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { corpusPath, describeCorpus } from '../../../testing/corpus.js'
import { temporaryFolder } from '../../../testing/folders.js'
import { fileOf, planOf, sampleFile } from '../../../testing/packages.js'
import { ukit, ukitJson } from './run-ukit.js'

test('the help of show is unchanged', async () => {
  const run = await ukit(['show', '--help'])
  expect(run).toMatchObject({ status: 0, stderr: '' })
  await expect(run.stdout).toMatchFileSnapshot('golden/show.txt')
  for (const line of run.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})

/**
 * Version 61: a texture of 2 × 2 pixels whose properties are a palette (export 2) and a number, a palette of
 * two colours, a light with a position, a truncated object, and two objects with the same path. Bodies are
 * written by hand; names are numbers of one byte.
 */
const made = await fileOf(
  planOf(
    { version: 61 },
    {
      names: ['None', 'Palette', 'USize', 'Location', 'Vector', 'Text\u001b[31m', 'Tag'],
      imports: [
        ['Core', 'Package', 0, 'Engine'],
        ['Core', 'Class', -1, 'Texture'],
        ['Core', 'Class', -1, 'Palette'],
        ['Core', 'Class', -1, 'Light'],
        ['Engine', 'Texture', -1, 'Missing'],
        ['Core', 'Class', -1, 'Sound'],
      ],
      exports: [
        {
          objectName: 'Wall',
          class: -2,
          flags: 0x0007_0004,
          body: bytes('01 05 02 02 22 02 00 00 00 00 01 04 01 02 03 04 02 00 00 00 02 00 00 00 01 01'),
        },
        { objectName: 'Colors', class: -3, outer: 1, body: bytes('00 02 0a 0b 0c ff 14 15 16 ff') },
        // Location: a struct (0x3A: size 12) named Vector: 1, 0.5, -2. Tag: a name with control characters
        // for a terminal.
        { objectName: 'Lamp', class: -4, body: bytes('03 3a 04 00 00 80 3f 00 00 00 3f 00 00 00 c0 06 06 05 00') },
        { objectName: 'Cut', class: -2, body: bytes('00 01 04 01') },
        { objectName: 'Twice', class: -4, body: bytes('00') },
        { objectName: 'Twice', class: -6, body: bytes('00 00 00') },
        { objectName: 'More', class: -4, body: bytes('00 aa bb') },
      ],
    },
  ),
)

function bytes(text: string): Uint8Array {
  return Uint8Array.from(text.split(' '), (digits) => Number.parseInt(digits, 16))
}

describe('show', () => {
  test('prints where an object is, its properties and its fields', async () => {
    const cwd = temporaryFolder({ 'x.utx': made })
    const { stdout, stderr, status } = await ukit(['show', 'x.utx', 'wall'], { cwd })
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    expect(stdout).toMatch(/^Texture'Wall'\n {2}Export +#0, 26 bytes at 0x[0-9A-F]+\n {2}Class +Engine\.Texture\n/)
    expect(stdout).toContain('  Flags      Public LoadForClient LoadForServer LoadForEdit\n')
    expect(stdout).toContain("\nProperties\n  Palette  Palette'Wall.Colors'\n  USize    2\n")
    expect(stdout).toContain(
      '\nFields\n  mips  1 element:\n    [0]  data=01020304 width=2 height=2 widthBits=1 heightBits=1\n',
    )
  })

  test('a vector is on one line; control characters in texts are escaped', async () => {
    const cwd = temporaryFolder({ 'x.utx': made })
    const { stdout } = await ukit(['show', 'x.utx', 'x.Lamp'], { cwd })
    expect(stdout).toContain('  Location  X=1 Y=0.5 Z=-2\n')
    expect(stdout).toContain('  Tag       Text\\x1B[31m\n')
    expect(stdout).not.toContain('\u001b')
  })

  test('reports what it could not read, and what it did not understand', async () => {
    const cwd = temporaryFolder({ 'x.utx': made })
    const cut = (await ukit(['show', 'x.utx', 'Cut'], { cwd })).stdout
    expect(cut).toMatch(/It could not be read in full: Cut?.*expected|It could not be read in full: /)
    expect(cut).toContain('3 bytes from 0x')
    const more = (await ukit(['show', 'x.utx', 'More'], { cwd })).stdout
    expect(more).toMatch(/2 bytes from 0x[0-9A-F]+ on are kept as they are: their meaning is not known/)
  })

  test('finds objects by path, reference or number; refuses a path that several objects have', async () => {
    const cwd = temporaryFolder({ 'x.utx': made })
    const twice = await ukit(['show', 'x.utx', 'Twice'], { cwd })
    expect(twice).toMatchObject({ status: 1, stdout: '' })
    expect(twice.stderr).toContain(
      "several objects have this path: Light'Twice', Sound'Twice'; write the one you mean as it is written here",
    )
    expect((await ukit(['show', 'x.utx', "Sound'Twice'"], { cwd })).stdout).toMatch(/^Sound'Twice'/)
    expect((await ukit(['show', 'x.utx', '#5'], { cwd })).stdout).toMatch(/^Sound'Twice'/)
    const several = await ukit(['show', 'x.utx', '#0', '#1'], { cwd })
    expect(several.stdout).toMatch(/^Texture'Wall'[\s\S]*\n\nPalette'Wall\.Colors'/)
  })

  test('an import shows what it refers to', async () => {
    const cwd = temporaryFolder({ 'x.utx': made })
    const { stdout, status } = await ukit(['show', 'x.utx', 'Engine.Texture'], { cwd })
    expect(status).toBe(0)
    expect(stdout).toMatch(/^Class'Engine\.Texture'\n {2}Import +#1: the object is in another package/)
    expect(stdout).toContain('class of 2 exports')
    const [facts] = await ukitJson(['show', 'x.utx', 'Engine.Missing'], { cwd })
    expect(facts).toEqual({ path: 'Engine.Missing', class: 'Texture', import: 4, classPackage: 'Engine' })
  })

  test.each([
    ['Colors', 'did you mean Wall.Colors?'],
    ['Wal', 'did you mean Wall?'],
    ['Xylophone', 'ukit ls lists its objects'],
    ['#99', 'did you mean #0 to #6?'],
  ])('%s does not exist: exit status 1, and similar paths', async (path, hint) => {
    const cwd = temporaryFolder({ 'x.utx': made })
    const run = await ukit(['show', 'x.utx', path], { cwd })
    expect(run).toMatchObject({ status: 1, stdout: '' })
    expect(run.stderr).toBe(`error: x.utx: there is no object "${path}" in it; ${hint}\n`)
  })

  test('wrong usage, missing files and damaged packages are errors', async () => {
    const cwd = temporaryFolder({ 'x.utx': made, 'broken.u': 'nothing' })
    expect(await ukit(['show'], { cwd })).toMatchObject({ status: 2, stdout: '' })
    expect((await ukit(['show', 'y.u', 'Wall'], { cwd })).stderr).toMatch(/^error: y\.u: there is no such file/)
    expect(await ukit(['show', 'broken.u', 'Wall'], { cwd })).toMatchObject({ status: 1, stdout: '' })
  })

  test('--json is an array with one element per object', async () => {
    const cwd = temporaryFolder({ 'x.utx': made })
    const [wall, lamp] = await ukitJson(['show', 'x.utx', 'Wall', 'Lamp'], { cwd })
    expect(wall).toMatchObject({
      path: 'Wall',
      class: 'Texture',
      index: 0,
      size: 26,
      outer: null,
      opaqueBytes: 0,
      error: null,
      properties: { Palette: "Palette'Wall.Colors'", USize: 2 },
      fields: { mips: [{ data: '01020304', width: 2, height: 2, widthBits: 1, heightBits: 1 }] },
      rest: null,
    })
    expect(lamp.properties).toEqual({ Location: { X: 1, Y: 0.5, Z: -2 }, Tag: 'Text\u001b[31m' })
  })

  test('--hex prints every byte once, with its field', async () => {
    const cwd = temporaryFolder({ 'x.utx': made })
    const [map] = await ukitJson(['show', '--hex', 'x.utx', 'Wall'], { cwd })
    const rows: { offset: number; length: number; hex: string; field: string; value: unknown; opaque: boolean }[] =
      map.rows
    expect(rows.map(({ hex }) => hex).join('')).toBe('0105020222020000000001040102030402000000020000000101')
    let at = map.offset
    for (const row of rows) {
      expect(row.offset).toBe(at)
      at += row.length
    }
    expect(at).toBe(map.offset + map.size)
    expect(rows.find(({ field }) => field === 'Palette.value')).toMatchObject({
      hex: '02',
      value: "Palette'Wall.Colors'",
    })
    expect(rows[0]).toMatchObject({ field: 'properties[0].name', value: 'Palette' })
    const { stdout } = await ukit(['show', '--hex', 'x.utx', 'More'], { cwd })
    expect(stdout).toMatch(/[0-9A-F]{8} {2}AA BB +rest +\? not understood\n$/)
  })

  test('several files are reported separately', async () => {
    const cwd = temporaryFolder({ 'x.utx': made, 'y.utx': made })
    const { stdout } = await ukit(['show', '.', 'Lamp'], { cwd })
    expect(stdout).toMatch(/^x\.utx:\nLight'Lamp'[\s\S]*\n\ny\.utx:\nLight'Lamp'/)
  })

  test('colours are only used when they are wanted', async () => {
    const cwd = temporaryFolder({ 'x.utx': made })
    const env = { FORCE_COLOR: '1' }
    expect((await ukit(['show', 'x.utx', 'Wall'], { cwd, env })).stdout).toContain('\u001b[36mPalette')
    expect((await ukit(['show', 'x.utx', 'Wall'], { cwd, env: { ...env, NO_COLOR: '1' } })).stdout).not.toContain(
      '\u001b',
    )
  })

  test('a big-endian package of UE3 is read', async () => {
    const cwd = temporaryFolder({ 'x.u': await sampleFile({ version: 868, bigEndian: true }) })
    const [facts] = await ukitJson(['show', 'x.u', 'Walls.Brick'], { cwd })
    expect(facts).toMatchObject({ size: 100, archetype: "Texture'Engine.DefaultTexture'", outer: "Package'Walls'" })
  })
})

describeCorpus('show of real objects', () => {
  test('the data of a sound are the last bytes of its object', async () => {
    const path = corpusPath('ue1/1337gamedev/C4.u')
    const [sound] = await ukitJson(['show', path, 'Weapon.C4Throw', '--all'])
    const { offset, size, fields } = sound
    expect(fields.format).toBe('wav')
    expect(fields.data).toBe(
      readFileSync(path)
        .subarray(offset + size - 16_424, offset + size)
        .toString('hex'),
    )
  })

  test('a class shows its flags, its defaults and the checksum of its source', async () => {
    const { stdout } = await ukit(['show', corpusPath('ue1/1337gamedev/C4.u'), 'TimerGlow'])
    expect(stdout).toMatch(/\n {2}classFlags +Compiled Parsed\n/)
    expect(stdout).toMatch(/\n {2}PrePivot +X=-13 Y=-13 Z=14\n/)
    expect(stdout).not.toMatch(/duke|vengeance|bioWare/)
  })
})
