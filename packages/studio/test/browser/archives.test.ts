import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { writeZip } from '@ukit/codecs/zip'
import { type StudioServer, serveStudio } from '@ukit/server'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, launch, NO_CHROMIUM, open, PAGE } from './opened.js'

describe.runIf(CHROMIUM !== undefined)('archives in the studio', () => {
  let browser: Browser
  let server: StudioServer
  beforeAll(async () => {
    server = await serveStudio({ page: PAGE })
    browser = await launch()
  })
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test('files in a zip are listed, opened and saved', async () => {
    const sample = (name: string) => readFileSync(join(PAGE, 'sample', name))
    const inputs = [
      { name: 'System/Blunderbuss.u', bytes: sample('Blunderbuss.u') },
      { name: 'System/Engine.u', bytes: sample('Engine.u') },
      { name: '<i>Read me</i>.txt', bytes: Buffer.from('a blunderbuss') },
    ]
    const pieces: Uint8Array[] = []
    for await (const piece of writeZip(
      inputs.map(({ name, bytes }) => ({ name, modified: new Date(0), read: () => bytes })),
      { deflate: (bytes) => deflateRawSync(bytes) },
    ))
      pieces.push(Uint8Array.from(piece))
    const { page, complaints } = await open(browser, server.address)
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose files' }).click(),
    ])
    await chooser.setFiles([{ name: 'Mod.zip', mimeType: '', buffer: Buffer.concat(pieces) }])
    await page.getByRole('button', { name: 'Mod.zip', exact: true }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: '<i>Read me</i>.txt', exact: true }).click()
    const saved: Buffer[] = []
    for await (const piece of await (await download).createReadStream()) saved.push(Buffer.from(piece))
    expect(Buffer.concat(saved).toString()).toBe('a blunderbuss')
    await page.getByRole('button', { name: 'System/Blunderbuss.u', exact: true }).click()
    await page.waitForSelector('.overview')
    // What the package needs is found beside it in the archive.
    await page.locator('.needs li[data-found=true]', { hasText: 'Engine' }).waitFor()
    expect(complaints).toEqual([])
  })
})

test.runIf(CHROMIUM === undefined)('archives in the studio', (context) => {
  process.stdout.write(`skipped: archives in the studio: ${NO_CHROMIUM}\n`)
  context.skip(NO_CHROMIUM)
})
