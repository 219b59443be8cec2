import { Name } from '@ukit/container'
import { ObjectReader, type Package } from '@ukit/core'
import { createPackage, PackageEdit, setProperty } from '@ukit/edit'
import { importTexture } from '@ukit/import'
import { pictureOf } from '@ukit/media'
import { common, ue3 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'
import { guidOf } from '../../../../testing/made-package.js'
import { sampleOf } from '../../../../testing/sweep.js'
import { built, decibels, gradient, pixelsOf, plain } from './texture-fixtures.js'

describe('importTexture, UE3', () => {
  const UT3 = { version: 512 }
  const UDK = { version: 868 }
  const newest = (version: number) => createPackage({ name: 'Made', guid: guidOf('Made'), version })

  async function texture2d(pkg: Package, path: string) {
    const reader = await ObjectReader.open(pkg)
    const found = pkg.exports.find((one) => one.path === path)
    if (found === undefined) throw new Error(`no texture ${path}`)
    const { object } = await reader.read(found)
    if (!(object instanceof ue3.Texture2D)) throw new Error(`${path} is not a texture`)
    const values = object.properties.items.map(({ label, value }): [string, unknown] => [label, named(plain(value))])
    return { object, values: Object.fromEntries(values) }
  }
  const named = (value: unknown) => (value instanceof Name ? value.toString() : value)

  it.each([UT3, UDK])('makes a Texture2D with levels down to blocks of 4 × 4 in %o', async ({ version }) => {
    const edit = await newest(version)
    const picture = gradient()
    const { className } = await importTexture(edit, 'Walls.Brick', picture)
    expect(className).toBe('Texture2D')
    await importTexture(edit, 'Walls.Glass', gradient(true))
    await importTexture(edit, 'Walls.Plain', picture, { format: 'bgra8', mips: false })
    const pkg = await built(edit)
    const { object, values } = await texture2d(pkg, 'Walls.Brick')
    // As in 13 of 13 textures of DXT1 in uncooked packages: 10 levels of 512 × 512, the last three of one
    // block.
    expect(object.mips.map(({ width, height, data }) => [width, height, data.count, data.payload.length])).toEqual([
      [64, 64, 2048, 2048],
      [32, 32, 512, 512],
      [16, 16, 128, 128],
      [8, 8, 32, 32],
      [4, 4, 8, 8],
      [4, 4, 8, 8],
      [4, 4, 8, 8],
    ])
    const original =
      version === 868
        ? [
            ['OriginalSizeX', 64],
            ['OriginalSizeY', 64],
          ]
        : []
    expect(Object.entries(values)).toEqual([
      ['SizeX', 64],
      ['SizeY', 64],
      ...original,
      ['Format', 'PF_DXT1'],
      ['MipTailBaseIdx', 6],
    ])
    // The picture as imported is in the package, as the editor keeps it.
    expect(object.sourceArt.payload.subarray(1, 4)).toEqual(new TextEncoder().encode('PNG'))
    expect(decibels(picture.data, await pixelsOf(pkg, 'Walls.Brick'))).toBeGreaterThan(40)
    expect((await texture2d(pkg, 'Walls.Glass')).values).toMatchObject({ Format: 'PF_DXT5' })
    expect(await pixelsOf(pkg, 'Walls.Plain')).toEqual(picture.data)
  })

  it('refuses a smaller picture if larger levels are elsewhere or missing, unless it is to shrink', async () => {
    const small = { format: 'rgba', width: 4, height: 4, data: new Uint8Array(64).fill(200) } as const
    const outside = Object.assign(new common.BulkData(), { flags: 1, count: 64, sizeOnDisk: 64, externalOffset: 1000 })
    const larger = Object.assign(new ue3.Texture2DMip(), { data: outside, width: 64, height: 64 })
    for (const where of ['in a texture file cache', 'in no file']) {
      const edit = await newest(868)
      await importTexture(edit, 'Brick', gradient(), { format: 'bgra8' })
      const brick = edit.export('Brick')
      await edit.change(brick, (object) => {
        if (!(object instanceof ue3.Texture2D)) return
        object.mips = object.mips.slice(4)
        if (where !== 'in no file') object.mips.unshift(larger)
      })
      await expect(importTexture(edit, 'Brick', small)).rejects.toThrow(
        `expected a picture of 64 × 64 pixels, the size of the texture, found one of 4 × 4: the package has only ` +
          `4 × 4 of it, and larger levels are ${where}`,
      )
      expect((await importTexture(edit, 'Brick', gradient())).className).toBe('Texture2D')
    }
    // As before, a texture that is whole may become smaller; so may any other if that is asked for.
    const edit = await newest(868)
    await importTexture(edit, 'Brick', gradient())
    await importTexture(edit, 'Brick', small)
    await setProperty(edit, edit.export('Brick'), 'SizeX:int', '64')
    await setProperty(edit, edit.export('Brick'), 'SizeY:int', '64')
    const other = { ...small, data: new Uint8Array(64).fill(90) }
    await expect(importTexture(edit, 'Brick', other)).rejects.toMatchObject({ kind: 'refused' })
    await importTexture(edit, 'Brick', other, { shrink: true })
  })

  it('knows kinds of content', async () => {
    const edit = await newest(868)
    const kinds = {
      TC_Normalmap: 'PF_DXT1',
      TC_NormalmapAlpha: 'PF_DXT5',
      TC_NormalmapUncompressed: 'PF_V8U8',
      TC_NormalmapBC5: 'PF_BC5',
      TC_Grayscale: 'PF_G8',
    }
    for (const kind of Object.keys(kinds))
      await importTexture(edit, kind, gradient(), { compressionSettings: kind, clampU: true })
    const pkg = await built(edit)
    for (const [kind, format] of Object.entries(kinds)) {
      const { values } = await texture2d(pkg, kind)
      expect(values).toMatchObject({ Format: format, CompressionSettings: kind, SRGB: false, AddressX: 'TA_Clamp' })
      expect(values['UnpackMin']).toBe(kind === 'TC_Grayscale' ? undefined : -1)
    }
  })

  it('takes sides that are not powers of two without smaller levels, multiples of 4 if compressed', async () => {
    const edit = await newest(868)
    const data = new Uint8Array(12 * 20 * 4).fill(255)
    const { notes } = await importTexture(edit, 'A', { format: 'rgba', width: 12, height: 20, data })
    expect(notes).toEqual(['its sides are not powers of two: it has no smaller levels'])
    expect((await texture2d(await built(edit), 'A')).object.mips.length).toBe(1)
    const odd = { format: 'rgba', width: 10, height: 24, data } as const
    await expect(importTexture(edit, 'B', odd)).rejects.toThrow(/multiples of 4/)
    await importTexture(edit, 'B', odd, { format: 'bgra8' })
  })

  it('stores levels in the package that were in a texture file cache, and reports it', async () => {
    const edit = await newest(868)
    await importTexture(edit, 'A', gradient(), { format: 'bc1' })
    await edit.change(edit.export('A'), (object) => {
      if (!(object instanceof ue3.Texture2D)) return
      for (const { data } of object.mips.slice(0, 2))
        Object.assign(data, { flags: common.BulkFlag.SeparateFile, sizeOnDisk: 9, payload: new Uint8Array(0) })
    })
    await setProperty(edit, edit.export('A'), 'TextureFileCacheName:name', 'Textures')
    const { notes } = await importTexture(edit, 'A', gradient())
    expect(notes[0]).toBe('its levels were in Textures.tfc, and are in the package now')
    const { object, values } = await texture2d(await built(edit), 'A')
    expect(object.mips.every(({ data }) => data.place === 'inline')).toBe(true)
    expect(values).not.toHaveProperty('TextureFileCacheName')
  })
})

describeCorpus('importTexture, real textures of UE2 and UE3', () => {
  it('have the same bytes when the picture that they show is imported over them', async () => {
    const packages = PACKAGES.filter(({ path, endian }) => /\bue[23]\//.test(path) && endian === 'LE')
    let count = 0
    for (const { path } of sampleOf(packages, 600_000)) {
      const pkg = await openCorpus(path).catch(() => undefined)
      if (pkg === undefined) continue
      const reader = await ObjectReader.open(pkg)
      const edit = await PackageEdit.open(pkg)
      for await (const read of reader.objects('Texture')) {
        if (!/^Texture(?:2D)?$/.test(read.export.className) || read.export.isNull) continue
        const shown = await pictureOf(reader, read).catch(() => undefined)
        const entry = edit.exports[read.export.index]
        if (shown === undefined || entry === undefined) continue
        if (!WRITTEN.has(shown.format)) continue
        const before = await edit.storedBytes(entry)
        await importTexture(edit, `#${read.export.index}`, await shown.picture())
        if (read.object instanceof ue3.Texture2D && (pkg.summary.flags & 8) === 0) continue
        expect([path, read.export.path, edit.encodeChanged(entry)]).toEqual([path, read.export.path, before])
        count++
      }
    }
    expect(count).toBeGreaterThan(0)
  })
})

/** Formats that can be written. */
const WRITTEN = new Set(['p8', 'bc1', 'bc2', 'bc3', 'bc5', 'bgra8', 'l8', 'g16', 'v8u8', 'rgb8'])
