import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { serveStudio } from '@ukit/server'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/microsoft-edge']

/** A Chromium on this machine; `undefined` when there is none. `UKIT_CHROMIUM` names a different one. */
export const CHROMIUM = [process.env['UKIT_CHROMIUM'] ?? '', ...PROGRAMS].find(
  (path) => path !== '' && existsSync(path),
)

export const NO_CHROMIUM = 'needs a Chromium (Debian: apt-get install chromium), which is absent'

/** The studio as it was built. */
export const PAGE = fileURLToPath(new URL('../../../ukit/dist/studio', import.meta.url))

export function launch(): Promise<Browser> {
  const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-sandbox']
  return chromium.launch({ executablePath: CHROMIUM ?? '', args })
}

/** *A browser, and the studio that serves the sample*: there while the tests of a `describe` run. */
export interface SampleStudio {
  readonly browser: Browser
  readonly address: string
}

/** Starts them before the tests of a `describe`, and ends them after it. */
export function sampleStudio(): SampleStudio {
  let started: (SampleStudio & { readonly close: () => Promise<unknown> }) | undefined
  const running = () => {
    if (started === undefined) throw new Error('the tests have not begun')
    return started
  }
  beforeAll(async () => {
    const server = await serveStudio({ page: PAGE, disk: `${PAGE}/sample` })
    const browser = await launch()
    started = { browser, address: server.address, close: () => Promise.all([browser.close(), server.close()]) }
  })
  afterEach(() =>
    Promise.all(
      running()
        .browser.contexts()
        .map((context) => context.close()),
    ),
  )
  afterAll(() => started?.close())
  return {
    get browser() {
      return running().browser
    },
    get address() {
      return running().address
    },
  }
}

/** A page of the studio, and whatever it complains of or requests elsewhere. */
export async function open(browser: Browser, address: string): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, colorScheme: 'dark' })
  const page = await context.newPage()
  page.setDefaultTimeout(Number(process.env['UKIT_PATIENCE'] ?? 60_000))
  const complaints: string[] = []
  page.on('console', (message) => {
    // Drivers print what they think of the page's speed: that depends on the machine.
    if (!message.text().includes('GL Driver Message')) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  const { origin } = new URL(address)
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !/^(?:blob|data):/.test(request.url())) complaints.push(request.url())
  })
  await page.goto(address)
  return { page, complaints }
}

/** Waits until nothing of the page is waited for. */
export function settled(page: Page): Promise<void> {
  return page.locator('body:not(:has([aria-busy=true]))').waitFor()
}
