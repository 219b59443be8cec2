// Draws the pictures of the studio in docs/studio: pages with packages of our own, in Debian's Chromium.
//
//   npm run build && node scripts/draw-studio.mjs

import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { serveStudio } from '../packages/server/build/index.js'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const page = join(root, 'packages/ukit/dist/studio')
const target = join(root, 'docs/studio')

/** Name of the picture, where it is, and its look. */
const PICTURES = [
  ['mesh', '/BlunderbussMesh', 'dark'],
  ['texture', '/Skins.BlunderbussSkin', 'dark'],
  ['source', '/Blunderbuss', 'dark'],
  ['bytes', '/Skins.BlunderbussSkin@bytes', 'dark'],
  ['overview', '', 'light'],
  ['sound', '/Blunderbuss.BlunderbussShot', 'light'],
]

mkdirSync(target, { recursive: true })
const server = await serveStudio({ page, disk: join(page, 'sample') })
const browser = await chromium.launch({
  executablePath: process.env.UKIT_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
})
for (const [name, place, look] of PICTURES) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 720 },
    colorScheme: look === 'light' ? 'light' : 'dark',
  })
  const tab = await context.newPage()
  await tab.goto(`${server.address}#/pkg/Blunderbuss.u${place}`)
  await tab.locator('.body').waitFor()
  await tab.locator('[aria-busy=true]').waitFor({ state: 'detached' })
  // Pictures in lists come one after the other.
  await tab.waitForTimeout(1500)
  await tab.screenshot({ path: join(target, `${name}.png`) })
  await context.close()
}
await browser.close()
await server.close()
