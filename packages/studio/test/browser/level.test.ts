import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { memorySource, ObjectReader, openPackage } from '@ukit/core'
import { type Level, levelOf, levelPlanMap } from '@ukit/media/level'
import { type StudioServer, serveStudio } from '@ukit/server'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, launch, NO_CHROMIUM, open, PAGE } from './opened.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const SCENES = fileURLToPath(new URL('../../../../../shared/corpus-2/scenes', import.meta.url))
const NO_SCENES = 'needs the maps of ../shared/corpus-2/scenes, which are absent'

/** Maps of three engines, and what `ukit plan --json` and `extract --scene` count in them. */
const MAPS = [
  ['ut99', 'DM-HyperBlast.unr', 'MyLevel', /7,797 triangles · 728 actors · 1 page of light/],
  ['ut2004', 'DM-1on1-Serpentine.ut2', 'myLevel', /939 actors · 2 pages of light/],
  ['udk', 'Fortress_1.udk', 'TheWorld.PersistentLevel', /49 actors/],
] as const

const why = CHROMIUM === undefined ? NO_CHROMIUM : existsSync(SCENES) ? undefined : NO_SCENES

describe.runIf(why === undefined)('levels in the studio', () => {
  let browser: Browser
  let server: StudioServer | undefined
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
  })

  test.each(MAPS)('one of %s is walked through', async (folder, file, path, words) => {
    server = await serveStudio({ page: PAGE, disk: `${SCENES}/${folder}` })
    const { page, complaints } = await open(browser, `${server.address}#/pkg/${file}/${path}`)
    await whole(page)
    expect(await page.locator('.hud').textContent()).toMatch(words)
    const before = await page.locator('.level-stage > canvas').screenshot()
    await page.keyboard.down('w')
    await expect.poll(async () => (await page.locator('.level-stage > canvas').screenshot()).equals(before)).toBe(false)
    await page.keyboard.up('w')
    expect(complaints).toEqual([])
    await server.close()
  })

  test('rooms are shown before what stands in them', async () => {
    server = await serveStudio({ page: PAGE, disk: `${SCENES}/ut99` })
    const { page } = await open(browser, `${server.address}#/pkg/DM-HyperBlast.unr/MyLevel`)
    const words = page.locator('.hud [role=status]')
    await page.evaluate(() => {
      const seen: string[] = []
      Object.assign(globalThis, { seen })
      new MutationObserver(() => {
        const text = document.querySelector('.hud [role=status]')?.textContent ?? ''
        if (text !== '' && seen.at(-1) !== text) seen.push(text)
      }).observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    await whole(page)
    expect(await words.textContent()).toBe('7,797 triangles · 728 actors · 1 page of light')
    expect(await page.evaluate('seen.some((text) => text === "7,797 triangles")')).toBe(true)
    await server.close()
  })

  test('the address has the camera, the plan is a place to click, actors are chosen', async () => {
    const level = await levelIn('ut99/Maps/DM-HyperBlast.unr')
    server = await serveStudio({ page: PAGE, disk: `${SCENES}/ut99` })
    const walk = `${server.address}#/pkg/DM-HyperBlast.unr/MyLevel@walk`
    const node = level.actors.find(({ class: name }) => name === 'PathNode')
    const [x = 0, y = 0, z = 0] = node?.location ?? []
    // In front of a path node, looking at it.
    const place = [Math.round(x) - 40, Math.round(y), Math.round(z), 0, 0].join()
    const { page, complaints } = await open(browser, `${walk}?${place}`)
    await whole(page)
    await expect.poll(() => cameraIn(page)).toBe(place)
    await page.getByRole('button', { name: 'Actors', exact: true }).click()
    await page.locator('.level-stage').focus()
    await page.keyboard.press('Enter')
    expect(await page.locator('.level-chosen').textContent()).toBe(`${node?.name} · PathNode`)
    await page
      .getByRole('complementary', { name: 'Facts' })
      .getByText(node?.name ?? '', { exact: true })
      .waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.level-chosen').count()).toBe(0)

    const { picture, left, top, scale } = levelPlanMap(level)
    await page.keyboard.press('m')
    await page.evaluate(AXE)
    const violations = await page.evaluate(
      `axe.run(document.querySelector('.level-stage')).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`,
    )
    expect(violations).toEqual([])
    await page.keyboard.press('m')
    await page.keyboard.press('p')
    const plan = page.getByRole('button', { name: /^Plan: click/ })
    await plan.click()
    const [cx = 0, cy = 0] = [left + picture.width / 2 / scale, top + picture.height / 2 / scale]
    await expect
      .poll(async () => {
        const [atX = 0, atY = 0] = (await cameraIn(page)).split(',').map(Number)
        return Math.hypot(atX - cx, atY - cy) < 6 / scale
      })
      .toBe(true)
    // What the address says is where one is after it was loaded again.
    const there = await cameraIn(page)
    await page.reload()
    await whole(page)
    expect(await cameraIn(page)).toBe(there)
    expect(complaints).toEqual([])
    await server.close()
  })
})

/** Waits until all of a level has come. */
async function whole(page: Page): Promise<void> {
  // Textures that pan would keep a processor without a graphics card busy.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.locator('.level-stage[aria-busy=false]').waitFor()
}

function cameraIn(page: Page): Promise<string> {
  return page.evaluate(() => location.hash.split('?')[1] ?? '')
}

async function levelIn(path: string): Promise<Level> {
  const bytes = await readFile(`${SCENES}/${path}`)
  return levelOf(await ObjectReader.open(await openPackage(memorySource(bytes), { fileName: path })))
}

test.runIf(why !== undefined)('levels in the studio', (context) => {
  process.stdout.write(`skipped: levels in the studio: ${why}\n`)
  context.skip(why)
})
