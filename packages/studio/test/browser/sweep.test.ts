import { basename, dirname } from 'node:path'
import { type StudioServer, serveStudio } from '@ukit/server'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CORPUS, corpusPath, PACKAGES } from '../../../../testing/corpus.js'
import { SWEEPS, sampleOf } from '../../../../testing/sweep.js'
import { CHROMIUM, launch, NO_CHROMIUM, open, PAGE, settled } from './opened.js'

const NO_CORPUS = 'needs the real files of ../shared/corpus, corpus-2 and corpus-3, which are absent'
/** More files than that are opened in the sweep alone (`npm run test:sweep`). */
const MOST = 24

const why = CHROMIUM === undefined ? NO_CHROMIUM : CORPUS.length === 0 ? NO_CORPUS : undefined

/** Files of all layouts, evenly spread. */
function chosen() {
  const small = sampleOf(PACKAGES, 4_000_000)
  if (SWEEPS) return small
  return small.filter((_, i) => i % Math.ceil(small.length / MOST) === 0)
}

describe.runIf(why === undefined)('real packages in the studio', () => {
  let browser: Browser
  let server: StudioServer
  beforeAll(async () => {
    server = await serveStudio({ page: PAGE })
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test('one after the other is opened, an object of it shown, and closed, without a complaint', async () => {
    const { page, complaints } = await open(browser, server.address)
    const said: string[] = []
    for (const { path } of chosen()) {
      const name = basename(path)
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Open files' }).click()
      await (await chooser).setFiles(corpusPath(path))
      const close = page.getByRole('button', { name: `Close ${name}`, exact: true })
      await close.or(page.locator('.failures')).first().waitFor()
      if ((await close.count()) === 0) {
        said.push(`${dirname(path)}/${name}: ${await page.locator('.failures').textContent()}`)
        await page.getByRole('button', { name: 'Dismiss' }).click()
        continue
      }
      await page.locator('.body').waitFor()
      const first = page.getByRole('treeitem').first()
      if ((await first.count()) > 0) {
        await first.click()
        await page.locator('.body, .view [role=alert]').first().waitFor()
      }
      await settled(page)
      said.push(...complaints.splice(0).map((complaint) => `${path}: ${complaint}`))
      await close.click()
      await close.waitFor({ state: 'detached' })
    }
    expect(said).toEqual([])
  })
})

test.runIf(why !== undefined)('real packages in the studio', (context) => {
  process.stdout.write(`skipped: real packages in the studio: ${why}\n`)
  context.skip(why)
})
