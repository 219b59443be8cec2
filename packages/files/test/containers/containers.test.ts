import { type ByteSource, memorySource, PackageError } from '@ukit/files'
import {
  CONTAINER_KINDS,
  type Container,
  type ContainerKind,
  entriesBelow,
  findEntry,
  isPattern,
  matchEntries,
  openContainer,
  patternToRegExp,
} from '@ukit/files/containers'
import { describe, expect, it, test } from 'vitest'
import { bytesOf } from '../../../../testing/bytes.js'
import { zipFile } from '../../../../testing/zip-file.js'

const hello = Uint8Array.from(Buffer.from('hello hello hello hello'))
const zip = zipFile({
  'Maps/DM-One.unr': hello,
  'maps/dm-two.UNR': hello,
  'System/A.u': hello,
  'a.txt': new Uint8Array(),
})

/** A source that remembers which bytes were read. */
function watched(bytes: Uint8Array): { source: ByteSource; read: [number, number][] } {
  const memory = memorySource(bytes)
  const read: [number, number][] = []
  return {
    read,
    source: {
      byteLength: memory.byteLength,
      slice(start, end) {
        read.push([start, end])
        return memory.slice(start, end)
      },
    },
  }
}

describe('openContainer', () => {
  it('lists the files of a zip and reads one', async () => {
    const container = await openContainer(memorySource(zip), CONTAINER_KINDS)
    expect(container.kind).toBe('zip')
    expect(container.entries).toMatchObject([
      { name: 'Maps/DM-One.unr', size: 23 },
      { name: 'maps/dm-two.UNR', size: 23 },
      { name: 'System/A.u', size: 23 },
      { name: 'a.txt', size: 0 },
    ])
    const file = await container.open('System/A.u')
    expect(Buffer.from(await bytesOf(file)).toString()).toBe('hello hello hello hello')
    expect((await container.open('a.txt')).byteLength).toBe(0)
  })

  it('finds a zip after other bytes and before a comment', async () => {
    const comment = Buffer.from('a comment that is longer than the end record itself')
    const commented = Buffer.concat([zip, comment])
    commented.writeUInt16LE(comment.length, zip.length - 2)
    const container = await openContainer(memorySource(new Uint8Array(commented)), CONTAINER_KINDS)
    expect(container.entries).toHaveLength(4)
  })

  it('does not read the files when opening a container', async () => {
    // Bytes that do not compress: a generator of random numbers with a fixed seed.
    let state = 1
    const noise = Uint8Array.from({ length: 300_000 }, () => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0
      return state >>> 24
    })
    const bytes = zipFile({ 'large.u': noise, 'small.u': hello })
    const { source, read } = watched(bytes)
    await openContainer(source, CONTAINER_KINDS)
    expect(Math.min(...read.map(([start]) => start))).toBeGreaterThan(0)
  })

  it.each([
    ['no container', hello],
    ['nothing at all', new Uint8Array()],
  ])('reports that %s is unsupported', async (_what, bytes) => {
    const opening = openContainer(memorySource(bytes), CONTAINER_KINDS)
    await expect(opening).rejects.toBeInstanceOf(PackageError)
    await expect(opening).rejects.toMatchObject({ kind: 'unsupported', message: expect.stringContaining('(zip, uz)') })
  })

  it('throws typed errors for a zip that is damaged at any position', async () => {
    for (let at = 0; at < zip.length; at++) {
      const damaged = zip.slice()
      damaged[at] = (damaged[at] ?? 0) ^ 0xff
      try {
        const container = await openContainer(memorySource(damaged), CONTAINER_KINDS)
        for (const { name } of container.entries) await container.open(name)
      } catch (error) {
        expect(error, `byte ${at}`).toBeInstanceOf(PackageError)
      }
    }
  })

  it('reports that a file is damaged, missing, or impossibly large', async () => {
    const damaged = zip.slice()
    const container = await openContainer(memorySource(damaged), CONTAINER_KINDS)
    await expect(container.open('nothing')).rejects.toMatchObject({ kind: 'io' })
    damaged.fill(0xff, 30 + 'Maps/DM-One.unr'.length, 30 + 'Maps/DM-One.unr'.length + 4)
    await expect(container.open('Maps/DM-One.unr')).rejects.toMatchObject({ kind: 'compression' })
    const bomb = zip.slice()
    const directory = Buffer.from(bomb.buffer).indexOf('PK\u0001\u0002')
    new DataView(bomb.buffer).setUint32(directory + 24, 0xf000_0000, true)
    const lying = await openContainer(memorySource(bomb), CONTAINER_KINDS)
    await expect(lying.open('Maps/DM-One.unr')).rejects.toMatchObject({ kind: 'limit' })
  })

  it('accepts other kinds of containers', async () => {
    const other: ContainerKind = {
      kind: 'other',
      recognises: async (source) => (await source.slice(0, 1))[0] === 0x68,
      open: async () => ({ kind: 'other', entries: [], open: async () => memorySource(hello) }),
    }
    const kinds = [...CONTAINER_KINDS, other]
    expect((await openContainer(memorySource(hello), kinds)).kind).toBe('other')
    expect((await openContainer(memorySource(zip), kinds)).kind).toBe('zip')
  })
})

describe('paths inside a container', () => {
  const container: Container = {
    kind: 'test',
    entries: ['Maps/A.unr', 'maps/Deep/B.unr', 'System\\C.u', './D.u', 'twice.u', 'TWICE.u', 'Maps.txt'].map(
      (name, size) => ({
        name,
        size,
      }),
    ),
    open: async () => memorySource(hello),
  }
  const names = (entries: readonly { name: string }[]) => entries.map(({ name }) => name)

  test('are found ignoring case and the kind of slash; the last of several wins', () => {
    expect(findEntry(container, 'MAPS/a.UNR')?.name).toBe('Maps/A.unr')
    expect(findEntry(container, 'system/c.u')?.name).toBe('System\\C.u')
    expect(findEntry(container, 'd.u')?.name).toBe('./D.u')
    expect(findEntry(container, 'Twice.U')?.name).toBe('TWICE.u')
    expect(findEntry(container, 'Maps')).toBeUndefined()
  })

  test('below a folder', () => {
    expect(names(entriesBelow(container, 'maps'))).toEqual(['Maps/A.unr', 'maps/Deep/B.unr'])
    expect(names(entriesBelow(container, 'MAPS/deep/'))).toEqual(['maps/Deep/B.unr'])
    expect(entriesBelow(container, '')).toHaveLength(7)
  })

  test('by pattern', () => {
    expect(names(matchEntries(container, 'maps/*.UNR'))).toEqual(['Maps/A.unr'])
    expect(names(matchEntries(container, '**/*.unr'))).toEqual(['Maps/A.unr', 'maps/Deep/B.unr'])
    expect(names(matchEntries(container, '*.u'))).toEqual(['./D.u', 'twice.u', 'TWICE.u'])
  })
})

describe('patterns', () => {
  test.each([
    ['*.u', ['a.u', '.u', 'a+b.u'], ['a.ux', 'd/a.u', 'A.U']],
    ['a?c', ['abc', 'a.c'], ['ac', 'a/c', 'abbc']],
    ['**/a', ['a', 'x/a', 'x/y/a'], ['xa', 'a/x']],
    ['x/**', ['x/a', 'x/a/b'], ['y/a']],
    ['x/**/b', ['x/b', 'x/a/b', 'x/a/c/b'], ['x/ab']],
    ['[a-c]1', ['a1', 'c1'], ['d1', 'a2']],
    ['[!a-c]1', ['d1'], ['a1', '/1']],
    ['[]]', [']'], ['[']],
    ['{one,two}.u', ['one.u', 'two.u'], ['three.u', 'one']],
    ['a{1,b*}c', ['a1c', 'abbbc'], ['ac']],
    ['(x).u$', ['(x).u$'], ['x.u']],
    ['[z-a]', ['[z-a]'], ['z']],
    ['{open', ['{open'], ['open']],
    ['***.u', ['a.u'], ['x/a.u']],
  ])('%s', (pattern, yes, no) => {
    const expression = patternToRegExp(pattern, false)
    for (const path of yes) expect(path).toMatch(expression)
    for (const path of no) expect(path).not.toMatch(expression)
  })

  test('are distinguished from paths', () => {
    for (const path of ['a*', 'a?', '[a]', '{a}']) expect(isPattern(path)).toBe(true)
    for (const path of ['a', 'a!b', 'a b', 'a(1).u', '$x']) expect(isPattern(path)).toBe(false)
  })

  test('ignore case on request', () => {
    expect('MAPS/x.UNR').toMatch(patternToRegExp('maps/*.unr', true))
  })
})
