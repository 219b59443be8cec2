// What the command keeps of its compiled code for the next start, under the Node that does not do so itself.
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileOf, planOf } from '../../../testing/packages.js'
import { ukit } from './run-ukit.js'

const isNode20 = process.version.startsWith('v20.')

let folder: string
let nothing: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ukit-code-'))
  nothing = join(folder, 'nothing.bin')
  writeFileSync(nothing, 'nothing')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs `ukit info` in a process of its own, as users do, and returns what it printed. */
async function info(cache: string, env: Record<string, string> = {}): Promise<string> {
  const { stdout, stderr } = await ukit(['info', nothing], {
    env: { XDG_CACHE_HOME: cache, NO_COLOR: '1', ...env },
  })
  expect(stdout + stderr).toContain('nothing.bin')
  return stdout + stderr
}

/** The file that has the code of `ukit info`. */
function codeOf(cache: string): string {
  const [name = '', ...more] = readdirSync(join(cache, 'ukit/code'))
  expect(name).toMatch(/^info-[0-9a-f]+\.bin$/)
  expect(more).toEqual([])
  return join(cache, 'ukit/code', name)
}

describe.runIf(isNode20)('compiled code, which later versions of Node keep themselves,', () => {
  it('is kept in the own folder of the user, by the first runs of a verb, and used by those after them', async () => {
    const cache = join(folder, 'kept')
    const printed = await info(cache)
    const file = codeOf(cache)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    for (let run = 0; run < 2; run++) expect(await info(cache)).toBe(printed)
    // It would be written again if V8 had refused it, or if a chunk were not in it.
    const { ino } = statSync(file)
    expect(await info(cache)).toBe(printed)
    expect(statSync(file).ino).toBe(ino)
  })

  it.runIf(existsSync('/proc'))('is not waited for where no folder can be made, not even in /proc', async () => {
    await info('/proc/nowhere')
    await info('/dev/null/nowhere')
  })

  it('is used for packages of sounds: no verb changes the flags that it depends on', async () => {
    const cache = join(folder, 'sounds')
    const sounds = join(folder, 'Hello.uax')
    writeFileSync(
      sounds,
      await fileOf(planOf({ version: 69 }, { names: ['None'], exports: [{ objectName: 'Thing' }] })),
    )
    const extract = async () => {
      const out = ['-o', join(folder, 'out'), '--force']
      const { status } = await ukit(['extract', sounds, ...out], { env: { XDG_CACHE_HOME: cache, NO_COLOR: '1' } })
      expect(status).toBe(0)
      const [name = ''] = readdirSync(join(cache, 'ukit/code'))
      return statSync(join(cache, 'ukit/code', name)).ino
    }
    for (let run = 0; run < 2; run++) await extract()
    expect(await extract()).toBe(await extract())
  })

  it('does what is only loaded when it is needed, however often it was kept', async () => {
    const cwd = mkdtempSync(join(folder, 'again-'))
    // A tracker module of one empty pattern.
    const song = new Uint8Array(1084 + 1024)
    song[950] = 1
    song.set(Buffer.from('M.K.'), 1080)
    writeFileSync(join(cwd, 'Song.mod'), song)
    await ukit(['import', '--new', '69', 'Song.umx', 'Song', 'Song.mod'], { cwd })
    const bytes = readFileSync(join(cwd, 'Song.umx'))
    for (const [words, printed] of [
      [['info', '--hash', 'md5'], createHash('md5').update(bytes).digest('hex')],
      [['extract', '--wav', '-f', '-o', 'out'], '1 wav'],
    ] as const)
      for (let run = 0; run < 5; run++) {
        const env = { XDG_CACHE_HOME: join(cwd, 'cache'), NO_COLOR: '1' }
        const { stdout, stderr } = await ukit([...words, 'Song.umx'], { cwd, env })
        expect(stdout).toContain(printed)
        expect(stderr).toBe('')
      }
  })

  it('is not used when it is damaged, cut off, or may have been written by others', async () => {
    const cache = join(folder, 'damaged')
    const printed = await info(cache)
    const file = codeOf(cache)
    const whole = readFileSync(file)
    const flipped = Buffer.from(whole)
    flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 1
    for (const bytes of [flipped, whole.subarray(0, whole.length >> 1), Buffer.alloc(0)]) {
      writeFileSync(file, bytes)
      expect(await info(cache)).toBe(printed)
      expect(readFileSync(file).equals(bytes)).toBe(false)
    }
    for (let run = 0; run < 3; run++) await info(cache)
    chmodSync(file, 0o666)
    expect(await info(cache)).toBe(printed)
    // Written again, as if there had been none.
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('is not kept if NODE_DISABLE_COMPILE_CACHE is set, or where no folder can be made', async () => {
    const cache = join(folder, 'none')
    const printed = await info(cache, { NODE_DISABLE_COMPILE_CACHE: '1' })
    expect(existsSync(cache)).toBe(false)
    expect(await info(join(nothing, 'below'))).toBe(printed)
  })
})
