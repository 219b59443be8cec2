import { ExportObject, ObjectReader, type Package, PackageSet } from '@ukit/core'
import { buildPackage, PackageEdit, stripScript } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import type { Extracted } from '@ukit/media'
import { script, ue1, ue2, ue3 } from '@ukit/objects'
import { parseSource } from '@ukit/script/syntax'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODE, describeCorpus, FIRST_PACKAGES, openCorpus, PACKAGES } from '../../../testing/corpus.js'
import { SWEEPS, sampleOf } from '../../../testing/sweep.js'
import { extractAll, pngHeader } from './support.js'

/** Larger files are left to the sweep by tests that read packages again. */
const MOST = 400_000

/** Opens the packages that can be opened: one is compressed with Oodle, whose decoder ukit may not ship. */
async function openedPackages(rows = PACKAGES): Promise<[path: string, pkg: Package][]> {
  const opened: [string, Package][] = []
  for (const { path } of rows) {
    try {
      opened.push([path, await openCorpus(path)])
    } catch (error) {
      if (!(error instanceof PackageError) || !/Oodle/.test(error.message)) throw error
    }
  }
  return opened
}

describeCorpus('the real packages', () => {
  /**
   * How many objects of the first folder's packages are left out, by reason, and how many files there are by
   * kind.
   */
  const reasons = new Map<string, number>()
  const kinds = new Map<string, number>()
  function countOutcome({ skipped, files, class: className }: Extracted): void {
    // Meshes and animations have their own test.
    if (/mesh|anim/i.test(className)) return
    const kind = (path: string) => (className === 'Class' ? 'decompiled' : path.slice(path.lastIndexOf('.') + 1))
    for (const { path } of files) count(kinds, kind(path))
    if (skipped !== null && skipped.reason !== 'no-form') count(reasons, `${skipped.reason} ${kindOf(className)}`)
  }

  it('give text that parses for every class, once their texts are stripped', async () => {
    for (const { path } of CODE.filter((row) => row.path === 'code/ut99/UWeb.u')) {
      const edit = await PackageEdit.open(await openCorpus(path))
      const stripped = await stripScript(edit)
      const all = await extractAll(await buildPackage(edit), {
        only: ['Class'],
        packages: new PackageSet(async (name) =>
          ['core', 'engine', 'ipdrv'].includes(name.toLowerCase()) ? openCorpus(`code/ut99/${name}.u`) : undefined,
        ),
      })
      expect(stripped).toHaveLength(7)
      expect(all.flatMap(({ files }) => files)).toHaveLength(7)
      for (const { files } of all) {
        for (const { bytes, note } of files) {
          expect(parseSource(new TextDecoder().decode(bytes)).problems).toEqual([])
          expect(note).toBe('decompiled: the package has no text of it')
        }
      }
    }
  })

  describe.each(sampleOf(PACKAGES))('$path', (row) => {
    let reader: ObjectReader | undefined
    let all: { readonly exported: ExportObject; readonly extracted: Extracted }[] = []
    beforeAll(async () => {
      const [opened] = await openedPackages([row])
      if (opened === undefined) return
      const [, pkg] = opened
      reader = await ObjectReader.open(pkg)
      all = (await extractAll(pkg)).flatMap((extracted) => {
        const exported = pkg.exports[extracted.index]
        return exported === undefined ? [] : [{ exported, extracted }]
      })
      if (FIRST_PACKAGES.includes(row)) for (const { extracted } of all) countOutcome(extracted)
    })
    afterAll(() => {
      reader = undefined
      all = []
    })

    /** The object of an export; its package was opened if something was extracted. */
    const objectOf = async (exported: ExportObject) => (await reader?.read(exported))?.object

    it('leaves out only objects whose bytes are too few for a picture, a sound or a text', async () => {
      for (const { exported, extracted } of all) {
        if (extracted.skipped?.reason !== 'no-data') continue
        // The templates of classes contain no data, regardless of the class; animations may be empty.
        if (/(?:^|\.)Default__/.test(exported.path) || /anim/i.test(extracted.class)) continue
        const properties = (await objectOf(exported))?.properties
        const sides = ['USize', 'VSize'].map((name) => Number(properties?.get(name) ?? 0))
        // No format has less than half a byte per pixel; a cube map names its six faces; texts and sounds
        // have a header of a few words.
        const isPicture = /texture|cubemap/i.test(extracted.class)
        const least = isPicture ? Math.max(512, (sides[0] ?? 0) * (sides[1] ?? 0)) / 2 : 64
        const isLeftOut = exported.entry.size < least || PAINTED.test(extracted.class)
        expect([exported.path, isLeftOut]).toEqual([exported.path, true])
      }
    })

    it('gives sounds and music byte for byte, and RIFF files state their own length', async () => {
      for (const { exported, extracted } of all) {
        const [file] = extracted.files
        if (file === undefined || !/(?:Sound|Music|SoundNodeWave|WwiseStream)$/.test(extracted.class)) continue
        const object = await objectOf(exported)
        if (object instanceof ue1.Sound || object instanceof ue2.Sound || object instanceof ue1.Music)
          expect(file.bytes).toEqual(object.data)
        if (object instanceof ue3.WwiseStream) expect(file.bytes).toEqual(object.data.payload)
        expectMagic(file.path, file.bytes)
      }
    })

    it('gives PNG files of the size that the properties state', async () => {
      for (const { exported, extracted } of all) {
        const [file] = extracted.files
        if (file?.path.endsWith('.png') !== true || !/texture/i.test(extracted.class)) continue
        const properties = (await objectOf(exported))?.properties
        // A smaller one says so in its note.
        if (file.note?.includes(' of ') === true) continue
        const width = properties?.get('USize') ?? properties?.get('SizeX')
        const height = properties?.get('VSize') ?? properties?.get('SizeY')
        if (width === undefined || height === undefined) continue
        expect([exported.path, ...pngHeader(file.bytes).slice(0, 2)]).toEqual([exported.path, width, height])
      }
    })
  })

  it('give, all together, a file for every texture, sound, music and text, or a reason that is not ours', () => {
    const known = {
      // Painted by the engine while the game runs (FireTexture 59, ScriptedTexture 64, water and ice 6); one
      // texture of a scripted class is left to itself.
      'no-data texture': 129,
      // 14 of them were overwritten by an obfuscator.
      'no-data text': 15,
    }
    for (const reason of reasons.keys()) expect(Object.keys(known)).toContain(reason)
    expect(kinds.get('png')).toBeGreaterThan(50)
    expect(kinds.get('uc')).toBeGreaterThan(50)
    if (!SWEEPS) return
    // The counts for the first folder are those of another program.
    expect(Object.fromEntries(reasons)).toEqual(known)
    const { decompiled, ...others } = Object.fromEntries(kinds)
    // 310 textures, 4 animated chains, the faces of a cube map and all of its directions; maps of 4 fonts.
    expect(others).toEqual({ png: 321, fnt: 4, json: 4, uc: 1106, txt: 22, wav: 125, wem: 61, gfx: 3, it: 2, s3m: 1 })
    // Classes without script, and classes of cooked packages.
    expect(decompiled).toBe(321)
  })

  it('give source texts whose checksum the compiler stored in their classes', async () => {
    let checked = 0
    for (const [, pkg] of await openedPackages(sampleOf(PACKAGES, MOST))) {
      if (pkg.context.engine !== 1) continue
      const reader = await ObjectReader.open(pkg)
      for (const { index, files } of await extractAll(pkg, { only: ['TextBuffer'] })) {
        const owner = pkg.exports[index]?.outer
        const [file] = files
        if (!(owner instanceof ExportObject) || owner.entry.class !== 0 || file?.path.endsWith('.uc') !== true) continue
        const { object } = await reader.read(owner)
        if (!(object instanceof script.Class)) continue
        const extracted = new TextDecoder().decode(file.bytes)
        // Characters other than ASCII were stored in one byte.
        if (/[^\0-\x7f]/.test(extracted)) continue
        // The default properties after it are not part of the text.
        const text = await storedText(reader, pkg.exports[index])
        expect(extracted.startsWith(text)).toBe(true)
        expect([owner.path, object.dependencies[0]?.scriptTextCrc]).toEqual([owner.path, textCrc(text)])
        checked++
      }
    }
    expect(checked).toBeGreaterThan(SWEEPS ? 400 : 20)
  })
})

/** Classes of textures that the engine paints while the game runs. */
const PAINTED = /^(?:Fire|Wave|Wet|Ice|Scripted|ScrollingMessage)Texture$/

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function kindOf(className: string): string {
  return /texture/i.test(className) ? 'texture' : /textbuffer/i.test(className) ? 'text' : className
}

function expectMagic(path: Extracted['object'], bytes: Uint8Array): void {
  const text = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (path.slice(path.lastIndexOf('.') + 1)) {
    case 'wav':
      expect(text.slice(0, 4) + text.slice(8, 12)).toBe('RIFFWAVE')
      // Some editors count a byte too many or too few if a chunk is odd.
      expect(Math.abs(view.getUint32(4, true) + 8 - bytes.length)).toBeLessThanOrEqual(1)
      return
    case 'ogg':
      expect(text.slice(0, 4)).toBe('OggS')
      return
    case 'it':
      expect(text.slice(0, 4)).toBe('IMPM')
      return
    case 's3m':
      expect(text.slice(44, 48)).toBe('SCRM')
      return
    case 'wem':
      expect(text).toMatch(/^RIF[FX]/)
      return
    default:
      throw new Error(`no sound is called ${path}`)
  }
}

/**
 * CRC-32 of polynomial 0x04C11DB7, highest bit first, each character as two bytes: the compiler's checksum of
 * source. It goes bit by bit, to be independent of ukit's own.
 */
function textCrc(text: string): number {
  let crc = 0xffff_ffff
  for (const char of text) {
    for (const byte of [char.charCodeAt(0) & 255, char.charCodeAt(0) >> 8]) {
      crc ^= byte << 24
      for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000_0000 ? (crc << 1) ^ 0x04c1_1db7 : crc << 1
    }
  }
  return ~crc >>> 0
}

/** The text of a TextBuffer as it is stored. */
async function storedText(reader: ObjectReader, exported: ExportObject | undefined): Promise<string> {
  const object = exported === undefined ? undefined : (await reader.read(exported)).object
  return object instanceof script.TextBuffer ? object.text.text : ''
}
