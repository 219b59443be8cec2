import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileSource } from '@ukit/files/node'
import { describe, expect, it, onTestFinished } from 'vitest'

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'ukit-file-source-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

async function openTemporary(path: string) {
  const source = await fileSource(path)
  onTestFinished(() => source.close())
  return source
}

describe('fileSource', () => {
  it('reads any ranges at the same time, each into a separate array', async () => {
    const path = join(await folder(), 'a.u')
    await writeFile(path, Uint8Array.of(1, 2, 3, 4, 5, 6))
    const source = await openTemporary(path)
    expect(source.path).toBe(path)
    expect(source.byteLength).toBe(6)
    expect([...source.slice(0, 6)]).toEqual([1, 2, 3, 4, 5, 6])
    const some = source.slice(2, 4)
    expect([...some]).toEqual([3, 4])
    expect(Object.getPrototypeOf(some)).toBe(Uint8Array.prototype)
    expect(some.buffer.byteLength).toBe(2)
    some.fill(0)
    expect([...source.slice(2, 4)]).toEqual([3, 4])
    expect(source.slice(6, 6)).toHaveLength(0)
    for (const [start, end] of [
      [0, 7],
      [-1, 2],
      [4, 3],
      [0.5, 1],
    ] as const) {
      expect(() => source.slice(start, end)).toThrow(RangeError)
    }
  })

  it('reads the last bytes of a file of 3 GB', async () => {
    const path = join(await folder(), 'large.upk')
    const size = 3 * 2 ** 30
    const handle = await open(path, 'w')
    await handle.truncate(size)
    await handle.write(Uint8Array.of(7, 8, 9), 0, 3, size - 3)
    await handle.write(Uint8Array.of(5), 0, 1, 2 ** 31)
    await handle.close()
    const source = await openTemporary(path)
    expect(source.byteLength).toBe(3_221_225_472)
    expect([...source.slice(size - 4, size)]).toEqual([0, 7, 8, 9])
    expect([...source.slice(2 ** 31 - 1, 2 ** 31 + 2)]).toEqual([0, 5, 0])
  })

  it('reports that the file became shorter', async () => {
    const path = join(await folder(), 'a.u')
    await writeFile(path, new Uint8Array(100))
    const source = await openTemporary(path)
    await truncate(path, 50)
    expect(source.slice(40, 50)).toHaveLength(10)
    expect(() => source.slice(40, 60)).toThrow(
      expect.objectContaining({ name: 'SourceError', kind: 'changed', path, start: 40, end: 60 }),
    )
    expect(() => source.slice(40, 60)).toThrow('ends at byte 50')
  })

  it('fails after close, and may be closed twice', async () => {
    const path = join(await folder(), 'a.u')
    await writeFile(path, new Uint8Array(4))
    const source = await fileSource(path)
    await source.close()
    await source.close()
    expect(() => source.slice(0, 1)).toThrow(
      expect.objectContaining({ kind: 'io', path, message: `"${path}" is closed` }),
    )
  })

  it('names a missing file, and refuses a folder', async () => {
    const path = await folder()
    const missing = join(path, 'no.u')
    await expect(fileSource(missing)).rejects.toMatchObject({
      name: 'SourceError',
      kind: 'io',
      path: missing,
      cause: { code: 'ENOENT' },
    })
    await expect(fileSource(path)).rejects.toMatchObject({ name: 'SourceError', kind: 'io', path })
  })

  it('does not wait for a pipe that is not written to', async ({ skip }) => {
    const mkfifo = '/usr/bin/mkfifo'
    if (!existsSync(mkfifo)) skip('no mkfifo on this system')
    const path = join(await folder(), 'pipe')
    execFileSync(mkfifo, [path])
    await expect(fileSource(path)).rejects.toThrow('not a file')
  })
})
