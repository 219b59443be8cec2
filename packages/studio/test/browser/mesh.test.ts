import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type StudioServer, serveStudio } from '@ukit/server'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, launch, NO_CHROMIUM, open, PAGE } from './opened.js'

const EXAMPLE = fileURLToPath(new URL('../../../../examples/make-mods.mjs', import.meta.url))

describe.runIf(CHROMIUM !== undefined)('meshes in the studio', () => {
  let browser: Browser
  let server: StudioServer
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ukit-studio-'))
    execFileSync(process.execPath, [EXAMPLE, folder])
    server = await serveStudio({ page: PAGE, disk: join(folder, 'System') })
    browser = await launch()
  })
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a mesh has the classes that show it, its animations in turn, and a picture', async () => {
    const { page, complaints } = await open(browser, `${server.address}#/pkg/Blunderbuss.u/BlunderbussMesh`)
    await page.waitForSelector('.mesh-stage canvas')
    await page.getByRole('button', { name: 'Parts' }).click()
    const lists = page.getByRole('region', { name: 'Parts of the mesh' })
    await lists.getByRole('button', { name: 'Blunderbuss' }).click()
    expect(await lists.locator('[aria-pressed=true]').textContent()).toBe('Blunderbuss ')
    // What make-mods.mjs gives it: the sequences All and Fire.
    const time = page.getByRole('toolbar', { name: 'Animation' })
    await time.getByRole('button', { name: 'Next animation' }).click()
    await time.getByRole('button', { name: 'Next animation' }).click()
    const chosen = time.getByRole('combobox', { name: 'Animation' })
    expect(await chosen.locator('option:checked').textContent()).toBe('Fire')
    await time.getByRole('button', { name: 'Pause' }).click()
    await time.getByRole('slider', { name: 'Position' }).fill('0.1')
    await time.getByText(/0\.10 \/ \d\.\d\d s/).waitFor()
    await time.getByRole('button', { name: 'Next animation' }).click()
    expect(await chosen.locator('option:checked').textContent()).toBe('All')
    await page.getByRole('button', { name: 'Light', exact: true }).click()
    await page.locator('.mesh-stage').focus()
    await page.keyboard.press('ArrowLeft')
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Picture' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('BlunderbussMesh.png')
    const path = await saved.path()
    expect([...readFileSync(path).subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47])
    expect(complaints).toEqual([])
  })
})

test.runIf(CHROMIUM === undefined)('meshes in the studio', (context) => {
  process.stdout.write(`skipped: meshes in the studio: ${NO_CHROMIUM}\n`)
  context.skip(NO_CHROMIUM)
})
