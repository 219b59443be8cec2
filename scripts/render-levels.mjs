#!/usr/bin/env node
// Draws scenes of levels (`ukit extract --scene`) in a real browser (Chromium, three) as the engine shows
// them: from where players start, and from above, so that someone can check them: no seams, no mirrored text,
// light under lamps, no holes.
//
//   node scripts/render-levels.mjs [OPTIONS] FILE.glb… [-o DIR]
//
//   -o DIR          where the pictures go, FILE-1.png … for each file (default: beside the file)
//   --eyes N        pictures from where players start (default: 3)
//   --no-light      without light maps
//   --gamma NUMBER  as the games' own setting (default: 1)
//   --size W,H      in pixels (default: 800,500)
//
// Prints a line for each file. Exit status 1 if a file did not load. The browser is /usr/bin/chromium, or the
// one named by UKIT_CHROMIUM.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'

const THREE = fileURLToPath(new URL('../node_modules/three/', import.meta.url))
const PAGE = fileURLToPath(new URL('render-levels.html', import.meta.url))
const ORIGIN = 'http://render.test'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', short: 'o' },
    eyes: { type: 'string', default: '3' },
    'no-light': { type: 'boolean', default: false },
    gamma: { type: 'string', default: '1' },
    size: { type: 'string', default: '800,500' },
  },
})
if (positionals.length === 0) {
  process.stderr.write('render-levels: names no file; usage is at the top of the script\n')
  process.exit(2)
}
const [width, height] = values.size.split(',').map(Number)
const browser = await chromium.launch({
  executablePath: process.env.UKIT_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-sandbox'],
})
let failed = 0
try {
  const page = await browser.newPage()
  page.setDefaultTimeout(300_000)
  await page.route(`${ORIGIN}/**`, async (route) => {
    const path = decodeURIComponent(new URL(route.request().url()).pathname)
    if (path === '/') return route.fulfill({ contentType: 'text/html', body: readFileSync(PAGE) })
    // Textures are found by relative paths that may lead up: so everything above is served.
    const file = path.startsWith('/three/') ? join(THREE, path.slice(7)) : path.replace(/^\/files/, '')
    if (!existsSync(file)) return route.fulfill({ status: 404, body: '' })
    const types = { '.js': 'text/javascript', '.png': 'image/png' }
    const type = types[/\.\w+$/.exec(file)?.[0] ?? ''] ?? 'application/octet-stream'
    return route.fulfill({ contentType: type, body: readFileSync(file) })
  })
  page.on('pageerror', (error) => process.stderr.write(`${error}\n`))
  page.on('console', (message) => message.type() === 'error' && process.stderr.write(`${message.text()}\n`))
  await page.goto(`${ORIGIN}/`)
  await page.waitForFunction(() => globalThis.draw !== undefined)
  for (const file of positionals) {
    const path = resolve(file)
    const how = {
      width,
      height,
      light: !values['no-light'],
      gamma: Number(values.gamma),
      eyes: Number(values.eyes),
      above: true,
    }
    try {
      const url = `/files${path.split('/').map(encodeURIComponent).join('/')}`
      const { pictures, facts } = await page.evaluate(([from, options]) => globalThis.draw(from, options), [url, how])
      const folder = values.out ?? dirname(path)
      mkdirSync(folder, { recursive: true })
      for (const [i, picture] of pictures.entries()) {
        const out = join(folder, `${basename(path, '.glb')}-${i + 1}.png`)
        writeFileSync(out, Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64'))
      }
      process.stdout.write(`${path}: ${facts}\n`)
    } catch (error) {
      failed++
      process.stderr.write(`${file}: ${error.message}\n`)
    }
  }
} finally {
  await browser.close()
}
process.exitCode = failed > 0 ? 1 : 0
