#!/usr/bin/env node
// Draws .glb files in a real browser (Chromium, three), from several sides and at several times of an
// animation, so that someone can check them: up is up, nothing is inside out, text on textures can be read,
// limbs are not torn.
//
//   node scripts/render-meshes.mjs [OPTIONS] FILE.glb… [-o DIR]
//
//   -o DIR             where the pictures go, FILE.png for each file (default: beside the file)
//   --views LIST       of front,right,back,left,top,bottom,corner (default: corner,front,right,back,top)
//   --at NAME@SECONDS  a row more: that animation at that time; may be given several times.
//                      `--at 0@0.5` takes the first animation, `--at 3@end` the fourth at its end
//   --size PIXELS      of one view (default: 320)
//   --axes             the engine's axes at the origin: X red (forward), Y green (right), Z blue (up)
//   --bones            the skeleton as lines
//   --facing           outsides white, insides red, no textures: shows which way triangles are wound
//   --scene NUMBER     of the file (default: its own; collision is a scene of its own)
//
// A picture is a sheet: a column for each view, a row for the pose at rest and one for each --at. Prints a
// line for each file: triangles, size in metres, animations, and textures that did not load. Exit status 1 if
// a file did not load. The browser is /usr/bin/chromium, or the one named by UKIT_CHROMIUM.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'

const THREE = fileURLToPath(new URL('../node_modules/three/', import.meta.url))
const PAGE = fileURLToPath(new URL('render-meshes.html', import.meta.url))
const PROGRAMS = [
  process.env.UKIT_CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', short: 'o' },
    views: { type: 'string', default: 'corner,front,right,back,top' },
    at: { type: 'string', multiple: true, default: [] },
    size: { type: 'string', default: '320' },
    scene: { type: 'string' },
    axes: { type: 'boolean', default: false },
    bones: { type: 'boolean', default: false },
    facing: { type: 'boolean', default: false },
  },
})
const program = PROGRAMS.find((path) => path !== '' && existsSync(path))
if (program === undefined || positionals.length === 0) {
  const what = program === undefined ? 'needs a Chromium (Debian: apt-get install chromium)' : 'names no file'
  process.stderr.write(`render-meshes: ${what}; usage is at the top of the script\n`)
  process.exit(2)
}

const ORIGIN = 'http://render.test'
const browser = await chromium.launch({
  executablePath: program,
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-sandbox'],
})
let failed = 0
try {
  const page = await browser.newPage()
  page.setDefaultTimeout(300_000)
  let folder = '.'
  await page.route(`${ORIGIN}/**`, async (route) => {
    const path = decodeURIComponent(new URL(route.request().url()).pathname)
    if (path === '/') return route.fulfill({ contentType: 'text/html', body: readFileSync(PAGE) })
    const file = path.startsWith('/three/')
      ? join(THREE, path.slice(7))
      : resolve(folder, `.${path.replace(/^\/files/, '')}`)
    if (!existsSync(file)) return route.fulfill({ status: 404, body: '' })
    const type = file.endsWith('.js')
      ? 'text/javascript'
      : file.endsWith('.png')
        ? 'image/png'
        : 'application/octet-stream'
    return route.fulfill({ contentType: type, body: readFileSync(file) })
  })
  page.on('pageerror', (error) => process.stderr.write(`${error}\n`))
  await page.goto(`${ORIGIN}/`)
  await page.waitForFunction(() => globalThis.draw !== undefined)
  for (const file of positionals) {
    // Textures are found by relative paths that may lead up: so everything above is served.
    const path = resolve(file)
    folder = '/'
    const { views, at, size, scene, axes, bones, facing } = values
    const options = { views: views.split(','), at, size: Number(size), scene, axes, bones, facing }
    try {
      const url = `/files${path.split('/').map(encodeURIComponent).join('/')}`
      const { sheet, facts } = await page.evaluate(([from, how]) => globalThis.draw(from, how), [url, options])
      const out = join(values.out ?? dirname(path), `${basename(path, '.glb')}.png`)
      mkdirSync(dirname(out), { recursive: true })
      writeFileSync(out, Buffer.from(sheet.slice(sheet.indexOf(',') + 1), 'base64'))
      process.stdout.write(`${out}: ${facts}\n`)
    } catch (error) {
      failed++
      process.stderr.write(`${file}: ${error.message}\n`)
    }
  }
} finally {
  await browser.close()
}
process.exitCode = failed > 0 ? 1 : 0
