import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { CHROMIUM, open, sampleStudio } from './opened.js'

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
  const studio = sampleStudio()

  test.each(['dark', 'light'] as const)('axe finds nothing serious in the %s look', async (theme) => {
    const { page } = await open(studio.browser, studio.address)
    const found: string[] = []
    for (const place of PLACES) {
      await page.goto('about:blank')
      await page.goto(studio.address + place)
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
