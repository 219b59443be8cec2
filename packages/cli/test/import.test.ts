import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { encodePng } from '@ukit/codecs/images'
import { Guid } from '@ukit/core'
import { buildPackage, createPackage, setProperty } from '@ukit/edit'
import { importTexture } from '@ukit/import'
import { common, ue3 } from '@ukit/objects'
import { describe, expect, test } from 'vitest'
import { savedBytes } from '../../../testing/bytes.js'
import { temporaryFolder } from '../../../testing/folders.js'
import { start, ukit, ukitJson } from './run-ukit.js'

/** Samples of 8 bits at 11,025 per second, as WAV. */
function wave(samples: number): Uint8Array {
  const head = Buffer.from('RIFF----WAVEfmt ----------------data----')
  const words = [
    [4, 36 + samples],
    [16, 16],
    [20, 0x10001],
    [24, 11025],
    [28, 11025],
    [32, 0x80001],
    [40, samples],
  ]
  const bytes = Buffer.concat([
    head.subarray(0, 16),
    Buffer.alloc(20),
    Buffer.from('data----'),
    Buffer.alloc(samples, 99),
  ])
  for (const [at = 0, value = 0] of words) bytes.writeUInt32LE(value, at)
  return bytes
}

/** A package with two texts. */
async function withTexts() {
  const cwd = temporaryFolder({ 'one.txt': 'One\r\n', 'two.txt': 'Two €\n' })
  const made = await ukit(['import', '--new', '69', 'T.u', 'Notes.One', 'one.txt', 'Notes.Two', 'two.txt'], { cwd })
  expect(made).toMatchObject({ status: 0, stderr: '' })
  return cwd
}

/** The same with three classes, extracted to `out`. */
async function withClasses() {
  const cwd = await withTexts()
  const texts = {
    Object: 'class Object native;\n',
    Mill: 'class Mill extends Object;\nvar int Sacks;\n',
    Road: 'class Road extends Object;\nvar Mill End;\n',
  }
  for (const [name, text] of Object.entries(texts)) {
    writeFileSync(join(cwd, `${name}.uc`), text)
    expect((await ukit(['edit', 'T.u', 'script', `${name}.uc`], { cwd })).status).toBe(0)
  }
  await ukit(['extract', 'T.u', '-o', 'out'], { cwd })
  return { cwd, write: (file: string, text: string) => writeFileSync(join(cwd, 'out/T', file), text) }
}

const textOf = async (cwd: string, path: string) => {
  await ukit(['extract', 'T.u', '-o', 'look', '-f'], { cwd })
  return readFileSync(join(cwd, 'look/T', `${path.replaceAll('.', '/')}.txt`), 'utf8')
}

/** A package of UE3 with a texture of which it only has a small level. */
async function reducedTexture(cwd: string): Promise<void> {
  const edit = await createPackage({ name: 'U', version: 868, guid: new Guid(1, 2, 3, 4) })
  const data = Uint8Array.from({ length: 64 }, (_, i) => (i % 4 === 3 ? 255 : i))
  await importTexture(edit, 'Walls.Brick', { format: 'rgba', width: 4, height: 4, data }, { format: 'bgra8' })
  const brick = edit.export('Walls.Brick')
  for (const side of ['SizeX', 'SizeY']) await setProperty(edit, brick, `${side}:int`, '2048')
  // Without the picture as imported, as in cooked packages.
  await edit.change(brick, (object) => {
    if (object instanceof ue3.Texture2D) object.sourceArt = new common.BulkData()
  })
  writeFileSync(join(cwd, 'U.upk'), await savedBytes(await buildPackage(edit)))
}

describe('import', () => {
  test('a picture that was extracted at less than its size is named, and does not shrink the texture', async () => {
    const cwd = temporaryFolder({})
    await reducedTexture(cwd)
    const extracted = await ukit(['extract', 'U.upk', '-o', 'out'], { cwd })
    expect(extracted.stderr).toContain('1 picture is smaller than its texture')
    expect(extracted.stderr).toContain('Walls.Brick 4 × 4 of 2048 × 2048 pixels')
    const manifest = JSON.parse(readFileSync(join(cwd, 'out/U/manifest.json'), 'utf8'))
    expect(manifest.written).toMatchObject([{ object: 'Walls.Brick', size: [4, 4], of: [2048, 2048] }])
    const before = readFileSync(join(cwd, 'U.upk'))
    const picture = { format: 'gray', width: 4, height: 4, data: new Uint8Array(16).fill(9) } as const
    writeFileSync(
      join(cwd, 'out/U/Walls/Brick.png'),
      encodePng(picture, (bytes) => new Uint8Array(deflateSync(bytes))),
    )
    const refused = await ukit(['import', 'U.upk', 'out'], { cwd })
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('allow it with --shrink') })
    expect(readFileSync(join(cwd, 'U.upk')).equals(before)).toBe(true)
    const shrunk = await ukit(['import', 'U.upk', 'out', '--shrink'], { cwd })
    expect(shrunk).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('it was 2048 × 2048 pixels, and is 4 × 4 now'),
    })
  })

  test('the help is unchanged', async () => {
    const run = await ukit(['import', '--help'])
    expect(run).toMatchObject({ status: 0, stderr: '' })
    await expect(run.stdout).toMatchFileSnapshot('golden/import.txt')
    for (const line of run.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })

  test('several files become objects of a new package, with their groups', async () => {
    const cwd = await withTexts()
    expect(await textOf(cwd, 'Notes.One')).toBe('One\r\n')
    expect(await textOf(cwd, 'Notes.Two')).toBe('Two €\n')
    expect((await ukit(['verify', 'T.u'], { cwd })).status).toBe(0)
    const [info] = await ukitJson(['info', 'T.u'], { cwd })
    expect(info).toMatchObject({ version: 69, exports: 3 })
  })

  test('--new takes the newest version of a game', async () => {
    const cwd = temporaryFolder({ 'one.txt': 'One' })
    for (const [game, version, licensee] of [
      ['unreal-tournament', 69, 0],
      ['ut2004', 128, 29],
      ['ut3', 512, 0],
    ] as const) {
      const made = await ukit(['import', '--new', game, `${game}.u`, 'One', 'one.txt'], { cwd })
      expect(made).toMatchObject({ status: 0, stderr: '' })
      expect((await ukitJson(['info', `${game}.u`], { cwd }))[0]).toMatchObject({ version, licensee })
    }
    expect(await ukit(['import', '--new', 'quake', 'x.u', 'One', 'one.txt'], { cwd })).toMatchObject({ status: 2 })
  })

  test('an existing object is only replaced when asked for, and the original is kept', async () => {
    const cwd = await withTexts()
    const before = readFileSync(join(cwd, 'T.u'))
    const words = ['import', 'T.u', 'Notes.One', 'two.txt']
    const refused = await ukit(words, { cwd })
    expect(refused).toMatchObject({ status: 1, stdout: '' })
    expect(refused.stderr).toContain('two.txt: Notes.One: there is already a TextBuffer of this name; --replace')
    expect(readFileSync(join(cwd, 'T.u'))).toEqual(before)
    expect((await ukit([...words, '--replace'], { cwd })).status).toBe(0)
    expect(await textOf(cwd, 'Notes.One')).toBe('Two €\n')
    expect(readFileSync(join(cwd, 'T.u.bak'))).toEqual(before)
  })

  test('if one file cannot be imported, none is, and the package is unchanged', async () => {
    const cwd = await withTexts()
    const before = readFileSync(join(cwd, 'T.u'))
    writeFileSync(join(cwd, 'odd.xyz'), 'odd')
    for (const [path, file, message] of [
      ['New', 'missing.txt', 'missing.txt: there is no such file or folder'],
      ['New', 'odd.xyz', 'odd.xyz: expected a picture, sound, module, model or text'],
      ['Notes', 'two.txt', 'there is already a Package of this name'],
      ['a b', 'two.txt', 'a b'],
      ['fine', 'two.txt', 'both one.txt and two.txt are for this object'],
    ] as const) {
      const { status, stderr } = await ukit(['import', 'T.u', 'Fine', 'one.txt', path, file], { cwd })
      expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(message) })
    }
    expect(readFileSync(join(cwd, 'T.u'))).toEqual(before)
    expect(readdirSync(cwd).sort()).toEqual(['T.u', 'odd.xyz', 'one.txt', 'two.txt'])
  })

  test('damaged or unsupported pictures and sounds leave the package unchanged', async () => {
    const cwd = await withTexts()
    const before = readFileSync(join(cwd, 'T.u'))
    // TGA: 18 bytes of header; type 2 is true colour; width, height and bits per pixel start at byte 12.
    const tga = (type: number, width: number, bits: number, colors: number, rest: number): Uint8Array =>
      Buffer.concat([
        Uint8Array.of(0, type === 1 ? 1 : 0, type, 0, 0, colors & 255, colors >> 8, type === 1 ? 24 : 0),
        Uint8Array.of(0, 0, 0, 0, width, 0, 4, 0, bits, 0),
        new Uint8Array(rest),
      ])
    const files: readonly (readonly [string, Uint8Array, string])[] = [
      ['odd.tga', tga(2, 3, 24, 0, 36), 'expected sides that are powers of two'],
      ['wide.tga', tga(1, 4, 16, 65_535, 65_535 * 3 + 32), 'expected 8 bits per pixel, found 16'],
      ['many.tga', tga(1, 4, 8, 65_535, 65_535 * 3 + 16), 'expected at most 256 colours, found 65535'],
      ['short.tga', tga(2, 4, 24, 0, 40), 'TGA file: expected'],
      ['cut.wav', wave(1000).subarray(0, 544), '1000 bytes of samples were expected, 500 found'],
      ['head.wav', wave(1000).subarray(0, 20), 'head.wav: '],
      ['none.wav', new Uint8Array(0), 'the file is empty'],
    ]
    for (const [name, bytes, message] of files) {
      writeFileSync(join(cwd, name), bytes)
      const { status, stderr } = await ukit(['import', 'T.u', 'Fine', 'one.txt', 'Bad', name], { cwd })
      expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(message) })
      rmSync(join(cwd, name))
    }
    expect(readFileSync(join(cwd, 'T.u'))).toEqual(before)
    expect(readdirSync(cwd).sort()).toEqual(['T.u', 'one.txt', 'two.txt'])
  })

  test('importing an extracted folder only imports files that have changed', async () => {
    const cwd = await withTexts()
    await ukit(['extract', 'T.u', '-o', 'out'], { cwd })
    const before = readFileSync(join(cwd, 'T.u'))
    const same = await ukit(['import', 'T.u', 'out'], { cwd })
    expect(same.stdout).toBe('2 files unchanged since they were extracted\nnothing to import\n')
    expect(readFileSync(join(cwd, 'T.u'))).toEqual(before)
    writeFileSync(join(cwd, 'out/T/Notes/One.txt'), 'Changed')
    rmSync(join(cwd, 'out/T/Notes/Two.txt'))
    // The folder may have been renamed.
    renameSync(join(cwd, 'out/T'), join(cwd, 'out/Mine'))
    const [facts] = await ukitJson(['import', 'T.u', 'out/Mine'], { cwd })
    expect(facts).toMatchObject({
      path: 'T.u',
      output: 'T.u',
      imported: [{ file: join('out/Mine/Notes/One.txt'), path: 'Notes.One', className: 'TextBuffer' }],
      unchanged: 0,
      error: null,
    })
    expect(facts.notes[0]).toContain('Two.txt no longer exists: Notes.Two is unchanged')
    expect(await textOf(cwd, 'Notes.One')).toBe('Changed')
    expect(await textOf(cwd, 'Notes.Two')).toBe('Two €\n')
  })

  test('a manifest of older versions, with a SHA-256 instead of a CRC-32, is read too', async () => {
    const cwd = await withTexts()
    await ukit(['extract', 'T.u', '-o', 'out'], { cwd })
    const manifest = join(cwd, 'out/T/manifest.json')
    const facts: { written: { crc32?: string; sha256?: string }[] } = JSON.parse(readFileSync(manifest, 'utf8'))
    // `printf 'One\r\n' | sha256sum`, `printf 'Two €\n' | sha256sum`
    const sums = [
      '24b1e3716bfd0446419527bbb3d5b751c4fac33c30b5a06383d462fc4561fdbd',
      '5353a8e985dc07c8ff7ead88404095e46191dce838d11bca1e448cb910d2a49c',
    ]
    for (const [i, entry] of facts.written.entries()) {
      delete entry.crc32
      Object.assign(entry, { sha256: sums[i] })
    }
    writeFileSync(manifest, JSON.stringify(facts))
    const same = await ukit(['import', 'T.u', 'out'], { cwd })
    expect(same.stdout).toBe('2 files unchanged since they were extracted\nnothing to import\n')
    writeFileSync(join(cwd, 'out/T/Notes/One.txt'), 'On3\r\n')
    const [changed] = await ukitJson(['import', 'T.u', 'out'], { cwd })
    expect(changed).toMatchObject({ imported: [{ path: 'Notes.One' }], unchanged: 1, error: null })
  })

  test('a file whose bytes are in a different order has changed, though its length is the same', async () => {
    const cwd = await withTexts()
    await ukit(['extract', 'T.u', '-o', 'out'], { cwd })
    writeFileSync(join(cwd, 'out/T/Notes/One.txt'), 'Oen\r\n')
    const [facts] = await ukitJson(['import', 'T.u', 'out'], { cwd })
    expect(facts).toMatchObject({ imported: [{ path: 'Notes.One' }], unchanged: 1, error: null })
  })

  test('a folder without a manifest becomes groups and objects', async () => {
    const cwd = temporaryFolder({ 'pack/Notes/Deep/A.txt': 'A', 'pack/B.txt': 'B', 'pack/.hidden': 'x' })
    const made = await ukit(['import', '--new', '69', 'T.u', 'pack'], { cwd })
    expect(made).toMatchObject({ status: 0, stderr: '' })
    expect(await textOf(cwd, 'Notes.Deep.A')).toBe('A')
    expect(await textOf(cwd, 'B')).toBe('B')
  })

  test('a manifest with paths out of its folder, or a file that is not a manifest, is refused', async () => {
    const entry = { object: 'A', class: 'TextBuffer', index: 0, file: 'T/../../secret.txt' }
    for (const manifest of [JSON.stringify({ written: [entry] }), '{"written": [1]}', 'no JSON']) {
      const cwd = temporaryFolder({ 'in/manifest.json': manifest, 'secret.txt': 'secret' })
      const { status, stderr } = await ukit(['import', '--new', '69', 'T.u', 'in'], { cwd })
      expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('manifest.json') })
      expect(readdirSync(cwd).sort()).toEqual(['in', 'secret.txt'])
    }
  })

  test('a dry run prints the difference and writes nothing; --out does not change the package', async () => {
    const cwd = await withTexts()
    const before = readFileSync(join(cwd, 'T.u'))
    const dry = await ukit(['import', '-n', '-r', 'T.u', 'Notes.One', 'two.txt'], { cwd })
    expect(dry).toMatchObject({ status: 0, stdout: expect.stringContaining('-One') })
    await ukit(['import', '-r', '-o', 'New.u', 'T.u', 'Notes.One', 'two.txt'], { cwd })
    expect(readFileSync(join(cwd, 'T.u'))).toEqual(before)
    expect(readdirSync(cwd)).toContain('New.u')
    expect(readdirSync(cwd)).not.toContain('T.u.bak')
  })

  test('--watch imports a file again each time it changes', async () => {
    const cwd = await withTexts()
    await ukit(['extract', 'T.u', '-o', 'out'], { cwd })
    const before = readFileSync(join(cwd, 'T.u'))
    const child = start(['import', '--watch', 'T.u', 'out'], { cwd })
    const lines: string[] = []
    let wake: (() => void) | undefined
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (bytes: Buffer) => {
        lines.push(bytes.toString())
        wake?.()
      })
    const printed = async (text: string) => {
      while (!lines.join('').includes(text))
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      lines.length = 0
    }
    const ended = new Promise((resolve) => child.on('close', resolve))
    await printed('watching 2 files')
    writeFileSync(join(cwd, 'out/T/Notes/One.txt'), 'First')
    await printed('1 file imported')
    expect(await textOf(cwd, 'Notes.One')).toBe('First')
    // Most programs write a new file and rename it.
    writeFileSync(join(cwd, 'out/T/Notes/~One.txt'), 'Second')
    renameSync(join(cwd, 'out/T/Notes/~One.txt'), join(cwd, 'out/T/Notes/One.txt'))
    await printed('1 file imported')
    expect(await textOf(cwd, 'Notes.One')).toBe('Second')
    child.kill('SIGINT')
    await ended
    // There is only one backup, however often the package was saved.
    expect(readdirSync(cwd).filter((name) => name.includes('.bak'))).toEqual(['T.u.bak'])
    expect(readFileSync(join(cwd, 'T.u.bak'))).toEqual(before)
  })

  test('of several sources, those that compile are imported, and the errors of the others are printed', async () => {
    const { cwd, write } = await withClasses()
    const before = readFileSync(join(cwd, 'T.u'))
    write('Notes/One.txt', 'First')
    write('Mill.uc', 'class Mill extends Object;\nvar int Sacks, Bags;\n')
    write('Road.uc', 'class Road extends Object;\n\nfunction F()\n{\n  G();\n}\n')
    const failed = [{ file: 'out/T/Road.uc', className: 'Road', errors: [{ line: 5, column: 3 }], needs: [] }]
    const [preview] = await ukitJson(['import', '-n', 'T.u', 'out'], { cwd })
    expect(preview).toMatchObject({ written: null, failed, error: null })
    const { status, stdout, stderr } = await ukit(['import', 'T.u', 'out'], { cwd })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^error: out\/T\/Road\.uc cannot be compiled, .*\n +out\/T\/Road\.uc\(5\) : Error, .*'G'/)
    expect(stdout).toMatch(/ok {2}T\.u: 2 files imported/)
    const { stdout: listed } = await ukit(['ls', '--flat', 'T.u'], { cwd })
    expect([/Mill\.Bags/.test(listed), /Road\.F/.test(listed)]).toEqual([true, false])
    expect(await textOf(cwd, 'Notes.One')).toBe('First')
    // What was imported is not imported again; what failed is.
    const saved = readFileSync(join(cwd, 'T.u'))
    expect(saved).not.toEqual(before)
    const [again] = await ukitJson(['import', 'T.u', 'out'], { cwd })
    expect(again).toMatchObject({ imported: [], failed, written: null, error: null })
    expect(readFileSync(join(cwd, 'T.u'))).toEqual(saved)
  })

  test('errors of classes whose packages were not found come with the names of those', async () => {
    const cwd = temporaryFolder({
      'Core/Classes/Object.uc': 'class Object native;\n',
      'Base/Classes/Wheel.uc': 'class Wheel extends Object;\nvar int Spokes;\n',
      'Mod/Classes/Cart.uc':
        'class Cart extends Object;\nvar Wheel Front;\nfunction int F()\n{\n  return Front.Spokes;\n}\n',
    })
    for (const name of ['Core', 'Base', 'Mod']) {
      const into = name === 'Mod' ? 'Alone/Mod.u' : `${name}.u`
      mkdirSync(join(cwd, 'Alone'), { recursive: true })
      const made = await ukit(['make', name, '--new', '69', '--out', into, '--packages', '.'], { cwd })
      expect(made.status, made.stderr).toBe(0)
    }
    mkdirSync(join(cwd, 'Alone/out'))
    writeFileSync(
      join(cwd, 'Alone/out/Cart.uc'),
      'class Cart extends Object;\nvar Wheel Front;\nfunction int F()\n{\n  return -Front.Spokes;\n}\n',
    )
    const imported = await ukit(['import', 'Alone/Mod.u', 'Alone/out', '-r'], { cwd })
    expect(imported.status).toBe(1)
    expect(imported.stderr).toMatch(/^error: Alone\/out\/Cart\.uc cannot be compiled/)
    expect(imported.stderr).toMatch(/note: Core and Base were not found: name their folders with --packages\n$/)
    const edited = await ukit(['edit', 'Alone/Mod.u', 'script', 'Alone/out/Cart.uc'], { cwd })
    expect(edited.status).toBe(1)
    expect(edited.stderr).toContain('Core and Base were not found, so errors may only come from that')
  })

  test('--watch compiles a source again once the one that it needs is right', async () => {
    const { cwd, write } = await withClasses()
    const child = start(['import', '--watch', 'T.u', 'out'], { cwd })
    let out = ''
    let look: () => void = () => undefined
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (piece) => {
        out += String(piece)
        look()
      })
    const printed = (text: string) =>
      new Promise<void>((resolve) => {
        look = () => {
          if (!out.includes(text)) return
          out = ''
          resolve()
        }
        look()
      })
    const ended = new Promise((resolve) => child.on('close', resolve))
    try {
      await printed('watching 5 files')
      write('Road.uc', 'class Road extends Object;\nvar Mill End;\nfunction F() { End.G(); }\n')
      await printed('nothing is imported')
      write('Mill.uc', 'class Mill extends Object;\nvar int Sacks;\nfunction G() {}\n')
      await printed('2 files imported')
    } finally {
      child.kill('SIGINT')
      await ended
    }
    expect((await ukit(['ls', '--flat', 'T.u'], { cwd })).stdout).toContain('Road.F')
  })

  test('--watch on a folder above an extraction replaces what was extracted', async () => {
    const cwd = temporaryFolder({})
    await reducedTexture(cwd)
    await ukit(['extract', 'U.upk', '-o', 'a/b'], { cwd })
    const child = start(['import', '--watch', '--shrink', 'U.upk', 'a'], { cwd })
    let out = ''
    const printed = (text: string) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (out.includes(text)) resolve()
        }
        child.stdout?.on('data', (piece) => {
          out += String(piece)
          look()
        })
        child.stderr?.on('data', (piece) => {
          out += String(piece)
          look()
        })
      })
    const watching = printed('watching 1 file')
    const imported = printed('1 file imported')
    try {
      await watching
      const picture = { format: 'gray', width: 4, height: 4, data: new Uint8Array(16).fill(9) } as const
      writeFileSync(
        join(cwd, 'a/b/U/Walls/Brick.png'),
        encodePng(picture, (bytes) => new Uint8Array(deflateSync(bytes))),
      )
      await imported
    } finally {
      const ended = new Promise((resolve) => child.on('close', resolve))
      child.kill('SIGINT')
      await ended
    }
    const { stdout } = await ukit(['ls', '--flat', 'U.upk'], { cwd })
    expect(stdout.match(/Texture2D/g)).toHaveLength(1)
  })

  test('--exec executes the lines of sources, with files of their package', async () => {
    const uc = [
      'class Wind extends Actor;',
      '#exec AUDIO IMPORT FILE="Sounds\\Wind.wav" NAME="Wind1" GROUP="Ambient" LOOP=1',
      '// #exec AUDIO IMPORT FILE=Sounds\\Gone.wav',
      '/* more',
      '#exec AUDIO IMPORT FILE=Sounds\\Gone.wav',
      '*/',
    ]
    const cwd = temporaryFolder({
      'Game/Mod/Classes/Wind.uc': uc.join('\r\n'),
      'Game/Mod/sounds/WIND.WAV': wave(16),
    })
    const words = ['import', '--new', '69', 'Mod.u', '--exec', 'Game/Mod/Classes']
    const { status, stdout, stderr } = await ukit(words, { cwd })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('Wind.uc:2: AUDIO IMPORT has no key LOOP\n')
    expect(stdout).toContain('Wind.uc:2 → Sound Ambient.Wind1\n')
    await ukit(['extract', 'Mod.u', '-o', 'out'], { cwd })
    expect(readFileSync(join(cwd, 'out/Mod/Ambient/Wind1.wav'))).toEqual(Buffer.from(wave(16)))
    // If a line cannot be executed, no package is created.
    writeFileSync(join(cwd, 'Game/Mod/Classes/Z.uc'), '\n#exec AUDIO IMPORT FILE=..\\..\\Wind.wav\n')
    const refused = await ukit(['import', '--new', '69', 'Two.u', '--exec', 'Game/Mod'], { cwd })
    expect(refused).toMatchObject({ status: 1, stdout: '' })
    expect(refused.stderr).toContain('Z.uc:2: ..\\..\\Wind.wav leaves the folder of the project')
    expect(readdirSync(cwd)).not.toContain('Two.u')
  })

  test('wrong usage is reported', async () => {
    const cwd = await withTexts()
    for (const [words, message] of [
      [[], 'import needs a package'],
      [['T.u'], 'import needs a path in the package and a file, or a folder'],
      [['T.u', 'Notes.One'], 'import needs a file after "Notes.One"'],
      [['T.u', 'one.txt'], 'import needs the path of the object in front of its file: "one" "one.txt"'],
      [['T.u', 'A', 'one.txt', 'B'], 'import needs a file after "B"'],
      [['--new', '69', '-o', 'x', 'T.u', 'A', 'one.txt'], 'leave out --out'],
      [['--watch', '--json', 'T.u', 'A', 'one.txt'], 'cannot be used together'],
    ] as const) {
      const { status, stderr } = await ukit(['import', ...words], { cwd })
      expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) })
    }
  })
})
