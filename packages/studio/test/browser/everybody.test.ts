import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { CHROMIUM, NO_CHROMIUM, open, sampleStudio, settled } from './opened.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Views of the sample, by what is in their addresses. */
const PLACES = [
  '',
  '#/pkg/Blunderbuss.u',
  '#/pkg/Blunderbuss.u/Skins.BlunderbussSkin',
  '#/pkg/Blunderbuss.u/Skins.BlunderbussSkin@bytes',
  '#/pkg/Blunderbuss.u/Blunderbuss.BlunderbussShot',
]

describe.runIf(CHROMIUM !== undefined)('the studio at other sizes, in forced colours, and by keys', () => {
  const studio = sampleStudio()

  /** Looks: themes, the page at twice its size, and the colours that the system forces. */
  const LOOKS = [
    ['dark', 2, false],
    ['light', 2, false],
    ['dark', 1, true],
  ] as const

  test.each(LOOKS)('axe finds nothing serious: %s, zoom %i, forced colours %s', async (theme, zoom, isForced) => {
    const { page } = await open(studio.browser, studio.address)
    // A page at twice its size has half as many of its own pixels.
    await page.setViewportSize({ width: 1280 / zoom, height: 720 / zoom })
    if (isForced) await page.emulateMedia({ forcedColors: 'active' })
    await page.evaluate(`localStorage.setItem('ukit-theme', '${theme}')`)
    const found: string[] = []
    for (const place of PLACES) {
      await page.goto('about:blank')
      await page.goto(studio.address + place)
      await page
        .locator(place === '' ? '.message' : '.body')
        .first()
        .waitFor()
      // Until nothing is waited for.
      await settled(page)
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

  test('a package is opened, looked through and saved by keys alone, with the focus in sight', async () => {
    const { page, complaints } = await open(studio.browser, studio.address)
    const press = (...keys: string[]) =>
      keys.reduce((last, key) => last.then(() => page.keyboard.press(key)), Promise.resolve())
    await page.locator('.message').first().waitFor()
    await press('Control+k')
    await page.keyboard.type('Blunderbuss.u')
    await page.getByRole('option', { name: 'Blunderbuss.u' }).first().waitFor()
    await press('Enter')
    await page.locator('.overview').waitFor()
    // Every stop of the Tab key in the page has something that shows where one is.
    const unseen: string[] = []
    for (let i = 0; i < 24; i++) {
      await press('Tab')
      const at = (await page.evaluate(`(() => {
        const { activeElement } = document
        if (activeElement === document.body) return 'visible'
        const { outlineStyle, boxShadow, borderColor } = getComputedStyle(activeElement)
        const around = getComputedStyle(activeElement.parentElement)
        const isSeen = outlineStyle !== 'none' || boxShadow !== 'none' || around.outlineStyle !== 'none' || around.boxShadow !== 'none'
        return isSeen ? 'visible' : activeElement.outerHTML.slice(0, 120)
      })()`)) as string
      if (at !== 'visible') unseen.push(at)
    }
    expect(unseen).toEqual([])
    await press('/')
    await page.keyboard.type('shot')
    await expect.poll(() => page.locator('.filter [aria-live]').textContent()).toMatch(/^[1-9]\d* found$/)
    await press('Control+k')
    await page.keyboard.type('BlunderbussShot')
    await page.getByRole('option', { name: 'BlunderbussShot' }).first().waitFor()
    await press('Enter')
    await page.locator('.wave').waitFor()
    for (const key of ['2', '3', '4']) {
      await press(key)
      await page.locator(`[role=tab]:nth-child(${key})[aria-selected=true]`).waitFor()
      await settled(page)
    }
    const download = page.waitForEvent('download')
    await press('Control+s')
    expect((await download).suggestedFilename()).toMatch(/\.wav$/)
    await press('Alt+ArrowLeft', '?')
    await page.locator('.help').waitFor()
    await press('Escape')
    await page.locator('.help').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })
})

test.runIf(CHROMIUM === undefined)('the studio at other sizes, in forced colours, and by keys', (context) => {
  process.stdout.write(`skipped: the studio by keys: ${NO_CHROMIUM}\n`)
  context.skip(NO_CHROMIUM)
})
