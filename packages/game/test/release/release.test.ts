import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { crc32 } from '@ukit/codecs'
import { openZip, writeZip } from '@ukit/codecs/zip'
import { memorySource } from '@ukit/files'
import { gatherDependencies, openInstall, type ReleaseOptions, releaseOf, TableReader } from '@ukit/game'
import { copyRelease, zipRelease } from '@ukit/game/node'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { ut99Install } from '../../../../testing/installs.js'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})
async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ukit-release-'))
  folders.push(folder)
  return folder
}

async function towerRelease(options: ReleaseOptions = {}) {
  const files = await ut99Install()
  files.add('System/MyMod.int', '[Public]\r\n').add('System/MyMod.det', '')
  const install = await openInstall(files, '/ut99')
  const reader = new TableReader(install.files)
  const file = (await install.packages()).find(({ name }) => name === 'DM-Tower')
  if (file === undefined) throw new Error('no map')
  const graph = await gatherDependencies([await reader.tables(file)], install, reader)
  return releaseOf(graph, files, { root: install.root, base: install.base, ...options })
}

describe('a release', () => {
  it('has the map, everything it needs, and their texts, each in its folder; and lists missing packages', async () => {
    const { files, missing } = await towerRelease()
    expect(files.map(({ target, reason, neededBy }) => [target, reason, neededBy.length])).toEqual([
      ['Maps/DM-Tower.unr', 'asked', 0],
      ['Textures/SkyCity.utx', 'needed', 1],
      ['Music/Foregone.umx', 'needed', 1],
      ['System/Engine.u', 'needed', 6],
      ['Sounds/AmbOutside.uax', 'needed', 1],
      ['System/MyMod.u', 'needed', 1],
      ['System/MyMod.det', 'text', 1],
      ['System/MyMod.int', 'text', 1],
      ['System/Botpack.u', 'needed', 2],
      ['System/Botpack.int', 'text', 1],
      ['System/Core.u', 'needed', 4],
    ])
    expect(missing).toEqual([{ name: 'MissingTex', neededBy: ['DM-Tower'], error: undefined }])
  })

  it('leaves out files that players have, reports those that differ, and does not miss any of them', async () => {
    const { files, missing } = await towerRelease({
      stock: [
        { name: 'core', size: undefined },
        { name: 'ENGINE', size: 1 },
        { name: 'Botpack', size: undefined },
        { name: 'MissingTex', size: 5 },
        { name: 'DM-Tower', size: undefined },
      ],
    })
    const own = files.filter(({ stock }) => !stock).map(({ target }) => target)
    // Packages that were asked for are always included, even if players have them.
    expect(own).toEqual([
      'Maps/DM-Tower.unr',
      'Textures/SkyCity.utx',
      'Music/Foregone.umx',
      'Sounds/AmbOutside.uax',
      'System/MyMod.u',
      'System/MyMod.det',
      'System/MyMod.int',
    ])
    expect(files.filter(({ differs }) => differs).map(({ target }) => target)).toEqual(['System/Engine.u'])
    expect(missing).toEqual([])
  })

  it('has the folders of a game, even for files outside one', async () => {
    const { files } = await towerRelease({ root: '/elsewhere' })
    expect(files.map(({ target }) => target)).toContain('Textures/SkyCity.utx')
  })

  it('is written to a zip that other programs open, and to a folder; nothing is overwritten', async () => {
    const folder = await temporary()
    const source = join(folder, 'Wall.utx')
    const bytes = Uint8Array.from({ length: 5000 }, (_, i) => i % 7)
    await writeFile(source, bytes)
    const file = {
      path: source,
      target: 'Textures/Wälle.utx',
      size: 5000,
      modified: Date.UTC(2004, 2, 16, 12),
      reason: 'asked',
      neededBy: [],
      stock: false,
      differs: false,
    } as const
    const zip = join(folder, 'out.zip')
    const length = await zipRelease(zip, [file])
    expect((await stat(zip)).size).toBe(length)
    const opened = await openZip(memorySource(new Uint8Array(await readFile(zip))))
    expect(opened.entries.map(({ name, size }) => [name, size])).toEqual([['Textures/Wälle.utx', 5000]])
    expect(await opened.read('Textures/Wälle.utx')).toEqual(bytes)
    expect(await copyRelease(join(folder, 'out'), [file])).toBe(5000)
    expect(new Uint8Array(await readFile(join(folder, 'out/Textures/Wälle.utx')))).toEqual(bytes)
    await expect(zipRelease(zip, [file])).rejects.toMatchObject({ kind: 'exists' })
    await expect(copyRelease(join(folder, 'out'), [file])).rejects.toMatchObject({ kind: 'exists' })
    await zipRelease(zip, [file], { force: true })
    // Checked with an independent program, if it is installed.
    try {
      execFileSync('unzip', ['-tq', zip])
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
      process.stdout.write('skipped: unzip is not installed; the zip was read by zip.js only\n')
    }
  })
})

describe('writeZip', () => {
  it('writes what openZip reads back, for files with any name and content', async () => {
    const inputs = fc.uniqueArray(
      fc.tuple(fc.string({ minLength: 1, maxLength: 20 }), fc.uint8Array({ maxLength: 300 })),
      { selector: ([name]) => name, maxLength: 6 },
    )
    await fc.assert(
      fc.asyncProperty(inputs, async (list) => {
        // A name that ends with a slash is that of a folder.
        const files = list.filter(([name]) => !name.endsWith('/') && !name.endsWith('\\'))
        const pieces: Uint8Array[] = []
        const zip = writeZip(
          files.map(([name, bytes]) => ({ name, modified: new Date(0), read: () => bytes })),
          { deflate: (bytes) => deflateRawSync(bytes) },
        )
        for await (const piece of zip) pieces.push(piece)
        const opened = await openZip(memorySource(new Uint8Array(Buffer.concat(pieces))))
        expect(opened.entries.map(({ name }) => name)).toEqual(files.map(([name]) => name))
        for (const [name, bytes] of files) expect(await opened.read(name)).toEqual(bytes)
      }),
      { numRuns: 40 },
    )
  })

  it('writes the fields of the published layout, checked by hand', async () => {
    const bytes = new Uint8Array(100)
    const pieces: Uint8Array[] = []
    const input = { name: 'a/b', modified: new Date(2004, 2, 16, 13, 45, 30), read: () => bytes }
    for await (const piece of writeZip([input], { deflate: (all) => deflateRawSync(all) })) pieces.push(piece)
    const zip = Buffer.concat(pieces)
    expect(zip.readUInt32LE(0)).toBe(0x04034b50)
    expect([zip.readUInt16LE(4), zip.readUInt16LE(6), zip.readUInt16LE(8)]).toEqual([20, 0x800, 8])
    // 13:45:30, then 2004-03-16.
    expect([zip.readUInt16LE(10), zip.readUInt16LE(12)]).toEqual([
      (13 << 11) | (45 << 5) | 15,
      (24 << 9) | (3 << 5) | 16,
    ])
    expect([zip.readUInt32LE(14), zip.readUInt32LE(22), zip.readUInt16LE(26), zip.readUInt16LE(28)]).toEqual([
      crc32(bytes),
      100,
      3,
      0,
    ])
    expect(inflateRawSync(zip.subarray(33, 33 + zip.readUInt32LE(18)))).toHaveLength(100)
    expect(zip.readUInt32LE(zip.length - 22)).toBe(0x06054b50)
    expect([zip.readUInt16LE(zip.length - 12), zip.readUInt32LE(zip.length - 10)]).toEqual([1, 49])
  })
})
