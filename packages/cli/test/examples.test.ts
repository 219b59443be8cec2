import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { ukit } from './run-ukit.js'

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

test('our own game is built from nothing, and so are a mutator and a weapon for it, with installers', async () => {
  const cwd = join(temporaryFolder({}), 'mods')
  const made = spawnSync(process.execPath, [root('examples/make-mods.mjs'), cwd], { encoding: 'utf8' })
  expect({ status: made.status, stderr: made.stderr }).toEqual({ status: 0, stderr: '' })
  expect(made.stdout).toContain('4 files, 15 of 15 classes identical')
  const gun = await ukit(['ls', 'System/Blunderbuss.u'], { cwd })
  for (const line of [
    /Blunderbuss +Class/,
    /BlunderbussMesh +LodMesh/,
    /BlunderbussSkin +Texture/,
    /BlunderbussShot +Sound/,
  ])
    expect(gun.stdout).toMatch(line)
  expect((await ukit(['umod', 'ls', 'Padding.umod'], { cwd })).stdout).toContain('Padding.u')
}, 60_000)
