import { ObjectReader } from '@ukit/core'
import { buildPackage, createPackage, type PackageEdit } from '@ukit/edit'
import { importMusic } from '@ukit/import'
import { verifyPackage } from '@ukit/inspect'
import { MediaError } from '@ukit/media'
import { ue1 } from '@ukit/objects'
import { umodKind } from '@ukit/umod'
import { describe, expect, it } from 'vitest'
import { corpusFile, describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'
import { handmadeOf } from '../../../../testing/handmade-umod.js'
import { guidOf } from '../../../../testing/made-package.js'
import { zipFile } from '../../../../testing/zip-file.js'
import { body, extractAll, latin1 } from '../../../media/test/support.js'

const newPackage = (version = 69) => createPackage({ name: 'Made', guid: guidOf('Made'), version })

/** Zeros with text at one offset. */
function mark(text: string, at: number): Uint8Array {
  const bytes = new Uint8Array(1100)
  bytes.set(latin1(text), at)
  return bytes
}

const IT = mark('IMPM', 0)
const XM = mark('Extended Module: ', 0)

/** The file of a package of music. */
async function umx(tracks: Readonly<Record<string, Uint8Array>>, format?: string): Promise<Uint8Array> {
  const edit = await newPackage()
  for (const [path, bytes] of Object.entries(tracks)) await importMusic(edit, path, bytes, { format })
  const { image } = await buildPackage(edit)
  return image.slice(0, image.byteLength)
}

async function formatOf(edit: PackageEdit, path: string): Promise<string> {
  const { object } = await edit.read(edit.export(path))
  return object instanceof ue1.Music ? object.format.toString() : ''
}

describe('importMusic', () => {
  it.each([
    ['it', IT],
    ['s3m', mark('SCRM', 44)],
    ['xm', XM],
    ['mod', mark('M.K.', 1080)],
    ['mod', mark('8CHN', 1080)],
    ['ogg', mark('OggS', 0)],
    ['mp3', mark('ID3', 0)],
    // Two frames of 128 kbit/s at 44,100 Hz, each of 417 bytes.
    ['mp3', mark(`\xff\xfb\x90\0${'\0'.repeat(413)}\xff\xfb\x90\0`, 0)],
  ])('stores %s byte for byte', async (kind, bytes) => {
    const edit = await newPackage()
    const { path, className, notes } = await importMusic(edit, 'Song', bytes)
    expect([path, className, await formatOf(edit, 'Song')]).toEqual(['Song', 'Music', kind])
    expect(notes.length).toBe(kind === 'ogg' || kind === 'mp3' ? 1 : 0)
    const pkg = await buildPackage(edit)
    expect((await verifyPackage(pkg)).problems).toEqual([])
    const [file] = (await extractAll(pkg)).flatMap(({ files }) => files)
    expect([file?.path, file?.bytes]).toEqual([`Made/Song.${kind}`, bytes])
  })

  it('replaces music of any kind', async () => {
    const edit = await newPackage()
    await importMusic(edit, 'Song', IT)
    await importMusic(edit, 'song', XM)
    expect(edit.exports.map(({ path }) => path)).toEqual(['Song'])
    expect(await formatOf(edit, 'Song')).toBe('xm')
  })

  it('extracts it from packages and archives, with the format that a package names', async () => {
    const edit = await newPackage()
    const one = await umx({ Hymn: IT }, 's3m')
    const { notes } = await importMusic(edit, 'Song', zipFile({ 'readme.txt': latin1('?'), 'Music/Hymn.umx': one }))
    expect(notes).toEqual(['taken from Music/Hymn.umx, inside it Hymn'])
    expect(await formatOf(edit, 'Song')).toBe('s3m')
    const installer = handmadeOf({ 'Music\\Hymn.umx': one, 'System\\Readme.txt': 'nothing' })
    await importMusic(edit, 'Other', installer, { containers: [umodKind] })
    const { object } = await edit.read(edit.export('Other'))
    expect(object instanceof ue1.Music && object.data).toEqual(IT)
  })

  it('refuses a file with several tracks unless one is chosen', async () => {
    const edit = await newPackage()
    const two = await umx({ 'Day.Hymn': IT, 'Day.March': XM })
    await expect(importMusic(edit, 'Song', two)).rejects.toThrow(
      /^there are 2 pieces of music in it \(Day\.Hymn, Day\.March\): name the one you mean$/,
    )
    await importMusic(edit, 'Song', two, { track: 'march' })
    expect(await formatOf(edit, 'Song')).toBe('xm')
    const zip = zipFile({ 'a.it': IT, 'b.umx': two })
    await expect(importMusic(edit, 'Song', zip)).rejects.toThrow(/^there are 2 files of music/)
    await importMusic(edit, 'Song', zip, { track: 'a.it' })
    expect(await formatOf(edit, 'Song')).toBe('it')
  })

  it.each([
    ['nothing', new Uint8Array(0), /^the file is empty$/],
    ['a sound', latin1('RIFF\0\0\0\0WAVE'), /^expected a module, .* found data that begin 52 49 46 46$/],
    ['one frame mark', latin1('\xff\xfb\x90\0'.padEnd(900, '\0')), /^expected a module/],
    ['an archive without music', zipFile({ 'readme.txt': latin1('?') }), /^expected a module/],
    ['an archive with a sound called music', zipFile({ 'a.it': latin1('RIFF') }), /^expected a module/],
  ])('refuses %s and leaves the document as it was', async (_, bytes, message) => {
    const edit = await newPackage()
    await expect(importMusic(edit, 'New.Song', bytes)).rejects.toThrow(message)
    await expect(importMusic(edit, 'New.Song', bytes)).rejects.toBeInstanceOf(MediaError)
    expect([edit.exports.length, edit.imports.length]).toEqual([0, 0])
  })

  it('refuses a package without music, and engines that play files', async () => {
    const { image } = await buildPackage(await newPackage())
    const empty = await image.slice(0, image.byteLength)
    await expect(importMusic(await newPackage(), 'Song', empty)).rejects.toThrow('there is no music in the package')
    for (const version of [128, 868])
      await expect(importMusic(await newPackage(version), 'Song', IT)).rejects.toThrow(/^only packages of UE1/)
  })
})

describeCorpus('music of real packages', () => {
  it('is the same byte for byte when it is imported from its own file into a new package', async () => {
    let count = 0
    for (const { path } of PACKAGES.filter((row) => /\.umx$/i.test(row.path))) {
      const pkg = await openCorpus(path)
      const edit = await newPackage()
      await importMusic(edit, 'Song', corpusFile(path))
      const { object } = await edit.read(edit.export('Song'))
      for await (const read of (await ObjectReader.open(pkg)).objects('Music')) {
        const same = read.object instanceof ue1.Music && object instanceof ue1.Music ? read.object : undefined
        expect(Buffer.compare(object instanceof ue1.Music ? object.data : body(), same?.data ?? body('ff'))).toBe(0)
        expect(await formatOf(edit, 'Song')).toBe(same?.format.toString())
        count++
      }
    }
    expect(count).toBeGreaterThan(1)
  })
})
