import files, {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileSource, saveFile } from '@ukit/files/node'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

const OLD = 'the old file'

async function setUp(withOld: boolean) {
  const folder = await mkdtemp(join(tmpdir(), 'ukit-save-file-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'Map.unr')
  if (withOld) await writeFile(path, OLD)
  return { folder, path }
}

/**
 * Makes the next call of one of Node's functions fail, in any module that imported it, until the test ends.
 */
function failNext(name: 'link' | 'rename', error: Error) {
  const spy = vi.spyOn(files, name).mockRejectedValueOnce(error)
  syncBuiltinESMExports()
  onTestFinished(() => {
    spy.mockRestore()
    syncBuiltinESMExports()
  })
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

async function* slowly(...texts: string[]) {
  for (const text of texts) {
    await new Promise((resolve) => setImmediate(resolve))
    yield bytes(text)
  }
}

describe('saveFile', () => {
  it.each([
    ['an array', () => [bytes('ab'), bytes(''), bytes('cde')]],
    ['a generator', () => [bytes('ab'), bytes('cde')].values()],
    ['an async generator', () => slowly('ab', 'cde')],
  ])('writes the pieces of %s', async (_, pieces) => {
    for (const signal of [undefined, new AbortController().signal]) {
      const { folder, path } = await setUp(false)
      const progress: number[] = []
      const onProgress = (done: number) => void progress.push(done)
      expect(await saveFile(path, pieces(), { onProgress, ...(signal ? { signal } : {}) })).toBe(5)
      expect(await readFile(path, 'utf8')).toBe('abcde')
      expect(progress.at(-1)).toBe(5)
      expect(await readdir(folder)).toEqual(['Map.unr'])
    }
  })

  it('writes an empty file', async () => {
    const { path } = await setUp(false)
    expect(await saveFile(path, [])).toBe(0)
    expect((await stat(path)).size).toBe(0)
  })

  it.each([0, 1])('fails, and leaves the old file, when the disk fails in the middle (flush %i)', async (fails) => {
    const { folder, path } = await setUp(true)
    const any = await open(path)
    const handles = Object.getPrototypeOf(any)
    await any.close()
    const datasync = vi.spyOn(handles, 'datasync')
    onTestFinished(() => datasync.mockRestore())
    for (let i = 0; i < fails; i++) datasync.mockResolvedValueOnce(undefined)
    datasync.mockRejectedValueOnce(Object.assign(new Error('EIO'), { code: 'EIO' }))
    const piece = new Uint8Array(0x100_0000)
    const error = await saveFile(path, new Array(8).fill(piece), { force: true }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'io' })
    expect(datasync.mock.calls.length).toBeGreaterThan(fails)
    expect(await readFile(path, 'utf8')).toBe(OLD)
    expect(await readdir(folder)).toEqual(['Map.unr'])
  })

  it('does not replace a file without force, and then requests no piece', async () => {
    const { folder, path } = await setUp(true)
    const pieces = vi.fn(function* () {
      yield bytes('new')
    })
    await expect(saveFile(path, { [Symbol.iterator]: pieces })).rejects.toMatchObject({
      name: 'SourceError',
      kind: 'exists',
      path,
    })
    expect(pieces).not.toHaveBeenCalled()
    expect(await readFile(path, 'utf8')).toBe(OLD)
    expect(await readdir(folder)).toEqual(['Map.unr'])
  })

  it.each([
    ['with hard links', undefined],
    ['without hard links', 'EPERM'],
  ])('does not replace a file that appears while it writes, %s', async (_, code) => {
    const { folder, path } = await setUp(false)
    if (code !== undefined) failNext('link', Object.assign(new Error(code), { code }))
    async function* pieces() {
      yield bytes('ne')
      await writeFile(path, OLD)
      yield bytes('w')
    }
    await expect(saveFile(path, pieces())).rejects.toMatchObject({ kind: 'exists' })
    expect(await readFile(path, 'utf8')).toBe(OLD)
    expect(await readdir(folder)).toEqual(['Map.unr'])
  })

  it('lets one of two writers win', async () => {
    const { folder, path } = await setUp(false)
    const results = await Promise.allSettled([saveFile(path, slowly('a', 'a')), saveFile(path, slowly('b', 'b'))])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await readFile(path, 'utf8')).toBe(results[0]?.status === 'fulfilled' ? 'aa' : 'bb')
    expect(await readdir(folder)).toEqual(['Map.unr'])
  })

  it('writes on file systems without hard links', async () => {
    const { folder, path } = await setUp(false)
    failNext('link', Object.assign(new Error('EPERM'), { code: 'EPERM' }))
    await saveFile(path, [bytes('new')])
    expect(await readFile(path, 'utf8')).toBe('new')
    expect(await readdir(folder)).toEqual(['Map.unr'])
  })

  it('leaves nothing when the last step fails', async () => {
    const full = Object.assign(new Error('EIO'), { code: 'EIO' })
    const replaced = await setUp(true)
    failNext('rename', full)
    const forced = saveFile(replaced.path, [bytes('new')], { force: true })
    await expect(forced).rejects.toMatchObject({ kind: 'io', cause: full })
    expect(await readFile(replaced.path, 'utf8')).toBe(OLD)
    expect(await readdir(replaced.folder)).toEqual(['Map.unr'])

    const fresh = await setUp(false)
    failNext('link', Object.assign(new Error('EPERM'), { code: 'EPERM' }))
    failNext('rename', full)
    await expect(saveFile(fresh.path, [bytes('new')])).rejects.toMatchObject({ kind: 'io', cause: full })
    expect(await readdir(fresh.folder)).toEqual([])
  })

  it('replaces with force, also a file that the pieces come from, and keeps its permissions', async () => {
    const { folder, path } = await setUp(true)
    await chmod(path, 0o666) // more than the usual umask allows
    const { mode } = await stat(path)
    const source = await fileSource(path)
    await saveFile(path, [bytes('not '), source.slice(0, 3), source.slice(3, 12)], { force: true })
    await source.close()
    expect(await readFile(path, 'utf8')).toBe('not the old file')
    expect((await stat(path)).mode).toBe(mode)
    expect(await readdir(folder)).toEqual(['Map.unr'])
  })

  it('does not make the new file readable for users who could not read the old one', async ({ skip }) => {
    if (process.platform === 'win32') skip('Windows has no such permissions')
    const { folder, path } = await setUp(true)
    await chmod(path, 0o600)
    const modes: number[] = []
    async function* pieces() {
      yield bytes('new')
      for (const name of await readdir(folder)) modes.push((await stat(join(folder, name))).mode & 0o777)
    }
    await saveFile(path, pieces(), { force: true })
    expect(modes).toEqual([0o600, 0o600])
  })

  it('writes a new file with force', async () => {
    const { path } = await setUp(false)
    await saveFile(path, [bytes('new')], { force: true })
    expect(await readFile(path, 'utf8')).toBe('new')
  })

  it('writes to the target of a symbolic link', async ({ skip }) => {
    if (process.platform === 'win32') skip('symbolic links need rights on Windows')
    const { folder, path } = await setUp(true)
    await mkdir(join(folder, 'links'))
    const alias = join(folder, 'links', 'Alias.unr')
    await symlink('../Map.unr', alias)
    await expect(saveFile(alias, [bytes('new')])).rejects.toMatchObject({ kind: 'exists' })
    await saveFile(alias, [bytes('new')], { force: true })
    expect(await readFile(path, 'utf8')).toBe('new')
    expect((await lstat(alias)).isSymbolicLink()).toBe(true)
    expect(await readdir(join(folder, 'links'))).toEqual(['Alias.unr'])
  })

  it('refuses a folder and a missing folder', async () => {
    const { folder } = await setUp(false)
    await expect(saveFile(folder, [bytes('new')], { force: true })).rejects.toMatchObject({ kind: 'io', path: folder })
    const path = join(folder, 'no', 'Map.unr')
    await expect(saveFile(path, [bytes('new')])).rejects.toMatchObject({ kind: 'io', path, cause: { code: 'ENOENT' } })
  })

  it.each([false, true])('leaves nothing behind when an error is thrown (old file: %s)', async (withOld) => {
    const error = new Error('no more')
    function* failing() {
      yield bytes('ne')
      throw error
    }
    const onProgress = () => {
      throw error
    }
    const { folder, path } = await setUp(withOld)
    await expect(saveFile(path, failing(), { force: true })).rejects.toBe(error)
    await expect(saveFile(path, slowly('new'), { force: true, onProgress })).rejects.toBe(error)
    expect(await readdir(folder)).toEqual(withOld ? ['Map.unr'] : [])
    if (withOld) expect(await readFile(path, 'utf8')).toBe(OLD)
  })

  it.each([false, true])('leaves nothing behind when it is aborted (old file: %s)', async (withOld) => {
    const { folder, path } = await setUp(withOld)
    const reason = new Error('enough')
    const stopped = vi.fn()

    // Before, between two pieces, after the last one, and while waiting for a piece that never comes.
    const producers: ((abort: () => void) => AsyncGenerator<Uint8Array>)[] = [
      async function* (abort) {
        yield bytes('ne')
        abort()
        yield bytes('w')
      },
      async function* (abort) {
        yield bytes('new')
        abort()
      },
      async function* (abort) {
        yield bytes('ne')
        abort()
        await new Promise(() => undefined)
      },
    ]
    for (const producer of producers) {
      const controller = new AbortController()
      const pieces = producer(() => controller.abort(reason))
      await expect(saveFile(path, pieces, { force: true, signal: controller.signal })).rejects.toBe(reason)
      expect(await readdir(folder)).toEqual(withOld ? ['Map.unr'] : [])
    }

    const controller = new AbortController()
    function* endless() {
      try {
        for (;;) yield bytes('more')
      } finally {
        stopped()
      }
    }
    const onProgress = (done: number) => done >= 400 && controller.abort(reason)
    const signal = controller.signal
    await expect(saveFile(path, endless(), { force: true, signal, onProgress })).rejects.toBe(reason)
    expect(stopped).toHaveBeenCalledOnce()
    await expect(saveFile(path, endless(), { force: true, signal })).rejects.toBe(reason)
    expect(await readdir(folder)).toEqual(withOld ? ['Map.unr'] : [])
    if (withOld) expect(await readFile(path, 'utf8')).toBe(OLD)
  })

  it('keeps one piece at a time', async () => {
    const { path } = await setUp(false)
    const events: string[] = []
    function* pieces() {
      for (const name of ['a', 'b', 'c']) {
        events.push(`make ${name}`)
        yield bytes(name)
      }
    }
    await saveFile(path, pieces(), { onProgress: (done) => void events.push(`wrote ${done}`) })
    expect(events).toEqual(['make a', 'wrote 1', 'make b', 'wrote 2', 'make c', 'wrote 3'])
  })
})
