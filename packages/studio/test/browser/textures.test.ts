import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { type StudioServer, serveStudio } from '@ukit/server'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CORPUS, corpusPath } from '../../../../testing/corpus.js'
import { CHROMIUM, launch, NO_CHROMIUM, open, PAGE } from './opened.js'

const EFFECTS = corpusPath(CORPUS.find(({ path }) => path.endsWith('HubEffects.utx'))?.path ?? 'HubEffects.utx')
const HAS_EFFECTS = existsSync(EFFECTS)

/** What is drawn, as an address. */
function drawn(page: Page): Promise<string> {
  return page.evaluate(`document.querySelector('.pictures canvas').toDataURL()`)
}

describe.runIf(CHROMIUM !== undefined)('textures in the studio', () => {
  let browser: Browser
  const servers: StudioServer[] = []
  beforeAll(async () => {
    browser = await launch()
  })
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
  afterAll(async () => {
    await browser?.close()
    await Promise.all(servers.map((server) => server.close()))
  })
  async function at(disk: string, place: string) {
    const server = await serveStudio({ page: PAGE, disk })
    servers.push(server)
    return open(browser, server.address + place)
  }

  test('a colour of the palette shows its texels', async () => {
    const { page, complaints } = await at(`${PAGE}/sample`, '#/pkg/Blunderbuss.u/Skins.BlunderbussSkin')
    const palette = page.getByRole('slider', { name: 'Colour of the palette' })
    await palette.focus()
    await page.keyboard.press('ArrowRight')
    // Colours 8 to 23 are those of iron, 64 to 87 those of wood: `skin` of make-mods.mjs.
    expect(await palette.getAttribute('aria-valuetext')).toMatch(/^colour 0: .* · 0 texels$/)
    for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowRight')
    expect(await palette.getAttribute('aria-valuetext')).toMatch(/^colour 8: 96, 100, 108 · [1-9]\d* texels$/)
    expect(complaints).toEqual([])
  })

  test('a texture is compared with one of its levels', async () => {
    const { page, complaints } = await at(`${PAGE}/sample`, '#/pkg/Blunderbuss.u/Skins.BlunderbussSkin')
    await page.getByLabel('Compare').selectOption({ label: 'level 16 × 16' })
    await page.getByLabel('Where the two meet').waitFor()
    expect(await page.locator('.pictures-over canvas').getAttribute('width')).toBe('16')
    expect(complaints).toEqual([])
  })

  test('pictures of the wall are selected by keys and saved', async () => {
    const { page, complaints } = await at(`${PAGE}/sample`, '#/pkg/Blunderbuss.u@gallery')
    const card = page.locator('.card').first()
    await card.focus()
    await page.keyboard.press(' ')
    expect(await card.getAttribute('aria-pressed')).toBe('true')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save PNG' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.png$/)
    await card.focus()
    await page.keyboard.press('Escape')
    expect(await page.locator('.wall-chosen').count()).toBe(0)
    await page.getByRole('button', { name: 'In use' }).click()
    await page.locator('.card:has-text("BlunderbussSkin")').waitFor()
    expect(complaints).toEqual([])
  })

  test.runIf(HAS_EFFECTS)('a painted texture moves step by step', async () => {
    const { page, complaints } = await at(dirname(EFFECTS), '#/pkg/HubEffects.utx/TorchFire')
    const pause = page.getByRole('button', { name: 'Pause' })
    await pause.click()
    expect(await page.locator('.stage-words').textContent()).toContain('32 × 64 · fire')
    const before = await drawn(page)
    await page.getByRole('button', { name: 'Step' }).click()
    await expect.poll(() => drawn(page)).not.toBe(before)
    expect(complaints).toEqual([])
  })
})

test.runIf(CHROMIUM === undefined || !HAS_EFFECTS)('textures in the studio, all of it', (context) => {
  const reason = CHROMIUM === undefined ? NO_CHROMIUM : 'needs ../shared with HubEffects.utx, which is absent'
  process.stdout.write(`skipped: textures in the studio: ${reason}\n`)
  context.skip(reason)
})
