import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type StudioServer, serveStudio } from '@ukit/server'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, launch, NO_CHROMIUM, open, PAGE } from './opened.js'

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
    await page.locator('.hud').waitFor()
    expect(await page.locator('.hud').textContent()).toMatch(words)
    const before = await page.locator('.level-stage canvas').screenshot()
    await page.keyboard.down('w')
    await expect.poll(async () => (await page.locator('.level-stage canvas').screenshot()).equals(before)).toBe(false)
    await page.keyboard.up('w')
    expect(complaints).toEqual([])
    await server.close()
  })
})

test.runIf(why !== undefined)('levels in the studio', (context) => {
  process.stdout.write(`skipped: levels in the studio: ${why}\n`)
  context.skip(why)
})
