import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { ukit, ukitJson } from './run-ukit.js'

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** The commands of the guide that are to be tried, in their order. */
function commands(): string[] {
  const text = readFileSync(root('docs/guides/import.md'), 'utf8')
  const blocks = [...text.matchAll(/^```sh mill\n(.*?)^```/gms)].map(([, block = '']) => block)
  return blocks.flatMap((block) => block.split('\n').filter((line) => line !== ''))
}

const TOOLS = ['convert', 'sox']
const MISSING = TOOLS.filter((tool) => spawnSync(tool, ['--version']).error !== undefined)

test('every command of the guide to importing does what it says on our own examples', async (context) => {
  if (MISSING.length > 0) context.skip(`needs ${MISSING.join(' and ')}`)
  const cwd = temporaryFolder({})
  const made = spawnSync(process.execPath, [root('examples/make-mill.mjs'), cwd], { encoding: 'utf8' })
  expect({ status: made.status, stderr: made.stderr }).toEqual({ status: 0, stderr: '' })
  const lines = commands()
  expect(lines.length).toBeGreaterThan(12)
  for (const line of lines) {
    const [program = '', ...words] = line.split(' ')
    const { status, stderr } =
      program === 'ukit' ? await ukit(words, { cwd }) : spawnSync(program, words, { cwd, encoding: 'utf8' })
    expect({ line, status, stderr }).toEqual({ line, status: 0, stderr: expect.stringMatching(/^(?:note: .*\n)*$/) })
  }
  // The wall is less colourful, as ImageMagick made it, and the plank has another size.
  await ukit(['extract', 'MillTex.utx', '-o', 'After'], { cwd })
  const differs = (file: string, other: string) => {
    const run = spawnSync(
      'convert',
      [file, other, '-metric', 'RMSE', '-compare', '-format', '%[distortion]', 'info:'],
      {
        cwd,
        encoding: 'utf8',
      },
    )
    return Number(run.stdout)
  }
  expect(differs('Art/MillTex/Bricks/Wall.png', 'After/MillTex/Bricks/Wall.png')).toBeLessThan(0.02)
  expect(differs('Art/MillTex/Bricks/Floor.png', 'After/MillTex/Bricks/Floor.png')).toBe(0)
  const size = spawnSync('convert', ['After/MillTex/Wood/Plank.png', '-format', '%wx%h', 'info:'], {
    cwd,
    encoding: 'utf8',
  })
  expect(size.stdout).toBe('128x64')
  const [pack] = await ukitJson(['ls', 'MyPack.uax'], { cwd })
  expect(pack.exports.map(({ path }: { path: string }) => path).sort()).toEqual([
    'Ambient',
    'Ambient.Hum',
    'Doors',
    'Doors.Bell',
    'Doors.Creak',
  ])
  await ukit(['extract', 'MyPack.uax', '-o', 'Pack'], { cwd })
  for (const [from, to] of [
    ['Sounds/Ambient/Hum.wav', 'Ambient/Hum.wav'],
    ['creak.wav', 'Doors/Creak.wav'],
  ])
    expect(readFileSync(join(cwd, 'Pack/MyPack', to ?? ''))).toEqual(readFileSync(join(cwd, from ?? '')))
})
