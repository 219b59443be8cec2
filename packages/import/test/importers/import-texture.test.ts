import { ObjectReader } from '@ukit/core'
import { addObject, buildPackage, PackageEdit, setProperty } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { importTexture } from '@ukit/import'
import { pictureOf } from '@ukit/media'
import { ue1 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'
import { sampleOf } from '../../../../testing/sweep.js'
import { built, gradient, newPackage, textureAt, UNREAL, UT99, UT2004 } from './texture-fixtures.js'

const colors = (...triples: readonly (readonly [number, number, number])[]) => Uint8Array.from(triples.flat())
const GREY = colors([10, 20, 30], [50, 60, 70], [200, 100, 0])

/** 4 × 2 pixels of three colours. */
const INDEXED = {
  format: 'indexed',
  width: 4,
  height: 2,
  data: Uint8Array.of(1, 1, 0, 2, 1, 1, 2, 2),
  palette: GREY,
} as const

describe('importTexture, UE1', () => {
  it("keeps every index of a picture with a palette, and sets the editor's properties in its order", async () => {
    const edit = await newPackage(UT99)
    const result = await importTexture(edit, 'Walls.Brick', INDEXED, { fillPalette: false })
    expect(result).toEqual({
      path: 'Walls.Brick',
      className: 'Texture',
      objects: ['Walls.Brick', 'Walls.Palette1'],
      notes: [],
    })
    const pkg = await built(edit)
    const { object, values } = await textureAt(pkg, 'Walls.Brick')
    expect(object.mips.map(({ data, width, height }) => [width, height, ...data])).toEqual([
      [4, 2, ...INDEXED.data],
      // Colour 1 four times; the average of 10 20 30 and three times 200 100 0 is nearest to 200 100 0.
      [2, 1, 1, 2],
      // 101, 70, 39 is nearer to 50 60 70 (59.6) than to 200 100 0 (110.7).
      [1, 1, 1],
    ])
    expect(object.mips.map(({ widthBits, heightBits }) => [widthBits, heightBits])).toEqual([
      [2, 1],
      [1, 0],
      [0, 0],
    ])
    // As in 51 of 51 such textures of the corpus. MipZero is the average, cut to whole numbers.
    expect(Object.entries(values)).toEqual([
      ['Palette', 'Walls.Palette1'],
      ['UBits', 2],
      ['VBits', 1],
      ['USize', 4],
      ['VSize', 2],
      ['UClamp', 4],
      ['VClamp', 2],
      ['MipZero', [101, 70, 38, 0]],
      ['MaxColor', [200, 100, 70, 255]],
    ])
    const row = pkg.exports.find(({ path }) => path === 'Walls.Brick')
    expect(row?.flags).toBe(0xf0004)
    const reader = await ObjectReader.open(pkg)
    const palette = pkg.exports.find(({ className }) => className === 'Palette')
    if (palette === undefined) throw new Error('no palette')
    const { object: held } = await reader.read(palette)
    if (!(held instanceof ue1.Palette)) throw new Error('not a palette')
    expect([...held.colors.subarray(0, 16)]).toEqual([10, 20, 30, 255, 50, 60, 70, 255, 200, 100, 0, 255, 0, 0, 0, 255])
    expect(held.colors.length).toBe(1024)
  })

  it('leaves out UBits of a side of one pixel, and the alpha of palettes before version 66', async () => {
    const edit = await newPackage(UNREAL)
    await importTexture(edit, 'Dot', { ...INDEXED, width: 1, height: 8 })
    const { values } = await textureAt(await built(edit), 'Dot')
    expect(values).toMatchObject({ VBits: 3, USize: 1, VSize: 8, MaxColor: [200, 100, 70, 0] })
    expect(values).not.toHaveProperty('UBits')
  })

  it('makes colour 0 the hole of a masked picture', async () => {
    const edit = await newPackage(UT99)
    const alpha = Uint8Array.of(255, 255, 0)
    const { notes } = await importTexture(edit, 'Fence', { ...INDEXED, alpha })
    expect(notes).toEqual([expect.stringMatching(/colour 2 is transparent: it changed places with colour 0/)])
    const pkg = await built(edit)
    const { object, values } = await textureAt(pkg, 'Fence')
    expect(values['bMasked']).toBe(true)
    expect(object.mips.map(({ data }) => [...data])).toEqual([[1, 1, 2, 0, 1, 1, 0, 0], [1, 0], [1]])
    const reader = await ObjectReader.open(pkg)
    const [texture] = pkg.exports.filter(({ className }) => className === 'Texture')
    if (texture === undefined) throw new Error('no texture')
    const picture = await (await pictureOf(reader, texture)).picture()
    if (picture.format !== 'indexed') throw new Error('not indexed')
    expect([...picture.palette.subarray(0, 9)]).toEqual([200, 100, 0, 50, 60, 70, 10, 20, 30])
    expect(picture.alpha?.[0]).toBe(0)
  })

  it('keeps up to 256 colours of a picture without palette exactly, and reports how well more are kept', async () => {
    const edit = await newPackage(UT99)
    const few = Uint8Array.from({ length: 16 * 16 * 4 }, (_, i) => ((i & 3) === 3 ? 255 : (i >> 2) & (60 >> (i & 3))))
    expect((await importTexture(edit, 'Few', { format: 'rgba', width: 16, height: 16, data: few })).notes).toEqual([])
    const many = Uint8Array.from({ length: 64 * 64 * 4 }, (_, i) => {
      const [x, y] = [(i >> 2) % 64, i >> 8]
      return [x * 4, y * 4, 255 - x * 2, 255][i & 3] ?? 0
    })
    const { notes } = await importTexture(edit, 'Many', { format: 'rgba', width: 64, height: 64, data: many })
    expect(notes).toEqual([expect.stringMatching(/^its colours were reduced to 256 \(3\d\.\d dB PSNR\)$/)])
    const pkg = await built(edit)
    const reader = await ObjectReader.open(pkg)
    const found = pkg.exports.find(({ path }) => path === 'Few')
    if (found === undefined) throw new Error('no texture')
    expect(await (await pictureOf(reader, found)).pixels()).toEqual(few)
  })

  it('shares a palette in a group, as the engine does', async () => {
    const edit = await newPackage(UT99)
    await importTexture(edit, 'A.One', INDEXED)
    await importTexture(edit, 'A.Two', { ...INDEXED, data: INDEXED.data.slice().reverse() })
    await importTexture(edit, 'B.Three', INDEXED)
    expect(edit.exports.map(({ path }) => path).sort()).toEqual(
      ['A', 'A.One', 'A.Palette1', 'A.Two', 'B', 'B.Palette2', 'B.Three'].sort(),
    )
  })

  it('replaces the picture of a texture, and keeps everything else', async () => {
    const edit = await newPackage(UT99)
    await importTexture(edit, 'Walls.Brick', INDEXED)
    const brick = edit.export('Walls.Brick')
    await setProperty(edit, brick, 'LODSet:byte', 2)
    await setProperty(edit, brick, 'InternalTime:int', 77)
    await setProperty(edit, brick, 'UClamp:int', 3)
    const again = await PackageEdit.open(await built(edit))
    const flags = again.export('Walls.Brick').flags
    const other = {
      ...INDEXED,
      data: Uint8Array.of(2, 2, 2, 2, 0, 0, 0, 0),
      palette: colors([1, 1, 1], [2, 2, 2], [9, 9, 9]),
    }
    const { objects } = await importTexture(again, 'Walls.Brick', other)
    // Nothing else uses its palette, so that has the new colours.
    expect(objects).toEqual(['Walls.Brick', 'Walls.Palette1'])
    const pkg = await built(again)
    expect(pkg.exports.map(({ path }) => path)).toEqual(['Walls', 'Walls.Palette1', 'Walls.Brick'])
    const { object, values } = await textureAt(pkg, 'Walls.Brick')
    expect([...(object.mips[0]?.data ?? [])]).toEqual([2, 2, 2, 2, 0, 0, 0, 0])
    expect(values).toMatchObject({ LODSet: 2, InternalTime: 77, UClamp: 3, MipZero: [5, 5, 5, 0] })
    expect(pkg.exports.find(({ path }) => path === 'Walls.Brick')?.flags).toBe(flags)
  })

  it('does not change a palette that another texture uses', async () => {
    const edit = await newPackage(UT99)
    await importTexture(edit, 'One', INDEXED)
    await importTexture(edit, 'Two', INDEXED)
    const { objects } = await importTexture(edit, 'Two', {
      ...INDEXED,
      palette: colors([1, 1, 1], [2, 2, 2], [9, 9, 9]),
    })
    expect(objects).toEqual(['Two', 'Palette2'])
    const pkg = await built(edit)
    const reader = await ObjectReader.open(pkg)
    const one = pkg.exports.find(({ path }) => path === 'One')
    if (one === undefined) throw new Error('no texture')
    const picture = await (await pictureOf(reader, one)).picture()
    expect(picture.format === 'indexed' && [...picture.palette.subarray(0, 9)]).toEqual([...GREY])
  })

  it('keeps the palette of a texture for a picture without palette that has no other colours', async () => {
    const edit = await newPackage(UT99)
    await importTexture(edit, 'Brick', INDEXED)
    const data = Uint8Array.of(200, 100, 0, 255, 10, 20, 30, 255, 50, 60, 70, 255, 200, 100, 0, 255)
    await importTexture(edit, 'Brick', { format: 'rgba', width: 2, height: 2, data })
    const { object } = await textureAt(await built(edit), 'Brick')
    expect([...(object.mips[0]?.data ?? [])]).toEqual([2, 0, 1, 2])
  })

  it('sets everything that #exec can say', async () => {
    const edit = await newPackage(UT99)
    await importTexture(edit, 'Fire_A01', INDEXED)
    const { notes } = await importTexture(edit, 'Fire_A00', INDEXED, {
      surfaceFlags: 0x106,
      lodSet: 2,
      next: edit.export('Fire_A01'),
      minFrameRate: 10,
      maxFrameRate: 12.5,
      detail: edit.export('Fire_A01'),
      mips: false,
      properties: { 'DrawScale:float': 0.5 },
    })
    expect(notes).toEqual([])
    const { object, values } = await textureAt(await built(edit), 'Fire_A00')
    expect(object.mips.length).toBe(1)
    expect(values).toMatchObject({
      bMasked: true,
      bTransparent: true,
      bTwoSided: true,
      LODSet: 2,
      AnimNext: 'Fire_A01',
      MinFrameRate: 10,
      MaxFrameRate: 12.5,
      DetailTexture: 'Fire_A01',
      DrawScale: 0.5,
    })
  })
})

describe('importTexture, refusals', () => {
  const refusal = async (what: Promise<unknown>) => {
    const error = await what.then(
      () => undefined,
      (why: unknown) => why,
    )
    return error instanceof PackageError ? `${error.kind}: ${error.message}` : String(error)
  }

  it('may have the name of a class, as in the engine, but not that of another texture', async () => {
    const edit = await newPackage(UT99)
    addObject(edit, 'Red', 'Class', new Uint8Array(20))
    expect(await importTexture(edit, 'Red', INDEXED)).toMatchObject({ path: 'Red', className: 'Texture' })
    expect(edit.exports.filter(({ name }) => name === 'Red').map(({ className }) => className)).toEqual([
      'Class',
      'Texture',
    ])
  })

  it('refuses textures that cannot be made, and changes nothing', async () => {
    const edit = await newPackage(UT99)
    const odd = { ...INDEXED, width: 8, height: 1 }
    expect(await refusal(importTexture(edit, 'A', { ...odd, width: 3, data: odd.data.subarray(0, 3) }))).toMatch(
      /^refused: A: expected sides that are powers of two .* found 3 × 1 pixels; .*resize/,
    )
    expect(await refusal(importTexture(edit, 'A', odd, { format: 'bc6h' }))).toMatch(/^refused: A: .*but not written/)
    expect(await refusal(importTexture(edit, 'A', odd, { format: 'v8u8' }))).toMatch(/do not have the format/)
    expect(await refusal(importTexture(edit, 'A.b c', odd))).toMatch(/^refused: expected a name without/)
    expect(edit.exports.length).toBe(0)
  })

  it('gives unused colours of a palette to the smaller levels, unless it is to be as the engine does it', async () => {
    const edit = await newPackage(UT99)
    // Red and blue take turns: each smaller level is purple.
    const data = Uint8Array.from({ length: 64 }, (_, i) => (i + (i >> 3)) & 1)
    const two = { format: 'indexed', width: 8, height: 8, data, palette: Uint8Array.of(255, 0, 0, 0, 0, 255) } as const
    await importTexture(edit, 'Two', two)
    const rgba = Uint8Array.from(
      { length: 256 },
      (_, i) => [data[i >> 2] ? 0 : 255, 0, data[i >> 2] ? 255 : 0, 255][i & 3]!,
    )
    await importTexture(edit, 'True', { format: 'rgba', width: 8, height: 8, data: rgba })
    await importTexture(edit, 'Engine', two, { fillPalette: false })
    const pkg = await built(edit)
    const reader = await ObjectReader.open(pkg)
    const levels = async (name: string) => {
      const texture = await pictureOf(reader, pkg.exports.find((one) => one.path === name)!)
      return Promise.all([0, 1, 2, 3].map(async (level) => [...(await texture.pixels(level)).subarray(0, 4)]))
    }
    for (const name of ['Two', 'True']) {
      const [first, ...smaller] = await levels(name)
      expect(first).toEqual([255, 0, 0, 255])
      for (const [red, green, blue] of smaller) {
        expect(Math.abs((red ?? 0) - 128)).toBeLessThanOrEqual(1)
        expect(green).toBe(0)
        expect(Math.abs((blue ?? 0) - 128)).toBeLessThanOrEqual(1)
      }
    }
    for (const pixel of await levels('Engine'))
      expect([
        [255, 0, 0, 255],
        [0, 0, 255, 255],
      ]).toContainEqual(pixel)
  })

  it('keeps the levels of a texture that has compressed ones alone', async () => {
    const edit = await newPackage(UT99)
    await importTexture(edit, 'Wall', gradient())
    const wall = edit.export('Wall')
    await setProperty(edit, wall, 'bHasComp:bool', true)
    await setProperty(edit, wall, 'CompFormat:byte', 3)
    await edit.change(wall, (object) => {
      if (!(object instanceof ue1.Texture)) return
      object.compressedMips = [64, 32, 16].map((side) =>
        Object.assign(new ue1.Mip(), {
          data: new Uint8Array((side * side) / 2),
          width: side,
          height: side,
          widthBits: Math.log2(side),
          heightBits: Math.log2(side),
        }),
      )
      object.mips = []
    })
    const again = await PackageEdit.open(await built(edit))
    const red = {
      format: 'rgb',
      width: 64,
      height: 64,
      data: new Uint8Array(64 * 64 * 3).map((_, i) => (i % 3 ? 0 : 255)),
    } as const
    await importTexture(again, 'Wall', red)
    const pkg = await built(again)
    const { object, values } = await textureAt(pkg, 'Wall')
    if (!(object instanceof ue1.Texture)) throw new TypeError('not of UE1')
    expect(object.mips).toEqual([])
    expect(object.compressedMips.map(({ width, data }) => [width, data.length]).slice(0, 3)).toEqual([
      [64, 2048],
      [32, 512],
      [16, 128],
    ])
    expect(values).toMatchObject({ bHasComp: true, CompFormat: 3, USize: 64 })
    const pixels = await (
      await pictureOf(await ObjectReader.open(pkg), pkg.exports.find((one) => one.path === 'Wall')!)
    ).pixels()
    expect([...pixels.subarray(0, 4)]).toEqual([255, 0, 0, 255])
  })

  it('refuses a texture that the game paints', async () => {
    const edit = await newPackage(UT99)
    const painted = new ue1.Texture()
    painted.mips = [Object.assign(new ue1.Mip(), { width: 2, height: 2, widthBits: 1, heightBits: 1 })]
    addObject(edit, 'Fire', 'Engine.Texture', painted)
    expect(await refusal(importTexture(edit, 'Fire', INDEXED))).toMatch(/^refused: Fire: the game paints/)
  })

  it('resizes if asked to', async () => {
    const edit = await newPackage(UT2004)
    const data = new Uint8Array(100 * 30 * 4).fill(200)
    const picture = { format: 'rgba', width: 100, height: 30, data } as const
    const sizes = async (resize: 'nearest' | 'up' | 'down' | { width: number; height: number }) => {
      const { notes } = await importTexture(edit, 'A', picture, { resize })
      expect(notes[0]).toMatch(/^it was resized from 100 × 30 to /)
      const { object } = await textureAt(await buildPackage(edit), 'A')
      const [first] = object.mips
      // A picture of one colour has that colour in any size.
      expect(new Set(first?.data)).toEqual(new Set([200]))
      return [first?.width, first?.height]
    }
    expect(await sizes('nearest')).toEqual([128, 32])
    expect(await sizes('up')).toEqual([128, 32])
    expect(await sizes('down')).toEqual([64, 16])
    expect(await sizes({ width: 16, height: 16 })).toEqual([16, 16])
  })
})

describeCorpus('importTexture, real textures', () => {
  const packages = PACKAGES.filter(({ path }) => /\bue1\//.test(path))
  it('are the same when they are imported over themselves', async () => {
    for (const { path } of sampleOf(packages, 500_000)) {
      const pkg = await openCorpus(path)
      const reader = await ObjectReader.open(pkg)
      const edit = await PackageEdit.open(pkg)
      const before = new Map<string, Uint8Array>()
      for await (const read of reader.objects('Texture')) {
        if (read.export.className !== 'Texture' || !(read.object instanceof ue1.Texture)) continue
        if ((read.object.mips[0]?.data.length ?? 0) === 0) continue
        const picture = await (await pictureOf(reader, read)).picture()
        if (picture.format !== 'indexed') continue
        const { notes } = await importTexture(edit, `Texture'${read.export.path}'`, picture)
        expect(notes).toEqual([])
        before.set(read.export.path, picture.data)
      }
      const after = await buildPackage(edit)
      for (const [texture, data] of before) {
        const { object } = await textureAt(after, texture)
        expect([texture, object.mips[0]?.data]).toEqual([texture, data])
      }
      // No palette was added or removed.
      expect(after.exports.length).toBe(pkg.exports.length)
    }
  })
})
