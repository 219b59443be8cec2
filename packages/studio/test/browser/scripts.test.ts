import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type StudioServer, serveStudio } from '@ukit/server'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, launch, NO_CHROMIUM, open, PAGE } from './opened.js'

const EXAMPLE = fileURLToPath(new URL('../../../../examples/make-mods.mjs', import.meta.url))

describe.runIf(CHROMIUM !== undefined)('scripts in the studio', () => {
  let browser: Browser
  let server: StudioServer
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ukit-studio-scripts-'))
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

  /** The page at the class of the example, whose text is in `examples/mods/Blunderbuss/Classes`. */
  async function at(view: string, object = 'Blunderbuss') {
    const opened = await open(browser, `${server.address}#/pkg/Blunderbuss.u/${object}@${view}`)
    await opened.page.locator('.code-text .cm-content').first().waitFor()
    return opened
  }

  test('the name at the caret is explained, and its declaration is shown', async () => {
    const { page, complaints } = await at('source')
    const said = page.locator('.code-said')
    await page.locator('.outline .row', { hasText: 'TracePellet' }).click()
    // Line 29 of the class's text.
    await page.waitForURL(/@source\?29$/)
    await page.locator('.cm-content').focus()
    const word = async () => {
      await page.keyboard.press('Control+ArrowRight')
      await page.keyboard.press('Control+ArrowRight')
      await page.keyboard.press('ArrowLeft')
    }
    await word()
    await said.getByText('function TracePellet(Pawn Shooter)').waitFor()
    expect(await said.textContent()).toContain('function of Blunderbuss.Blunderbuss')
    await page.keyboard.press('F12')
    // A group has the same path, so the number of the row may follow it.
    await page.waitForURL(/Blunderbuss(?:%23\d+)?@source\?29$/)
    expect(complaints).toEqual([])
  })

  test('code that says what its text says is told so', async () => {
    const { page, complaints } = await at('source')
    await page.getByRole('button', { name: 'Does the code say the same?' }).click()
    // TraceFire and TracePellet.
    await page.getByText('The code says the same: 2 of 2').waitFor()
    expect(complaints).toEqual([])
  })

  test('classes are shown below those that they extend', async () => {
    const { page, complaints } = await at('source')
    await page.getByRole('button', { name: 'Classes' }).click()
    const own = page.getByRole('treeitem', { selected: true })
    await own.filter({ hasText: 'Blunderbuss' }).waitFor()
    const depth = Number(await own.getAttribute('aria-level'))
    // Object, Actor, Inventory and Weapon are above it.
    expect(depth).toBe(5)
    await page.getByRole('tree', { name: 'Classes' }).focus()
    await page.keyboard.press('ArrowLeft')
    await own.filter({ hasText: 'Weapon' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('lines of all sources are found, and opened by keys', async () => {
    const { page, complaints } = await at('source')
    await page.keyboard.press('Control+Shift+F')
    const field = page.getByRole('searchbox', { name: 'Search in all sources' })
    await field.fill('class Blunderbuss')
    await field.press('Enter')
    const hits = page.getByRole('tree', { name: 'Lines found' })
    await hits.waitFor()
    expect(await hits.locator('.hit').first().textContent()).toMatch(/^\d+class Blunderbuss/)
    await hits.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    // A group has the same path, so the number of the row may follow it.
    await page.waitForURL(/Blunderbuss(?:%23\d+)?@source\?\d+$/)
    await page.getByRole('button', { name: 'It is a regular expression' }).click()
    await field.fill('(')
    await field.press('Enter')
    await page.getByText('is not a pattern').waitFor()
    expect(complaints).toEqual([])
  })
})

test.runIf(CHROMIUM === undefined)('scripts in the studio', (context) => {
  process.stdout.write(`skipped: scripts in the studio: ${NO_CHROMIUM}\n`)
  context.skip(NO_CHROMIUM)
})
