import { createReadStream, existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { extname, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, launch, NO_CHROMIUM, open, PAGE } from './opened.js'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

/** Any static host, with the studio in a folder of it. */
async function staticHost(): Promise<{ readonly server: Server; readonly address: string }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname.replace('/some/folder/', '/')
    const file = join(PAGE, path === '/' ? 'index.html' : path)
    if (!existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  return { server, address: `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}/some/folder/` }
}

describe.runIf(CHROMIUM !== undefined)('the studio without a network', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser?.close())

  test('it is there after its host is gone, with the sample', async () => {
    const { server, address } = await staticHost()
    const { page, complaints } = await open(browser, address)
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    expect(await page.evaluate('caches.keys().then((names) => names.length)')).toBe(1)
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
    await page.reload()
    await page.getByRole('button', { name: /sample/i }).click()
    await page.waitForSelector('.mesh-stage canvas')
    expect(complaints).toEqual([])
  })
})

test.runIf(CHROMIUM === undefined)('the studio without a network', (context) => {
  process.stdout.write(`skipped: the studio without a network: ${NO_CHROMIUM}\n`)
  context.skip(NO_CHROMIUM)
})
