import { Guid, ObjectReader, type Package } from '@ukit/core'
import { addObject, buildPackage, createPackage, PackageEdit, setProperty } from '@ukit/edit'
import { importTexture } from '@ukit/import'
import { pictureOf } from '@ukit/media'
import { ue1, ue2 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'

/** Alpha of the colours of a smooth font, from background to letter, and of the others. */
const GRADED = [0, 85, 170, 255]
/** What is left over from memory. */
const LEFT_OVER = [0, 200, 17, 90]

interface Page {
  readonly alphas: readonly number[]
  /** Whether a font lists the texture; one does by default. */
  readonly isListed?: boolean
  readonly version?: number
  readonly gray?: (index: number) => number
}

/** A package of UE2 (or UE1) with a texture of 4 × 2 pixels, of colours 0 0 0 1 and 0 2 3 3. */
async function pageOf({ alphas, isListed = true, version = 128, gray = (i) => i * 80 }: Page): Promise<Package> {
  const edit = await createPackage({
    name: 'Fonts',
    version,
    licensee: version === 128 ? 29 : 0,
    guid: new Guid(1, 2, 3, 4),
  })
  const font = isListed && version === 128 ? addObject(edit, 'Small', 'Engine.Font', new ue2.Font()) : undefined
  const palette = new ue1.Palette()
  palette.colors = Uint8Array.from({ length: 1024 }, (_, i) =>
    (i & 3) === 3 ? (alphas[i >> 2] ?? 0) : gray(i >> 2) & 255,
  )
  const colors = addObject(edit, 'Small_Colors', 'Engine.Palette', palette)
  const texture = version === 128 ? new ue2.Texture() : new ue1.Texture()
  const data = Uint8Array.of(0, 0, 0, 1, 0, 2, 3, 3)
  texture.mips = [Object.assign(new ue1.Mip(), { data, width: 4, height: 2, widthBits: 2, heightBits: 1 })]
  const page = addObject(edit, 'Small_PageA', 'Engine.Texture', texture)
  await setProperty(edit, page, 'Palette:object', colors)
  if (font !== undefined)
    await edit.change(font, (object) => {
      if (object instanceof ue2.Font) object.textures = [page]
    })
  return buildPackage(edit)
}

async function alphasOf(pkg: Package): Promise<number[]> {
  const page = pkg.find('Small_PageA')
  if (page === undefined || !('bytes' in page)) throw new Error('made without a page')
  const pixels = await (await pictureOf(await ObjectReader.open(pkg), page)).pixels()
  return [...pixels].filter((_, i) => (i & 3) === 3)
}

const SMOOTH = [0, 0, 0, 85, 0, 170, 255, 255]
const OPAQUE = SMOOTH.map(() => 255)

describe('the page of a font of UE2', () => {
  it('has the alpha of its palette when that is graded', async () => {
    expect(await alphasOf(await pageOf({ alphas: GRADED }))).toEqual(SMOOTH)
    // All colours white, with alpha alone.
    expect(await alphasOf(await pageOf({ alphas: GRADED, gray: () => 255 }))).toEqual(SMOOTH)
  })

  it.each([
    ['alpha is left over from memory', { alphas: LEFT_OVER }],
    ['alpha is 0 everywhere', { alphas: [] }],
    ['alpha has two values', { alphas: [0, 255, 255, 255] }],
    ['the background is less transparent', { alphas: [...GRADED].reverse() }],
    ['no font has the texture', { alphas: GRADED, isListed: false }],
    ['it is of UE1', { alphas: GRADED, version: 69 }],
  ] as const)('is opaque if %s', async (_, page) => {
    expect(await alphasOf(await pageOf(page))).toEqual(OPAQUE)
  })

  it('keeps its alpha when a changed picture is imported', async () => {
    const pkg = await pageOf({ alphas: GRADED })
    const data = Uint8Array.from([...SMOOTH].reverse().flatMap((alpha) => [alpha, alpha, alpha, alpha]))
    const edit = await PackageEdit.open(pkg)
    await importTexture(edit, 'Small_PageA', { format: 'rgba', width: 4, height: 2, data })
    expect(await alphasOf(await buildPackage(edit))).toEqual([...SMOOTH].reverse())
  })
})
