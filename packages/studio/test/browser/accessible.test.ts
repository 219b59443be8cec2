import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type StudioServer, serveStudio } from '@ukit/server'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, launch, open, PAGE } from './opened.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Views of the sample, by what is in their addresses. */
const PLACES = [
  '',
  '#/pkg/Blunderbuss.u',
  '#/pkg/Blunderbuss.u@gallery',
  '#/pkg/Blunderbuss.u/Skins.BlunderbussSkin',
  '#/pkg/Blunderbuss.u/Skins.BlunderbussSkin@properties',
  '#/pkg/Blunderbuss.u/Skins.BlunderbussSkin@bytes',
  '#/pkg/Blunderbuss.u/Blunderbuss.BlunderbussShot',
  '#/pkg/Blunderbuss.u/Blunderbuss',
  '#/pkg/Blunderbuss.u/Blunderbuss.TracePellet@bytecode',
]

describe.runIf(CHROMIUM !== undefined)('the studio for everybody', () => {
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

  test.each(['dark', 'light'] as const)('axe finds nothing serious in the %s look', async (theme) => {
    const { page } = await open(browser, server.address)
    const found: string[] = []
    for (const place of PLACES) {
      await page.goto('about:blank')
      await page.goto(server.address + place)
      await page.evaluate(`localStorage.setItem('ukit-theme', '${theme}')`)
      await page.reload()
      await page
        .locator(place === '' ? '.message' : '.body')
        .first()
        .waitFor()
      // Until nothing is waited for.
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
      await page.evaluate(AXE)
      const violations = (await page.evaluate(
        `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .flatMap(({ id, nodes }) => nodes.map(({ html, any }) => id + ': ' + html.slice(0, 160) + ' ' + (any[0]?.message ?? ''))))`,
      )) as string[]
      found.push(...violations.map((violation) => `${place} ${violation}`))
    }
    expect(found).toEqual([])
  })
})
