import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { filledPackage } from '../../../testing/filled-package.js'
import { temporaryFolder } from '../../../testing/folders.js'
// biome-ignore lint/correctness/useImportExtensions: it is not TypeScript.
import { LimitedCalls } from '../../../testing/limited-calls.mjs'

// A pipe that nobody writes to never ends, and neither does a device. Calls that wait for one are ended, and
// that is a fault.

const calls = new LimitedCalls()
afterAll(() => calls.close())
const GOOD = await filledPackage('Good', async (add) => add('Plain', 'Engine.Thing'))

/** Calls in which a pipe is named where a file belongs, and the file that is complained about. */
const CALLS: readonly (readonly [...words: string[]])[] = [
  ['info', 'Pipe.u'],
  ['edit', 'Good.u', '--edits', 'Pipe.txt', '-n'],
  ['edit', 'Good.u', 'replace', 'Plain', 'Pipe.txt', '-n'],
  ['edit', 'Good.u', 'script', 'Pipe.uc', '-n'],
  ['assemble', 'Good.u', 'Pipe.txt', '-o', 'out.u'],
  ['script', 'patch', 'Good.u', 'Plain', '--from', 'Pipe.txt', '-n'],
  ['int', 'Good.u', '--compare', 'Pipe.txt'],
  ['import', 'Good.u', 'A.B', 'Pipe.pcx', '-n'],
  ['deps', 'Good.u', '--release', '--stock', 'Pipe.txt'],
  ['serve', '.', '--only', 'Pipe.txt'],
  ['redirect', 'build', 'Mod', 'out', '--only', 'Pipe.txt'],
  ['umod', 'create', 'Pipe.txt', 'out.umod'],
  ['umod', 'create', 'Mod', 'out.umod', '--product', 'P', '--description', 'Pipe.txt'],
  ['make', 'Mod', '--new', '69', '--out', 'out.u'],
  ['compress', 'Pipe.u', '-o', 'out'],
  ['decompress', 'Pipe.uz', '-o', 'out'],
]

test.skipIf(process.platform === 'win32').each(CALLS)('%s %s %s %s: a pipe is refused, not read', async (...words) => {
  const cwd = temporaryFolder({ 'Good.u': GOOD })
  mkdirSync(join(cwd, 'Mod/Classes'), { recursive: true })
  const names = ['Pipe.u', 'Pipe.uz', 'Pipe.uc', 'Pipe.txt', 'Pipe.pcx', 'Pipe.ini', 'Mod/Classes/Pipe.uc']
  execFileSync('mkfifo', names, { cwd })
  const { status, stderr, fault } = await calls.run(words, cwd)
  expect(fault, stderr).toBe(undefined)
  expect(status).toBe(1)
  expect(stderr).toContain('is a pipe or a device, not a file')
})

test.skipIf(process.platform === 'win32')(
  'an extraction does not wait for a pipe that has the name of a file',
  async () => {
    const cwd = temporaryFolder({
      'Mod/Mod/Classes/Mod.uc': 'class Mod extends Object;\n',
      'Core/Classes/Object.uc': 'class Object native;\n',
    })
    for (const [name, from] of [
      ['Core', 'Core'],
      ['Mod', 'Mod/Mod'],
    ] as const)
      expect(
        (await calls.run(['make', from, '--new', '69', '--packages', '.', '--out', `${name}.u`], cwd)).status,
      ).toBe(0)
    mkdirSync(join(cwd, 'out/Mod/Classes'), { recursive: true })
    execFileSync('mkfifo', ['out/Mod/Classes/Mod.uc', 'out/Mod/manifest.json', 'Mod.int'], { cwd })
    for (const args of [
      ['extract', 'Mod.u', '-o', 'out', '--class', 'Class'],
      ['int', 'Mod.u', '-o', '.'],
      ['deps', 'Mod.u', '--index', 'out/Mod/manifest.json'],
      ['script', 'check', 'out/Mod/Classes/Mod.uc'],
      ['join', '--server', 'Mod.int', 'Map'],
    ])
      expect((await calls.run(args, cwd)).fault, args.join(' ')).toBe(undefined)
  },
)
