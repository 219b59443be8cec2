import { readFileSync } from 'node:fs'
import { type StudioServer, serveStudio } from '@ukit/server'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { namedObjects } from './made.js'
import { CHROMIUM, launch, NO_CHROMIUM, open, PAGE, settled } from './opened.js'

const SAMPLE = readFileSync(`${PAGE}/sample/Blunderbuss.u`)

/** Numbers that look random and are the same each time. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return state
  }
}

/** The sample with some bytes changed: in its tables, or anywhere. */
function mutated(seed: number): Buffer {
  const next = numbers(seed)
  const bytes = Buffer.from(SAMPLE)
  const from = seed % 2 === 0 ? 64 : bytes.readUInt32LE(24)
  for (let i = 0; i < 6; i++) bytes[from + ((next() >> 8) % (bytes.length - from))] = next() >> 16
  return bytes
}

describe.runIf(CHROMIUM !== undefined)('bad input in the studio', () => {
  let browser: Browser
  let server: StudioServer
  beforeAll(async () => {
    server = await serveStudio({ page: PAGE, disk: `${PAGE}/sample` })
    browser = await launch()
  })
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  async function choose(page: Page, name: string, buffer: Buffer) {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Open files' }).click()
    await (await chooser).setFiles([{ name, mimeType: '', buffer }])
  }

  test('damaged packages say what is wrong, and the page goes on', async () => {
    const { page, complaints } = await open(browser, `${server.address}#/pkg/Blunderbuss.u`)
    await page.locator('.overview').waitFor()
    let shown = 0
    for (let seed = 1; seed <= 12; seed++) {
      await choose(page, `Damaged${seed}.u`, mutated(seed))
      const close = page.getByRole('button', { name: `Close Damaged${seed}.u` })
      const failure = page.locator('.failures')
      await close.or(failure).first().waitFor()
      if ((await failure.count()) > 0) {
        expect(await failure.textContent()).toContain(`Damaged${seed}.u`)
        await page.getByRole('button', { name: 'Dismiss' }).click()
        continue
      }
      shown++
      // Some of its objects, whatever is left of them.
      for (const at of [0, 3, 6]) {
        const row = page.getByRole('treeitem').nth(at)
        if ((await row.count()) === 0) continue
        await row.click()
        await page.locator('.body, .view [role=alert]').first().waitFor()
        await settled(page)
      }
      await close.click()
    }
    expect(shown).toBeGreaterThan(0)
    await page.getByRole('treeitem').first().waitFor()
    expect(complaints).toEqual([])
  })

  test('a table that claims ten million rows is refused, not allocated', async () => {
    const { page, complaints } = await open(browser, `${server.address}#/pkg/Blunderbuss.u`)
    await page.locator('.overview').waitFor()
    const bytes = Buffer.from(await namedObjects(['One', 'Two']))
    // Number of exports.
    bytes.writeUInt32LE(10_000_000, 20)
    await choose(page, 'Claims.u', bytes)
    const failure = page.locator('.failures')
    await failure.waitFor()
    expect(await failure.textContent()).toMatch(/Claims\.u.*10,?00\d,?00\d/)
    expect(await page.locator('.overview').count()).toBe(1)
    expect(complaints).toEqual([])
  })
})

test.runIf(CHROMIUM === undefined)('bad input in the studio', (context) => {
  process.stdout.write(`skipped: bad input in the studio: ${NO_CHROMIUM}\n`)
  context.skip(NO_CHROMIUM)
})
