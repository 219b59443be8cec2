import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ExportObject, memorySource, openPackage } from '@ukit/core'
import { type StudioServer, serveStudio } from '@ukit/server'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, launch, NO_CHROMIUM, open, PAGE } from './opened.js'

const SAMPLE = join(PAGE, 'sample')

describe.runIf(CHROMIUM !== undefined)('bytes and overview in the studio', () => {
  let browser: Browser
  let server: StudioServer
  beforeAll(async () => {
    server = await serveStudio({ page: PAGE, disk: SAMPLE })
    browser = await launch()
  })
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test('a text is found in the bytes of the file, and what is chosen says where it is', async () => {
    const { page, complaints } = await open(browser, `${server.address}#/pkg/Blunderbuss.u@bytes`)
    await page.getByLabel('Kind of search').selectOption('text')
    await page.getByLabel('Search in the bytes').fill('Blunderbuss')
    // The same bytes, found in the file itself.
    const at = readFileSync(join(SAMPLE, 'Blunderbuss.u')).indexOf('Blunderbuss')
    const facts = page.locator('.readings')
    await facts.getByText('names[1].text').waitFor()
    // The length stands before the text.
    expect(await facts.textContent()).toContain(`0x${at.toString(16).toUpperCase()}, 11 bytes, 1 byte into it`)
    expect(await page.locator('.hex-line .y.on').count()).toBe(11)
    await page.getByRole('group', { name: 'Bytes' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.locator('.hex-line .y.on').count()).toBe(1)
    expect(complaints).toEqual([])
  })

  test('an address leads to a byte, and a body to its object', async () => {
    const object = 'Skins.BlunderbussSkin'
    const bytes = readFileSync(join(SAMPLE, 'Blunderbuss.u'))
    const found = (await openPackage(memorySource(bytes), { fileName: 'Blunderbuss.u' })).find(object)
    const offset = found instanceof ExportObject ? found.entry.offset : 0
    const { page, complaints } = await open(
      browser,
      `${server.address}#/pkg/Blunderbuss.u@bytes?${offset.toString(16)}`,
    )
    await page.locator('.field[aria-current=true]').getByText(object).first().waitFor()
    await page.locator('.readings .link').click()
    await expect.poll(() => page.url()).toContain(object)
    expect(complaints).toEqual([])
  })

  test('the overview draws what is needed, and looks for problems', async () => {
    const { page, complaints } = await open(browser, `${server.address}#/pkg/Blunderbuss.u`)
    await page.locator('.problems').getByText('Every object was read and written again').waitFor()
    expect(await page.locator('.generations tbody tr').count()).toBe(1)
    await page.getByRole('button', { name: 'Open Engine' }).click()
    await expect.poll(() => page.url()).toContain('Engine.u')
    expect(complaints).toEqual([])
  })
})

test.runIf(CHROMIUM === undefined)('bytes and overview in the studio', (context) => {
  process.stdout.write(`skipped: bytes and overview in the studio: ${NO_CHROMIUM}\n`)
  context.skip(NO_CHROMIUM)
})
