import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from '@ukit/codecs'
import { openPackage } from '@ukit/core'
import { memorySource, PackageError } from '@ukit/files'
import { hashPath, PackageTables, TableIndex, TableReader } from '@ukit/game'
import { defaultIndexPath, loadIndex, saveIndex, userCacheFolder } from '@ukit/game/node'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { ut99Install } from '../../../../testing/installs.js'
import { fileOf, planOf, plans, shapes } from '../../../../testing/packages.js'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})
async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ukit-index-'))
  folders.push(folder)
  return folder
}

function bytesOf(index: TableIndex): Uint8Array {
  return new Uint8Array(Buffer.concat([...index.pieces()]))
}

/** Everything that tables contain. */
function answers(tables: PackageTables) {
  const { path, size, modified, version, licensee, flags, guid, generations, roots, embedded, classes } = tables
  const imports = Array.from({ length: tables.importCount }, (_, i) => [
    tables.imported(i),
    tables.rootOf(i),
    tables.hashOf(i),
    tables.isRoot(i),
    tables.objectsAt(tables.hashOf(i)),
  ])
  return {
    path,
    size,
    modified,
    version,
    licensee,
    flags,
    guid,
    generations,
    roots,
    embedded,
    classes,
    imports,
    exports: tables.exportCount,
  }
}

/** Why an index is refused; fails for anything except a typed error. */
function problemOf(bytes: Uint8Array): string | undefined {
  try {
    TableIndex.parse(bytes)
    return undefined
  } catch (error) {
    if (error instanceof PackageError) return error.message
    throw error
  }
}

describe('the index', () => {
  it('returns what was stored, for packages of any kind', async () => {
    await fc.assert(
      fc.asyncProperty(
        shapes.chain((shape) => plans(shape)),
        async (plan) => {
          const bytes = await fileOf(plan)
          const pkg = await openPackage(memorySource(bytes), { fileName: 'X.u', game: 'unreal-engine' })
          const file = { path: 'a/X.u', size: bytes.length, modified: 1234.5 }
          const tables = PackageTables.of(pkg, file)
          const index = new TableIndex()
          index.add(file, tables)
          const found = TableIndex.parse(bytesOf(index)).find(file)
          if (!(found instanceof PackageTables)) throw new Error('not found')
          expect(answers(found)).toEqual(answers(tables))
          // Every export is found at its path.
          for (const object of pkg.exports) {
            // The empty path is that of the package.
            if (
              object.isNull ||
              object.path === '' ||
              object.path.startsWith('…') ||
              object.outer?.index === object.index
            )
              continue
            const chain = new Set<unknown>()
            let at: unknown = object
            let upper = object.outer
            while (upper !== null && !chain.has(upper)) {
              chain.add(at)
              at = upper
              upper = upper.outer
            }
            if (upper === null) expect(found.objectsAt(hashPath(object.path)).length).toBeGreaterThan(0)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('only returns an entry if path, size and time are unchanged', async () => {
    const files = await ut99Install()
    const reader = new TableReader(files)
    const [core] = (await files.list('/ut99/System')).filter(({ name }) => name === 'Core.u')
    if (core === undefined) throw new Error('no Core')
    const file = { path: '/ut99/System/Core.u', size: core.size, modified: core.modified }
    await reader.tables(file)
    const index = TableIndex.parse(bytesOf(reader.index))
    expect(index.find(file)).toBeInstanceOf(PackageTables)
    expect(index.find({ ...file, size: file.size + 1 })).toBeUndefined()
    expect(index.find({ ...file, modified: file.modified + 1 })).toBeUndefined()
    expect(index.find({ ...file, path: '/ut99/System/core.u' })).toBeUndefined()
    // A second reader does not open any file.
    files.opened.length = 0
    await new TableReader(files, { index }).tables(file)
    expect(files.opened).toEqual([])
  })

  it('remembers files that are not packages, and reports them again', async () => {
    const files = (await ut99Install()).add('System/Bad.u', 'nothing of the kind')
    const file = { path: '/ut99/System/Bad.u', size: 19, modified: 1 }
    const first = new TableReader(files)
    const error = await first.tables(file).catch((problem: unknown) => problem)
    expect(error).toBeInstanceOf(PackageError)
    files.opened.length = 0
    const again = new TableReader(files, { index: TableIndex.parse(bytesOf(first.index)) })
    await expect(again.tables(file)).rejects.toMatchObject({
      kind: 'not-a-package',
      message: error instanceof Error ? error.message : '',
    })
    expect(files.opened).toEqual([])
  })

  it('is refused if any byte is changed, if it is truncated, and if its format is a different one', async () => {
    const files = await ut99Install()
    const reader = new TableReader(files)
    for (const { name, size, modified } of await files.list('/ut99/Textures')) {
      await reader.tables({ path: `/ut99/Textures/${name}`, size, modified })
    }
    const bytes = bytesOf(reader.index)
    const accepted: number[] = []
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Uint8Array.from(bytes)
      damaged[at] = (damaged[at] ?? 0) ^ 0x41
      for (const wrong of [damaged, bytes.subarray(0, at)]) if (problemOf(wrong) === undefined) accepted.push(at)
    }
    expect(bytes.length).toBeGreaterThan(500)
    expect(accepted).toEqual([])
  })

  it('drops files that no longer exist', async () => {
    const files = await ut99Install()
    const reader = new TableReader(files)
    const [first] = await files.list('/ut99/Music')
    const file = { path: '/ut99/Music/Foregone.umx', size: first?.size ?? 0, modified: first?.modified ?? 0 }
    await reader.tables(file)
    reader.index.changed = false
    reader.index.retain(new Set([file.path]))
    expect([reader.index.size, reader.index.changed]).toEqual([1, false])
    reader.index.retain(new Set())
    expect([reader.index.size, reader.index.changed]).toEqual([0, true])
  })
})

describe('the index on the disk', () => {
  it('is empty if there is none, reported and ignored if damaged, and written only if it changed', async () => {
    const folder = await temporary()
    const path = join(folder, 'deep', 'er', 'x.index')
    expect(await loadIndex(path)).toMatchObject({ rejected: undefined, index: { size: 0 } })
    const files = await ut99Install()
    const reader = new TableReader(files)
    await reader.tables({ path: '/ut99/Music/Foregone.umx', size: 1, modified: 2 })
    await saveIndex(path, reader.index)
    expect((await loadIndex(path)).index.size).toBe(1)
    await writeFile(path, 'rubbish')
    const { index, rejected } = await loadIndex(path)
    expect(rejected).toBeDefined()
    expect(index.size).toBe(0)
    await saveIndex(path, index)
    expect(await readFile(path, 'utf8')).toBe('rubbish')
  })

  it('is not trusted if somebody else made it, even if its checksum is correct', async () => {
    const path = join(await temporary(), 'x.index')
    const files = await ut99Install()
    const reader = new TableReader(files)
    await reader.tables({ path: '/ut99/Music/Foregone.umx', size: 1, modified: 2 })
    await saveIndex(path, reader.index)
    expect((await loadIndex(path)).rejected).toBeUndefined()
    const own = new Uint8Array(await readFile(path))
    const body = own.subarray(0, -32)
    // A different package name, with the correct checksum for this content.
    const forged = body.slice()
    const at = Buffer.from(forged).indexOf('Foregone')
    forged.set(new TextEncoder().encode('F0regone'), at)
    new DataView(forged.buffer).setUint32(forged.length - 4, crc32(forged.subarray(0, -4)), true)
    expect(TableIndex.parse(forged).size).toBe(1)
    const withOldSeal = Uint8Array.from([...forged, ...own.subarray(-32)])
    const withNone = forged
    const withZeros = Uint8Array.from([...forged, ...new Uint8Array(32)])
    for (const bytes of [withOldSeal, withNone, withZeros]) {
      await writeFile(path, bytes)
      expect(await loadIndex(path)).toMatchObject({
        rejected: expect.stringContaining('not written by ukit for you'),
        index: { size: 0 },
      })
    }
  })

  it('is among the caches of the user, with a separate one for each game', () => {
    expect(userCacheFolder({ XDG_CACHE_HOME: '/x/cache' }, 'linux')).toBe('/x/cache')
    expect(userCacheFolder({ LOCALAPPDATA: 'C:\\Local' }, 'win32')).toBe('C:\\Local')
    expect(userCacheFolder({}, 'linux')).toMatch(/\.cache$/)
    const a = defaultIndexPath('/games/ut', '/cache')
    expect(a).toMatch(/^\/cache\/ukit\/ut-[0-9a-f]{12}\.index$/)
    expect(defaultIndexPath('/games/ut/', '/cache')).toBe(a)
    expect(defaultIndexPath('/other/ut', '/cache')).not.toBe(a)
  })
})

it('impossible entries under a correct checksum are not blamed on the package', async () => {
  const pkg = await openPackage(memorySource(await fileOf(planOf({ version: 69 }, {}))), { fileName: 'Mine.u' })
  const index = new TableIndex()
  const place = { path: 'System/Mine.u', size: 100, modified: 1 }
  index.add(place, PackageTables.of(pkg, place))
  const bytes = bytesOf(index)
  let refused = 0
  for (let at = 12; at < bytes.length - 4; at++) {
    const damaged = bytes.slice()
    damaged.fill(0x7f, at, Math.min(at + 4, bytes.length - 4))
    new DataView(damaged.buffer).setUint32(bytes.length - 4, crc32(damaged.subarray(0, -4)), true)
    let read: TableIndex
    try {
      read = TableIndex.parse(damaged)
    } catch (error) {
      expect(error).toBeInstanceOf(PackageError)
      continue
    }
    const found = read.find(place)
    // Either tables or nothing, so that the package is read again, but never an error about the package.
    if (found === undefined) refused++
    else if (found instanceof PackageError) expect(found.field).toBeUndefined()
  }
  expect(refused).toBeGreaterThan(0)
})
