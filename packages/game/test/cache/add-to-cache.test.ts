import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Guid } from '@ukit/container'
import { memorySource } from '@ukit/files'
import { addToCache } from '@ukit/game/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { corpusFile, describeCorpus } from '../../../../testing/corpus.js'
import { fileOf, planOf } from '../../../../testing/packages.js'

const GUID = new Guid(0x2306087a, 0x11d1e2fd, 0x4f00dba5, 0xcaa00349)
const KEY = '2306087A11D1E2FD4F00DBA5CAA00349'

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'ukit-cache-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

/** A package with this GUID, whose length depends on the number of names. */
function made(version = 69, guid = GUID, names = 1): Promise<Uint8Array> {
  const list = ['None', ...Array.from({ length: names }, (_, i) => `Name${i}`)]
  return fileOf(planOf({ version }, { names: list, summary: { guid }, heritage: [new Guid(1, 2, 3, 4), guid] }))
}

async function* piecewise(bytes: Uint8Array, size = 10): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const textOf = (path: string) => readFile(path, 'latin1')

describe('addToCache', () => {
  it('names the file by its GUID and writes the line in cache.ini', async () => {
    const cache = join(await folder(), 'Cache')
    const bytes = await made()
    const seen: number[] = []
    const added = await addToCache(
      cache,
      { fileName: 'DM-Mill.unr', guid: GUID, size: bytes.length, bytes: piecewise(bytes) },
      { onProgress: (done) => seen.push(done) },
    )
    expect(added).toMatchObject({ action: 'added', fileName: `${KEY}.uxx`, name: 'DM-Mill.unr', size: bytes.length })
    expect(seen.at(-1)).toBe(bytes.length)
    expect((await readdir(cache)).sort()).toEqual([`${KEY}.uxx`, 'cache.ini'])
    expect(new Uint8Array(await readFile(join(cache, `${KEY}.uxx`)))).toEqual(bytes)
    expect(await textOf(join(cache, 'cache.ini'))).toBe(`[Cache]\r\n${KEY}=DM-Mill.unr\r\n`)
  })

  it('puts the number of generations into the name for UE2.5, which is chosen for version 128', async () => {
    const cache = await folder()
    const plan = planOf({ version: 128 }, { summary: { guid: GUID } })
    const bytes = await fileOf(plan)
    const generations = plan.summary.generations.length
    const added = await addToCache(cache, { fileName: 'Mod.u', bytes: memorySource(bytes) })
    expect(added).toMatchObject({ fileName: `${KEY}-${generations}.uxx`, generation: generations })
    expect(await textOf(join(cache, 'cache.ini'))).toContain(`${KEY}-${generations}=Mod.u`)
  })

  it('names files like existing ones', async () => {
    const cache = await folder()
    await writeFile(join(cache, '00000000000000000000000000000001.uxx'), 'x')
    const added = await addToCache(cache, { fileName: 'Mod.u', bytes: [await made(128)] })
    expect(added.fileName).toBe(`${KEY}.uxx`)
    const other = await addToCache(
      cache,
      { fileName: 'Mod.u', bytes: [await made(128)] },
      { style: 'ue2.5', extension: '.tmq' },
    )
    expect(other.fileName).toMatch(new RegExp(`^${KEY}-\\d+\\.tmq$`))
  })

  it('finds the GUID of old packages at the end of their heritage', async () => {
    const cache = await folder()
    const added = await addToCache(cache, { fileName: 'Old.unr', guid: GUID, bytes: [await made(61)] })
    expect(added.fileName).toBe(`${KEY}.uxx`)
  })

  it('reads nothing when the package already exists, and dates it again', async () => {
    const cache = await folder()
    const bytes = await made()
    const { path } = await addToCache(cache, { fileName: 'A.u', bytes: [bytes] })
    await utimes(path, 1000, 1000)
    const never = (): AsyncGenerator<Uint8Array> => {
      throw new Error('read')
    }
    const unread = { [Symbol.asyncIterator]: never }
    const again = await addToCache(cache, { fileName: 'A.u', guid: GUID, size: bytes.length, bytes: unread })
    expect(again.action).toBe('present')
    expect((await stat(path)).mtimeMs).toBeGreaterThan(1_000_000)
    expect(await textOf(join(cache, 'cache.ini'))).toBe(`[Cache]\r\n${KEY}=A.u\r\n`)
  })

  it('replaces a damaged file, and a file with its name that contains a different package', async () => {
    const cache = await folder()
    const bytes = await made()
    await writeFile(join(cache, `${KEY}.uxx`), bytes.subarray(0, bytes.length - 5))
    const added = await addToCache(cache, { fileName: 'A.u', guid: GUID, bytes: [bytes] })
    expect(added.action).toBe('replaced')
    await writeFile(join(cache, `${KEY}.uxx`), await made(69, new Guid(1, 1, 1, 1)))
    expect((await addToCache(cache, { fileName: 'A.u', guid: GUID, bytes: [bytes] })).action).toBe('replaced')
    expect(new Uint8Array(await readFile(join(cache, `${KEY}.uxx`)))).toEqual(bytes)
  })

  it('keeps lower-case names, comments, order and encoding', async () => {
    const cache = await folder()
    const bytes = await made()
    const text = `; mine\n[Other]\na=b\n[Cache]\nFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF=X.u ; not a comment\n${KEY.toLowerCase()}=Old.u\n`
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
    await writeFile(join(cache, 'Cache.ini'), utf16)
    await writeFile(join(cache, `${KEY.toLowerCase()}.UXX`), bytes)
    const added = await addToCache(cache, { fileName: 'New.u', guid: GUID, bytes: [bytes] })
    expect(added).toMatchObject({ action: 'present', fileName: `${KEY.toLowerCase()}.UXX` })
    const after = (await readFile(join(cache, 'Cache.ini'))).toString('utf16le')
    expect(after).toBe(`\ufeff${text.replace('Old.u', 'New.u')}`)
  })

  it('approximates a name that the ini cannot represent', async () => {
    const cache = await folder()
    await addToCache(cache, { fileName: 'Жук-é.u', bytes: [await made()] })
    expect(await textOf(join(cache, 'cache.ini'))).toContain('=___-\u00e9.u')
  })

  const refusals: [string, string, (bytes: Uint8Array) => Partial<Parameters<typeof addToCache>[1]>][] = [
    ['too few bytes', 'truncated', (bytes) => ({ size: bytes.length + 1 })],
    ['too many bytes', 'limit', (bytes) => ({ size: bytes.length - 1 })],
    ['another GUID', 'bad-value', () => ({ guid: new Guid(1, 2, 3, 4) })],
    [
      'an error page',
      'not-a-package',
      () => ({ bytes: [Buffer.from('<html><body>404 not found, but with status 200')] }),
    ],
    ['nothing at all', 'truncated', () => ({ bytes: [] })],
    ['a path', 'refused', () => ({ fileName: '../System/Core.u' })],
    ['a folder in the name', 'refused', () => ({ fileName: 'Maps\\A.unr' })],
    ['a device', 'refused', () => ({ fileName: 'con.u' })],
    ['a line end in the name', 'refused', () => ({ fileName: 'a\n[Core.System]' })],
  ]
  it.each(refusals)('refuses %s and leaves nothing behind', async (_, kind, change) => {
    const cache = await folder()
    const bytes = await made()
    const item = { fileName: 'A.u', bytes: piecewise(bytes), ...change(bytes) }
    await expect(addToCache(cache, item)).rejects.toMatchObject({ name: 'PackageError', kind })
    expect(await readdir(cache)).toEqual([])
  })

  it('stops at the first byte over the limit', async () => {
    const cache = await folder()
    let given = 0
    async function* endless() {
      for (;;) {
        given += 1000
        yield new Uint8Array(1000)
      }
    }
    const promise = addToCache(cache, { fileName: 'A.u', bytes: endless() }, { limit: 5000 })
    await expect(promise).rejects.toMatchObject({ kind: 'limit' })
    expect(given).toBe(6000)
    expect(await readdir(cache)).toEqual([])
  })

  it('passes on errors of the source and aborts, and leaves nothing behind', async () => {
    const cache = await folder()
    async function* failing() {
      yield new Uint8Array(10)
      throw new Error('connection lost')
    }
    await expect(addToCache(cache, { fileName: 'A.u', bytes: failing() })).rejects.toThrow('connection lost')
    const control = new AbortController()
    async function* hanging() {
      yield new Uint8Array(10)
      control.abort(new Error('enough'))
      await new Promise(() => undefined)
    }
    const hung = addToCache(cache, { fileName: 'A.u', bytes: hanging() }, { signal: control.signal })
    await expect(hung).rejects.toThrow('enough')
    expect(await readdir(cache)).toEqual([])
  })

  it('loses no line of cache.ini when many are added at once', async () => {
    const cache = await folder()
    const guids = Array.from({ length: 20 }, (_, i) => new Guid(i + 1, 2, 3, 4))
    await Promise.all(
      guids.map(async (guid, i) => addToCache(cache, { fileName: `P${i}.u`, bytes: [await made(69, guid)] })),
    )
    const text = await textOf(join(cache, 'cache.ini'))
    for (const [i, guid] of guids.entries()) expect(text).toContain(`${guid}=P${i}.u\r\n`)
    expect((await readdir(cache)).length).toBe(21)
  })
})

describeCorpus('addToCache, real files', () => {
  it.each(['2CA90999407DCD09BE922BB704CA44BB', '9DD2A904438C8CA729588EBFBA3F8501', 'FB69581746975F7A0B49729A914CCF39'])(
    'gives %s the name that the game gave it',
    async (name) => {
      const cache = await folder()
      const added = await addToCache(cache, { fileName: 'X.u', bytes: [corpusFile(`ue1/adrak0/${name}.uxx`)] })
      expect(added.fileName).toBe(`${name}.uxx`)
    },
  )
})
