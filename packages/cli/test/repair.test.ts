import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { fileOf, type ImportSpec, planOf } from '../../../testing/packages.js'
import { ukit, ukitJson } from './run-ukit.js'

const IMPORTS: readonly ImportSpec[] = [
  ['Core', 'Package', 0, 'Engine'],
  ['Core', 'Class', -1, 'Light'],
]

/** A package of lights with the given bodies. */
function lights(bodies: Readonly<Record<string, readonly number[]>>): Promise<Uint8Array> {
  const exports = Object.entries(bodies).map(([objectName, body]) => ({
    objectName,
    class: -2,
    flags: 4,
    body: Uint8Array.from(body),
  }))
  return fileOf(planOf({ version: 69 }, { names: ['None', 'Mass'], imports: IMPORTS, exports }))
}

const sound = await lights({ A: [1, 0x22, 5, 0, 0, 0, 0], B: [0] })
const broken = await lights({ A: [0], Bad: [0x7f, 0xff, 0xff] })

/** The offset of the exports is at 24. */
const misplaced = sound.slice()
new DataView(misplaced.buffer).setInt32(24, 3, true)

describe('repair', () => {
  test('a sound package is written unchanged', async () => {
    const cwd = temporaryFolder({ 'x.u': sound })
    const run = await ukit(['repair', 'x.u', 'y.u'], { cwd })
    expect(run).toEqual({
      status: 0,
      stdout: `ok  x.u → y.u: ${sound.length} bytes; nothing was wrong with it, so it was written unchanged\n`,
      stderr: '',
    })
    expect(readFileSync(join(cwd, 'y.u')).equals(sound)).toBe(true)
  })

  test('a table in the wrong place is found; nothing is lost', async () => {
    const cwd = temporaryFolder({ 'x.u': Uint8Array.from([...misplaced, 1, 2, 3]) })
    expect((await ukit(['info', 'x.u'], { cwd })).status).toBe(1)
    const run = await ukit(['repair', 'x.u', 'y.u'], { cwd })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(run.stdout).toMatch(
      /2 objects kept, 0 lost, 0 doubtful\n {4}\S+ keeps its GUID, .*guid new.*\n\nRepaired\n {2}exports found at 0x/,
    )
    expect(run.stdout).toContain('3 bytes at the end left out: part of no table and no object')
    expect(readFileSync(join(cwd, 'y.u')).equals(sound)).toBe(true)
    expect((await ukit(['verify', 'y.u'], { cwd })).status).toBe(0)
  })

  test('exit status 1 when the result does not verify, 0 when it does; lost objects are listed', async () => {
    const cwd = temporaryFolder({ 'x.u': broken })
    const kept = await ukit(['repair', 'x.u', 'k.u'], { cwd })
    expect(kept.status).toBe(1)
    expect(kept.stdout).toMatch(/nothing could be repaired/)
    expect(readFileSync(join(cwd, 'k.u')).equals(broken)).toBe(true)
    const run = await ukit(['repair', '--drop', 'x.u', 'y.u'], { cwd })
    expect(run.status).toBe(0)
    expect((await ukit(['verify', 'y.u'], { cwd })).status).toBe(0)
    expect(run.stdout).toMatch(
      /1 object kept, 1 lost, 0 doubtful\n {4}\S+ keeps its GUID, .*\n\nLost\n {2}Light'Bad': the bytes at its place/,
    )
    const [element] = await ukitJson(['repair', '-f', '--drop', 'x.u', 'y.u'], { cwd })
    expect(element).toMatchObject({
      path: 'x.u',
      output: 'y.u',
      sound: false,
      kept: 1,
      lost: [{ object: "Light'Bad'", index: 1 }],
      doubtful: [],
      error: null,
    })
    const [ls] = await ukitJson(['ls', 'y.u'], { cwd })
    expect(ls.exports.map(({ path }: { path: string }) => path)).toEqual(['A', 'None'])
  })

  test('never overwrites without --force', async () => {
    const cwd = temporaryFolder({ 'x.u': sound })
    writeFileSync(join(cwd, 'y.u'), 'mine')
    const run = await ukit(['repair', 'x.u', 'y.u'], { cwd })
    expect(run).toMatchObject({ status: 1, stdout: '' })
    expect(readFileSync(join(cwd, 'y.u'), 'utf8')).toBe('mine')
  })

  test('bodies of a truncated package give objects; exit status 0, since the result verifies', async () => {
    // A sound of UE1: its properties (`None`), its format, the position of its end, its length, its bytes.
    const wave = [...new TextEncoder().encode('RIFF'), 8, 0, 0, 0, ...new TextEncoder().encode('WAVEdata')]
    const words = { names: ['None', 'WAV'], imports: [IMPORTS[0], ['Core', 'Class', -1, 'Sound']] as ImportSpec[] }
    const make = (end: number) => {
      const body = Uint8Array.of(0, 1, end & 0xff, end >> 8, 0, 0, wave.length, ...wave)
      const exports = [
        { objectName: 'Bang', class: -2, flags: 4, body },
        { objectName: 'Light', class: -2, flags: 4, body: Uint8Array.of(0) },
      ]
      return fileOf(planOf({ version: 69 }, { ...words, exports }))
    }
    const first = await make(0)
    // Bodies are consecutive: the sound's data end at the position of `RIFF` plus their length.
    const at = Buffer.from(first).indexOf('RIFF')
    const whole = await make(at + wave.length)
    const cwd = temporaryFolder({ 'x.uax': whole.slice(0, at + wave.length) })
    const run = await ukit(['repair', 'x.uax', 'y.uax'], { cwd })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(run.stdout).toMatch(/^saved {2}x\.uax .*\n {4}1 object kept, 1 lost, 0 doubtful/)
    expect(await ukit(['repair', 'x.uax', '-'], { cwd })).toMatchObject({
      status: 0,
      stderr: 'note: x.uax: 1 object kept, 1 lost, 0 doubtful (--json with a file as OUT lists them)\n',
    })
    expect(run.stdout).toContain('found: 1 Sound')
    expect((await ukit(['verify', 'y.uax'], { cwd })).status).toBe(0)
    expect((await ukit(['extract', 'y.uax', '-o', 'out'], { cwd })).status).toBe(0)
    const name = `Sound_${(at - 6).toString(16).padStart(8, '0')}.wav`
    const [extracted] = readdirSync(join(cwd, 'out'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith(name),
    )
    expect([...readFileSync(join(cwd, 'out', extracted ?? ''))]).toEqual(wave)
    const [json] = await ukitJson(['repair', '--json', '--force', 'x.uax', 'y.uax'], { cwd })
    expect(json).toMatchObject({ kept: 1, salvagedOf: 2, lost: [] })
  })

  test('a package that cannot be repaired leaves no file', async () => {
    const cwd = temporaryFolder({ 'x.u': sound.slice(0, 70), 'z.u': 'no package' })
    for (const name of ['x.u', 'z.u', 'gone.u']) {
      const run = await ukit(['repair', name, 'y.u'], { cwd })
      expect(run).toMatchObject({ status: 1, stdout: '' })
      expect(run.stderr).toMatch(new RegExp(`^error: ${name.replace('.', '\\.')}: `))
      expect(existsSync(join(cwd, 'y.u'))).toBe(false)
    }
  })

  test.each([[['repair']], [['repair', 'x.u']], [['repair', 'x.u', 'y.u', 'z.u']]])(
    '%j is wrong usage',
    async (args) => {
      const cwd = temporaryFolder({ 'x.u': sound })
      expect(await ukit(args, { cwd })).toMatchObject({ status: 2, stdout: '' })
    },
  )

  test('the help is unchanged', async () => {
    const run = await ukit(['repair', '--help'])
    expect(run).toMatchObject({ status: 0, stderr: '' })
    await expect(run.stdout).toMatchFileSnapshot('golden/repair.txt')
    for (const line of run.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })
})
