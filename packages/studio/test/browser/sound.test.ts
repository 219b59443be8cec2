import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type StudioServer, serveStudio } from '@ukit/server'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fileOf, planOf } from '../../../../testing/packages.js'
import { squareMod } from '../../../../testing/square-mod.js'
import { CHROMIUM, launch, NO_CHROMIUM, open, PAGE } from './opened.js'

/** A compact index of a number from 64 to 8191. */
function compact(number: number): number[] {
  return [(number & 63) | 64, number >> 6]
}

/** A package of UE1 with a module as its only object. */
async function musicPackage(): Promise<Uint8Array> {
  const music = squareMod()
  const body = Uint8Array.from([0, 1, ...compact(music.length), ...music])
  const classes = [
    ['Core', 'Package', 0, 'Engine'],
    ['Core', 'Class', -1, 'Music'],
  ] as const
  const exports = [{ objectName: 'Square', class: -2, body }]
  return fileOf(planOf({ version: 61 }, { names: ['None', 'MOD'], imports: classes, exports }))
}

describe.runIf(CHROMIUM !== undefined)('music in the studio', () => {
  let browser: Browser
  let server: StudioServer
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ukit-studio-'))
    writeFileSync(join(folder, 'Song.umx'), await musicPackage())
    server = await serveStudio({ page: PAGE, disk: folder })
    browser = await launch()
  })
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a module shows its notes, and plays from any row', async () => {
    const { page, complaints } = await open(browser, `${server.address}#/pkg/Song.umx/Square`)
    await page.waitForSelector('.pattern-row')
    // What `squareMod` writes: one note in 64 rows, of 6 ticks of 20 ms.
    expect(await page.locator('.song h2').textContent()).toBe('square')
    expect(await page.locator('.pattern-row').count()).toBe(64)
    expect(await page.locator('.pattern-row').first().textContent()).toMatch(/^00C-5 01/)
    expect(await page.locator('.song .sound-bar').textContent()).toMatch(/0:00\.0 \/ 0:07\.[67]/)
    const now = page.locator('.song-now')
    // libopenmpt goes to the next row that begins.
    await page.getByRole('slider', { name: 'Position' }).fill('3.8')
    await page.waitForSelector('.song-now[data-row="32"]')
    expect(await now.textContent()).toMatch(/speed 6.*tempo 125/)
    await page.getByRole('button', { name: 'Play' }).click()
    await page.waitForSelector('.song-now:not([data-row="32"]):not([data-row="33"])')
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Order 0, pattern 0' }).click()
    await page.waitForSelector('.song-now[data-row="0"]')
    expect(complaints).toEqual([])
  })
})

test.runIf(CHROMIUM === undefined)('music in the studio', (context) => {
  process.stdout.write(`skipped: music in the studio: ${NO_CHROMIUM}\n`)
  context.skip(NO_CHROMIUM)
})
