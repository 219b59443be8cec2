import { inflateSync } from 'node:zlib'
import { Guid, openPackage, PackageSet, UString } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { addObject, buildPackage, createPackage } from '@ukit/edit'
import { type ByteSource, memorySource } from '@ukit/files'
import { type Choice, type ExtractOptions, extract } from '@ukit/media'
import { ue2 } from '@ukit/objects'
import { Class, FunctionField, TextBuffer } from '@ukit/objects/script'
import { patchListing } from '@ukit/script/decompile'
import { describe, expect, test } from 'vitest'
import { fileOf, planOf } from '../../../testing/packages.js'
import { body, extractAll, latin1, packageOf, pngHeader } from './support.js'

// Version 61 has arrays without positions, so bodies can be written by hand. Names are numbers of one byte
// each.
const UE1 = { version: 61 }
const NAMES = ['None', 'Palette', 'bMasked', 'WAV', 'Format', 'ScriptText', 'Group']
const CLASSES = [
  ['Core', 'Package', 0, 'Engine'],
  ['Core', 'Class', -1, 'Texture'],
  ['Core', 'Class', -1, 'Palette'],
  ['Core', 'Class', -1, 'Sound'],
  ['Core', 'Package', 0, 'Core'],
  ['Core', 'Class', -5, 'TextBuffer'],
  ['Core', 'Class', -5, 'Package'],
  ['Core', 'Class', -1, 'Light'],
] as const
const [TEXTURE, PALETTE, SOUND, TEXT, GROUP, LIGHT] = [-2, -3, -4, -6, -7, -8]

/** One level of 2 × 2 pixels. */
const MIP = body('01 04', '00 01 01 02', 2, 2, '01 01')
const COLORS = body('00 03', '0a 0b 0c 0d', '14 15 16 17', '1e 1f 20 21')

/** The data of a PNG's only IDAT, decompressed: rows, each after its filter byte. */
function rowsOf(png: Uint8Array): number[] {
  const text = Buffer.from(png).toString('latin1')
  const at = text.indexOf('IDAT')
  return [...inflateSync(png.subarray(at + 4))]
}

describe('textures of UE1', () => {
  test('8-bit pixels, palette and hole are the same in the PNG as in the package', async () => {
    // Palette: an object property (0x05 with size code 0) that refers to export 2; bMasked: a bool whose
    // value is in the tag (0xD3, size 0).
    const texture = body('01 05 02', '02 d3 00', '00', MIP)
    const pkg = await packageOf(UE1, NAMES, CLASSES, [
      { objectName: 'Wall', class: TEXTURE, body: texture },
      { objectName: 'Colors', class: PALETTE, body: COLORS },
    ])
    const [wall, colors] = await extractAll(pkg)
    expect(wall).toMatchObject({ object: 'Wall', class: 'Texture', index: 0, skipped: null })
    const png = wall?.files[0]?.bytes ?? new Uint8Array(0)
    expect(wall?.files[0]).toMatchObject({ path: 'Made/Wall.png', note: null })
    expect(pngHeader(png)).toEqual([2, 2, 8, 3])
    const text = Buffer.from(png).toString('latin1')
    const palette = text.indexOf('PLTE') + 4
    expect([...png.subarray(palette, palette + 9)]).toEqual([10, 11, 12, 20, 21, 22, 30, 31, 32])
    expect([...png.subarray(text.indexOf('tRNS') + 4)].slice(0, 3)).toEqual([0, 255, 255])
    expect(rowsOf(png)).toEqual([0, 0, 1, 0, 1, 2])
    expect(colors?.skipped).toMatchObject({ reason: 'no-form' })
  })

  test('a palette in another package, missing pixels and an unknown format are skipped with the reason', async () => {
    const imports = [...CLASSES, ['Engine', 'Palette', -1, 'Elsewhere']] as const
    const empty = body('01 00', 2, 2, '01 01')
    const pkg = await packageOf(UE1, NAMES, imports, [
      { objectName: 'Far', class: TEXTURE, body: body('01 05 89', '00', MIP) },
      { objectName: 'Painted', class: TEXTURE, body: body('00', empty) },
      { objectName: 'Strange', class: TEXTURE, body: body('04 01 13', '00', MIP) },
      { objectName: 'Short', class: TEXTURE, body: body('04 01 05', '00', MIP) },
      { objectName: 'Cut', class: TEXTURE, body: body('00', '01 04 00') },
      { objectName: 'Nothing', class: TEXTURE },
      { objectName: 'Counted', class: TEXTURE, body: body('00', '00', empty) },
      // Pixels with colours 0 to 2, and a palette of two.
      { objectName: 'Pale', class: TEXTURE, body: body('01 05 09', '00', MIP) },
      { objectName: 'Two', class: PALETTE, body: body('00 02', '0a 0b 0c 0d', '14 15 16 17') },
    ])
    const reasons = (await extractAll(pkg)).map(({ object, skipped }) => [object, skipped?.reason])
    expect(reasons).toEqual([
      ['Far', 'elsewhere'],
      ['Painted', 'no-data'],
      ['Strange', 'unsupported'],
      ['Short', 'broken'],
      ['Cut', 'broken'],
      ['Nothing', 'no-data'],
      // No levels, and the bytes of one.
      ['Counted', 'broken'],
      ['Pale', 'broken'],
      ['Two', 'no-form'],
    ])
  })

  test('--mips gives every level with pixels', async () => {
    // RGBA8, two levels.
    const levels = body('02', '10', new Uint8Array(16).fill(9), 2, 2, '01 01', '04', '01 02 03 04', 1, 1, '00 00')
    const pkg = await packageOf(UE1, NAMES, CLASSES, [
      { objectName: 'Wall', class: TEXTURE, body: body('04 01 05', '00', levels) },
    ])
    const [one] = await extractAll(pkg)
    expect(one?.files.map(({ path }) => path)).toEqual(['Made/Wall.png'])
    const [all] = await extractAll(pkg, { mips: true })
    expect(all?.files.map(({ path }) => path)).toEqual(['Made/Wall.png', 'Made/Wall.mip1.png'])
    expect(rowsOf(all?.files[1]?.bytes ?? new Uint8Array(0))).toEqual([0, 3, 2, 1, 4])
  })
})

describe('meshes', () => {
  /** A grid of `side` vertices on each side, whose heights are all different. */
  function grid(side: number): ue2.StaticMesh {
    const vertices: number[] = []
    const indices: number[] = []
    for (let i = 0; i < side * side; i++) {
      const [x, y] = [i % side, Math.floor(i / side)]
      vertices.push(x, y, i / 7, 0, 0, 1)
      if (x + 1 < side && y + 1 < side) indices.push(i, i + side, i + 1, i + 1, i + side, i + side + 1)
    }
    const mesh = new ue2.StaticMesh()
    mesh.vertices.vertices = Float32Array.from(vertices)
    mesh.uvStreams = [Object.assign(new ue2.UvStream(), { coordinates: new Float32Array(2 * side * side).fill(side) })]
    mesh.indices.indices = Uint16Array.from(indices)
    const numbers = Uint16Array.of(0, 0, side * side - 1, indices.length / 3, indices.length / 3)
    mesh.sections = [Object.assign(new ue2.StaticMeshSection(), { isStrip: 0, numbers })]
    return mesh
  }

  test('are the same files in shared memory, when requested, as in memory of their own', async () => {
    const edit = await createPackage({ name: 'Hills', version: 128, licensee: 29, guid: new Guid(1, 2, 3, 4) })
    // Sizes for which the memory has to grow, and small ones that follow large ones.
    for (const [i, side] of [2, 5, 70, 3, 90, 2].entries())
      addObject(edit, `Grid${'ABCDEF'[i]}`, 'Engine.StaticMesh', grid(side))
    const pkg = await buildPackage(edit)
    const own = (await extractAll(pkg)).flatMap(({ files }) => files)
    const reused: { path: string; bytes: Uint8Array }[] = []
    const buffers = new Set<unknown>()
    for await (const { files } of extract(pkg, { codecs: nodeCodecs, reusesMemory: true })) {
      for (const { path, bytes } of files) {
        reused.push({ path, bytes: bytes.slice() })
        buffers.add(bytes.buffer)
      }
    }
    expect(own.length).toBe(6)
    expect(reused).toEqual(own.map(({ path, bytes }) => ({ path, bytes })))
    expect(buffers.size).toBeLessThan(own.length)
  })
})

describe('sounds', () => {
  test('come one after the other in the same memory when requested', async () => {
    const sound = (...bytes: number[]) => body('00', '03', Uint8Array.of(bytes.length), Uint8Array.from(bytes))
    const objects = [[1, 2, 3], [4], [], [5, 6, 7, 8, 9, 10, 11, 12]]
    const exports = objects.map((bytes, i) => ({ objectName: `Sound${i}`, class: SOUND, body: sound(...bytes) }))
    const file = await fileOf(planOf(UE1, { names: NAMES, imports: CLASSES, exports }))
    const memory = memorySource(file)
    let read = 0
    const source: ByteSource = {
      byteLength: file.length,
      slice: (start, end) => memory.slice(start, end),
      async readInto(target, start) {
        read++
        target.set(file.subarray(start, start + target.length))
      },
    }
    const pkg = await openPackage(source, { fileName: 'Made.u' })
    const found: number[][] = []
    const buffers = new Set<unknown>()
    for await (const { files } of extract(pkg, { codecs: nodeCodecs, reusesMemory: true })) {
      for (const { bytes } of files) {
        found.push([...bytes])
        buffers.add(bytes.buffer)
      }
    }
    expect(found).toEqual(objects.filter((bytes) => bytes.length > 0))
    // One of 3 bytes, and one that is large enough for 8.
    expect(buffers.size).toBeLessThan(found.length)
    expect(read).toBe(objects.length)
    expect((await extractAll(pkg)).flatMap(({ files }) => files.map(({ bytes }) => [...bytes]))).toEqual(found)
  })

  test('are exactly the bytes, with the extension of their kind', async () => {
    const wave = latin1('RIFF\x04\0\0\0WAVEfmt ')
    const ogg = latin1('OggS…')
    const other = latin1('????')
    const sound = (data: Uint8Array) => body('00', '03', Uint8Array.of(data.length), data)
    const pkg = await packageOf(UE1, NAMES, CLASSES, [
      { objectName: 'Bang', class: SOUND, body: sound(wave) },
      { objectName: 'Song', class: SOUND, body: sound(ogg) },
      { objectName: 'Riddle', class: SOUND, body: sound(other) },
      { objectName: 'Silence', class: SOUND, body: sound(new Uint8Array(0)) },
    ])
    const all = await extractAll(pkg)
    expect(all.map(({ files }) => files[0]?.path)).toEqual([
      'Made/Bang.wav',
      'Made/Song.ogg',
      'Made/Riddle.wav',
      undefined,
    ])
    expect(all[0]?.files[0]?.bytes).toEqual(wave)
    expect(all[3]?.skipped).toMatchObject({ reason: 'no-data' })
  })
})

describe('texts', () => {
  const text = (content: string) => body('00', 0, 0, Uint8Array.of(content.length + 1), latin1(content), '00')

  test('a class’s source is named after the class; 8-bit text is Windows-1252', async () => {
    const pkg = await packageOf(UE1, NAMES, CLASSES, [
      { objectName: 'Gun', class: 0, body: body('00') },
      { objectName: 'ScriptText', class: TEXT, outer: 1, body: text('// 5 \x80 \x93caf\xe9\x94\r\n') },
      { objectName: 'ReadMe', class: TEXT, body: text('Hi') },
      { objectName: 'Empty', class: TEXT, body: text('') },
    ])
    const [, source, readMe, empty] = await extractAll(pkg)
    expect(source?.files[0]?.path).toBe('Made/Gun.uc')
    expect(new TextDecoder().decode(source?.files[0]?.bytes)).toBe('// 5 € “café”\r\n')
    expect(readMe?.files[0]?.path).toBe('Made/ReadMe.txt')
    expect(empty?.skipped).toMatchObject({ reason: 'no-data' })
  })
})

describe('classes without text', () => {
  const gun = async (text: string) => {
    const edit = await createPackage({ name: 'Arms', version: 69, guid: new Guid(1, 2, 3, 4) })
    const declared = new Class()
    addObject(edit, 'Gun', 'Class', declared)
    const buffer = Object.assign(new TextBuffer(), { text: UString.from(text) })
    declared.scriptText = addObject(edit, 'Gun.ScriptText', 'Core.TextBuffer', buffer)
    addObject(edit, 'Gun.Fire', 'Core.Function', Object.assign(new FunctionField(), { flags: 2 }))
    await patchListing(edit, "script Function'Gun.Fire'\n  VirtualFunction('Bang')\n  Return(Nothing)\n")
    return buildPackage(edit)
  }

  test('are decompiled instead, and also written as JSON when requested', async () => {
    const [made, buffer] = await extractAll(await gun(''), { packages: new PackageSet() })
    const [file] = made?.files ?? []
    expect([file?.path, buffer?.skipped?.reason]).toEqual(['Arms/Gun.uc', 'no-data'])
    expect(new TextDecoder().decode(file?.bytes)).toMatch(/^class Gun;\s+function Fire\(\)\s+\{\s+Bang\(\);\s+\}/)
    expect(file?.note).toMatch(/^decompiled/)
    const [both] = await extractAll(await gun(''), { json: true })
    expect(both?.files.map(({ path }) => path)).toEqual(['Arms/Gun.uc', 'Arms/Gun.json'])
  })

  test('are not decompiled if they have a text after all', async () => {
    const [made, text] = await extractAll(await gun('class Gun;\r\n'))
    expect([made?.files, made?.skipped?.reason]).toEqual([[], 'no-form'])
    expect(text?.files[0]?.path).toBe('Arms/Gun.uc')
  })

  test('give their source when the class Class is chosen, with or without a text', async () => {
    const paths = async (text: string, choice: Choice) =>
      (await extractAll(await gun(text), choice)).flatMap(({ files }) => files.map(({ path }) => path))
    for (const only of ['Class', 'TEXTBUFFER'])
      expect(await paths('class Gun;\r\n', { only: [only] })).toEqual(['Arms/Gun.uc'])
    expect(await paths('class Gun;\r\n', { only: ['class'], match: ['Gun'] })).toEqual(['Arms/Gun.uc'])
    expect(await paths('class Gun;\r\n', { only: ['class'], match: ['*Lamp*'] })).toEqual([])
    expect(await paths('class Gun;\r\n', { only: ['Function'] })).toEqual([])
    expect(await paths('', { only: ['Class'] })).toEqual(['Arms/Gun.uc'])
  })

  test('are left out with the reason if they are damaged', async () => {
    const pkg = await packageOf(UE1, NAMES, CLASSES, [
      { objectName: 'Gun', class: 0, body: body('00') },
      { objectName: 'Lamp', class: LIGHT, body: body('00') },
    ])
    const [made, next] = await extractAll(pkg)
    expect(made?.skipped).toMatchObject({ reason: 'broken', message: expect.stringMatching(/^next: expected/) })
    expect(next?.skipped?.reason).toBe('no-form')
  })
})

describe('the run', () => {
  const exports = [
    { objectName: 'Group', class: GROUP, body: body('00') },
    { objectName: '..', class: LIGHT, outer: 1, body: body('00') },
    { objectName: 'Lamp', class: LIGHT, outer: 2, body: body('00') },
    { objectName: 'LAMP', class: LIGHT, outer: 2, body: body('00') },
    { objectName: 'manifest', class: LIGHT, body: body('00') },
  ]

  test('objects without a file format become JSON when requested; hostile names stay inside the folder', async () => {
    const pkg = await packageOf(UE1, NAMES, CLASSES, exports)
    expect((await extractAll(pkg)).every(({ skipped }) => skipped?.reason === 'no-form')).toBe(true)
    const all = await extractAll(pkg, { json: true, reserved: ['manifest.json'], folder: 'con' })
    expect(all.flatMap(({ files }) => files.map(({ path }) => path))).toEqual([
      '_con/Group/_.json',
      '_con/Group/_/Lamp.json',
      '_con/Group/_/LAMP~2.json',
      '_con/manifest~2.json',
    ])
    const json = JSON.parse(new TextDecoder().decode(all[2]?.files[0]?.bytes))
    expect(json).toMatchObject({ path: 'Group....Lamp', class: 'Light', properties: {}, fields: {}, error: null })
  })

  test('extracts only objects whose path matches a pattern, with or without the package’s name', async () => {
    const pkg = await packageOf(UE1, NAMES, CLASSES, exports)
    const paths = async (...match: string[]) => (await extractAll(pkg, { match })).map(({ object }) => object)
    expect(await paths('group.*')).toEqual(['Group...', 'Group....Lamp', 'Group....LAMP'])
    expect(await paths('made.group.?*.lamp', 'man*')).toEqual(['Group....Lamp', 'Group....LAMP', 'manifest'])
    expect(await paths('Lamp')).toEqual([])
  })

  test('objects that are not chosen, or cannot have a file, are not even read', async () => {
    const pkg = await packageOf(UE1, NAMES, CLASSES, exports)
    for (const object of pkg.exports) object.bytes = () => Promise.reject(new Error('not needed'))
    const all = await extractAll(pkg, { only: ['light'] })
    expect(all.map(({ skipped }) => skipped?.reason)).toEqual(['no-form', 'no-form', 'no-form', 'no-form'])
    await expect(extractAll(pkg, { only: ['light'], json: true })).rejects.toThrow('not needed')
  })

  test('extracts only some classes, reports progress and can be aborted', async () => {
    const pkg = await packageOf(UE1, NAMES, CLASSES, exports)
    const seen: number[] = []
    const lights = await extractAll(pkg, { only: ['light'], onProgress: (done, total) => seen.push(done, total) })
    expect(lights.map(({ class: name }) => name)).toEqual(['Light', 'Light', 'Light', 'Light'])
    expect(seen).toEqual([1, 4, 2, 4, 3, 4, 4, 4])
    await expect(extractAll(pkg, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
  })
})

describe('several extractions that share the work', () => {
  const wall = body('01 05 02', '00', MIP)

  test('shares make each file once, under the name that it has without shares', async () => {
    const texts = ['Rock', 'ROCK', 'rock', 'Tree', 'Leaf', 'Stone', 'Sand', 'Brick', 'Moss'].map((objectName) => {
      return { objectName, class: TEXTURE, body: wall }
    })
    const pkg = await packageOf(UE1, NAMES, CLASSES, [
      { objectName: 'First', class: TEXTURE, body: wall },
      { objectName: 'Colors', class: PALETTE, body: COLORS },
      ...texts,
    ])
    const filesOf = async (options: Partial<ExtractOptions>) =>
      (await extractAll(pkg, options)).flatMap(({ object, files }) => files.map(({ path }) => `${object}: ${path}`))
    const whole = await filesOf({})
    expect(whole).toContain('ROCK: Made/ROCK~2.png')
    for (const of of [2, 3, 5]) {
      const shares = await Promise.all(Array.from({ length: of }, (_, number) => filesOf({ share: { number, of } })))
      expect(shares.flat().sort()).toEqual([...whole].sort())
      expect(shares.filter((files) => files.length > 0).length).toBeGreaterThan(1)
    }
  })

  test('the picture of a texture that two packages refer to is made by the first that claims it', async () => {
    const skins = await fileOf(
      planOf(UE1, {
        names: NAMES,
        imports: CLASSES,
        exports: [
          { objectName: 'Skin', class: TEXTURE, body: wall },
          { objectName: 'Colors', class: PALETTE, body: COLORS },
        ],
      }),
    )
    const other = await openPackage(memorySource(skins), { fileName: 'Skins.utx' })
    const others = other.exports.filter(({ name }) => name === 'Skin')
    const taken = new Set<string>()
    const claim = (path: string) => !taken.has(path) && taken.add(path) !== undefined
    const empty = () => packageOf(UE1, NAMES, CLASSES, [])
    const [first] = await extractAll(await empty(), { others, claim })
    const [second] = await extractAll(await empty(), { others, claim })
    expect(first).toMatchObject({ package: 'Skins', sharedFile: 'Skins/Skin.png', files: [{ path: 'Skins/Skin.png' }] })
    expect(second).toMatchObject({ package: 'Skins', sharedFile: 'Skins/Skin.png', files: [], skipped: null })
    // Without a picture, both say why: which of them came first does not show.
    const empties = await fileOf(
      planOf(UE1, {
        names: NAMES,
        imports: CLASSES,
        exports: [{ objectName: 'Skin', class: TEXTURE, body: new Uint8Array(0) }],
      }),
    )
    const bare = await openPackage(memorySource(empties), { fileName: 'Bare.utx' })
    const [one] = await extractAll(await empty(), { others: bare.exports, claim })
    const [two] = await extractAll(await empty(), { others: bare.exports, claim })
    expect(taken).toContain('Bare/Skin.png')
    expect(one).toMatchObject({ object: 'Skin', package: 'Bare', files: [], sharedFile: null })
    expect(one?.skipped).toMatchObject({ reason: 'no-data' })
    expect(two).toEqual(one)
  })
})
