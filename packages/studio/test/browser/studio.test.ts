import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type StudioServer, serveStudio } from '@ukit/server'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, launch, NO_CHROMIUM, open, PAGE } from './opened.js'

const EXAMPLE = fileURLToPath(new URL('../../../../examples/make-mods.mjs', import.meta.url))

describe.runIf(CHROMIUM !== undefined)('the studio in Chromium, with packages of our own', () => {
  let browser: Browser
  let server: StudioServer
  let folder: string
  beforeAll(async () => {
    // Longer than one test, which is how long folders of the tests last.
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

  /** The page at an object: what its address says is opened. */
  async function at(object: string, view?: string) {
    const place = `#/pkg/Blunderbuss.u/${encodeURIComponent(object)}${view === undefined ? '' : `@${view}`}`
    const opened = await open(browser, server.address + place)
    await opened.page.waitForSelector('.body')
    return opened
  }

  /** Pixels of a canvas, as red, green, blue and alpha; read once, since Chromium remarks on more. */
  function pixels(page: Page, selector: string, places: readonly (readonly [number, number])[]): Promise<number[][]> {
    const canvas = `document.querySelector(${JSON.stringify(selector)})`
    return page.evaluate(`(() => {
      const { width, height } = ${canvas}
      const { data } = ${canvas}.getContext('2d').getImageData(0, 0, width, height)
      return ${JSON.stringify(places)}.map(([x, y]) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)])
    })()`) as Promise<number[][]>
  }

  test('the files of the disk are listed, and one that is chosen is opened', async () => {
    const { page, complaints } = await open(browser, server.address)
    await page.getByRole('button', { name: 'Blunderbuss.u' }).click()
    await page.waitForSelector('.overview')
    expect(await page.locator('.needs').textContent()).toContain('Engine')
    expect(complaints).toEqual([])
  })

  test('a texture has the colours of the picture that it was made of', async () => {
    const { page, complaints } = await at('Skins.BlunderbussSkin')
    await page.waitForSelector('.stage canvas')
    // `skin` of make-mods.mjs: colour 8 + (x · 5 + y · 3) mod 16 above, and below colour 64 + (y · 7 + x / 4)
    // mod 24.
    const iron = (index: number) => [80 + index * 2, 84 + index * 2, 92 + index * 2, 255]
    const wood = (index: number) => [Math.min(255, 40 + index), Math.min(255, index - 20), 20, 255]
    await page.locator('.stage-words:has-text("32 × 32")').waitFor()
    expect(
      await pixels(page, '.pictures canvas', [
        [0, 0],
        [3, 2],
        [9, 20],
      ]),
    ).toEqual([iron(8), iron(8 + ((15 + 6) % 16)), wood(64 + ((140 + 2) % 24))])
    expect(complaints).toEqual([])
  })

  test('a sound shows how long it is, and plays', async () => {
    const { page, complaints } = await at('Blunderbuss.BlunderbussShot')
    await page.waitForSelector('.wave')
    // 2,756 samples, 11,025 a second.
    expect(await page.locator('.sound').textContent()).toContain('11,025 samples per second, 8 bits, mono')
    expect(await page.locator('.sound-bar').textContent()).toContain('0.25 s')
    await page.getByRole('button', { name: 'Play' }).click()
    await page.getByRole('button', { name: /Pause|Play/ }).waitFor()
    expect(complaints).toEqual([])
  })

  test('a mesh is drawn', async () => {
    const { page, complaints } = await at('BlunderbussMesh')
    await page.waitForSelector('.mesh-stage canvas')
    await page.getByRole('button', { name: 'Wire' }).click()
    expect(await page.locator('.stage-words').textContent()).toMatch(/^\d+ triangles/)
    expect(complaints).toEqual([])
  })

  test('source, bytes, properties and users of a class are shown', async () => {
    const { page, complaints } = await at('Blunderbuss')
    const shown = page.locator('.body')
    await page.waitForSelector('.code-text')
    await expect.poll(() => page.locator('.cm-content').textContent()).toMatch(/class \w+ extends Weapon/i)
    await page.keyboard.press('3')
    await expect.poll(() => shown.textContent()).toContain('Set by it')
    await page.keyboard.press('5')
    await page.waitForSelector('.hex-line')
    expect(await page.locator('.fields h3').first().textContent()).toMatch(/Fields \d+/)
    expect(complaints).toEqual([])
  })

  test('everything can be reached by keys', async () => {
    const { page, complaints } = await open(browser, `${server.address}#/pkg/Blunderbuss.u`)
    await page.waitForSelector('.overview')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('skin blunder')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain('BlunderbussSkin')
    await page.waitForSelector('.stage canvas')
    await page.keyboard.press('4')
    await page.waitForSelector('.hex-line')
    await page.keyboard.press('Alt+ArrowLeft')
    await page.waitForSelector('.stage canvas')
    await page.keyboard.press('/')
    await page.keyboard.type('shot')
    await page.waitForSelector('.row:has-text("BlunderbussShot")')
    await page.keyboard.press('Escape')
    await page.locator('.path').click()
    await page.keyboard.press('?')
    await page.waitForSelector('.help')
    expect(complaints).toEqual([])
  })

  test('a file that is not a package says so, and the others go on', async () => {
    const { page, complaints } = await at('Skins.BlunderbussSkin')
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Open files' }).click(),
    ])
    const bytes = Buffer.from('<img src=x onerror=alert(1)> is not a package at all')
    await chooser.setFiles([{ name: '<b>Broken</b>.u', mimeType: '', buffer: bytes }])
    const failure = page.locator('.failures')
    await failure.waitFor()
    expect(await failure.textContent()).toContain('<b>Broken</b>.u')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    expect(await page.locator('.stage canvas').count()).toBeGreaterThan(0)
    expect(complaints).toEqual([])
  })

  test('what is saved is what was imported', async () => {
    const { page } = await at('Blunderbuss.BlunderbussShot')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save sound' }).click()
    const stream = await (await download).createReadStream()
    const pieces: Buffer[] = []
    for await (const piece of stream) pieces.push(Buffer.from(piece))
    const wave = Buffer.concat(pieces)
    expect(wave.subarray(0, 4).toString()).toBe('RIFF')
    expect(wave.readUInt32LE(24)).toBe(11_025)
    expect(wave.length).toBe(44 + 2756)
  })

  test('the sample of the start page opens without a disk', async () => {
    const bare = await serveStudio({ page: PAGE })
    const { page, complaints } = await open(browser, bare.address)
    await page.getByRole('button', { name: /sample/i }).click()
    await page.waitForSelector('.mesh-stage canvas')
    expect(complaints).toEqual([])
    await bare.close()
  })
})

test.runIf(CHROMIUM === undefined)('the studio in Chromium', (context) => {
  process.stdout.write(`skipped: the studio in Chromium: ${NO_CHROMIUM}\n`)
  context.skip(NO_CHROMIUM)
})
