import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { ukit, ukitJson } from './run-ukit.js'

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** The commands of the guide, in their order. */
function commands(): string[] {
  const text = readFileSync(root('docs/guides/editing.md'), 'utf8')
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block)
  return blocks.flatMap((block) => block.split('\n').filter((line) => line.startsWith('ukit ')))
}

/** Splits a line into words as a shell does. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ''),
  )
}

test('every command of the guide to editing works on our own examples as described', async () => {
  const cwd = temporaryFolder({})
  const made = spawnSync(process.execPath, [root('examples/make-mill.mjs'), cwd], { encoding: 'utf8' })
  expect({ status: made.status, stderr: made.stderr }).toEqual({ status: 0, stderr: '' })
  const [before] = await ukitJson(['show', 'Mill.unr', 'Mover0'], { cwd })
  expect(JSON.stringify(before)).toContain("Texture'MillTex.Bricks.Wall'")
  const lines = commands()
  expect(lines.length).toBeGreaterThan(12)
  for (const line of lines) {
    const { status, stderr } = await ukit(wordsOf(line).slice(1), { cwd })
    // Every command kept backups, which the last one leaves out.
    const notes = line === 'ukit verify .' ? /^note: \d+ backups in these folders were skipped\n$/ : /^$/
    expect({ line, status, stderr }).toEqual({ line, status: 0, stderr: expect.stringMatching(notes) })
  }
  // The wall was renamed, merged, embedded, removed again and retargeted: it is what the last command names.
  const [mover] = await ukitJson(['show', 'Mill.unr', 'Mover0'], { cwd })
  expect(JSON.stringify(mover)).toContain("Texture'OldMill.Bricks.Floor'")
  expect((await ukit(['show', 'Mill.unr', 'LevelInfo0'], { cwd })).stdout).toContain('Old Mill')
  expect((await ukit(['ls', 'MillArt.utx'], { cwd })).stdout).toMatch(/Wall +Texture/)
}, 60_000)
