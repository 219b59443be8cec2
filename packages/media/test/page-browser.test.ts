import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inflateSync } from 'node:zlib'
import { encodePng, readPng, toRgba } from '@ukit/codecs/images'
import { nodeCodecs } from '@ukit/core/node'
import { memorySource } from '@ukit/files'
import { glbOf, type Material, type Mesh } from '@ukit/media'
import { pageFiles } from '@ukit/media/page'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder, writeTree } from '../../../testing/folders.js'
import { CHROMIUM, NO_CHROMIUM } from './chromium.js'
import { MOVING } from './gltf/meshes.js'

/** A PNG file of one colour. */
async function picture(size: number, color: readonly number[]): Promise<Uint8Array> {
  const zlib = await nodeCodecs.zlib()
  const deflate = Object.assign((bytes: Uint8Array) => zlib.compress?.(bytes) ?? bytes, { crc32: zlib.crc32 })
  const data = Uint8Array.from({ length: 4 * size * size }, (_, i) => color[i % 4] ?? 255)
  return encodePng({ format: 'rgba', width: size, height: size, data }, deflate)
}

/** A square of 100 units that faces forward, with two triangles. */
const SQUARE: Mesh = {
  kind: 'static',
  placement: { origin: [0, 0, 0], scale: [1, 1, 1], rotation: [0, 0, 0] },
  lods: [
    {
      positions: Float32Array.of(0, -50, 0, 0, 50, 0, 0, 50, 100, 0, -50, 100),
      uvs: [Float32Array.of(0, 1, 1, 1, 1, 0, 0, 0)],
      points: Uint32Array.of(0, 1, 2, 3),
      indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
      sections: [{ slot: 0, first: 0, count: 6 }],
    },
  ],
  materials: [{ path: 'Made.Skin', polyFlags: 0 }],
  sockets: [],
  notes: [],
}

const SKIN: Material = {
  path: 'Made.Skin',
  base: { path: 'Made.Skin', uvSet: 0 },
  alpha: 'opaque',
  isTwoSided: true,
  isUnlit: true,
  isInvisible: false,
  extras: {},
  notes: [],
}

/** A WAV file of half a second, 8 bits. */
function wave(): Uint8Array {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + 4000, 4)
  head.write('WAVEfmt ', 8)
  for (const [at, value] of [
    [16, 16],
    [24, 8000],
    [28, 8000],
    [40, 4000],
  ] as const)
    head.writeUInt32LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    head.writeUInt16LE(value, at)
  head.write('data', 36)
  return Buffer.concat([head, Buffer.alloc(4000, 128)])
}

/** Writes files with a manifest that lists them, and their page; returns the folder. */
async function extracted(
  written: readonly { readonly object: string; readonly class: string; readonly file: string }[],
  files: Readonly<Record<string, Uint8Array>>,
): Promise<string> {
  const folder = temporaryFolder(files)
  const entries = written.map((entry, index) => ({ ...entry, index }))
  const skipped = [{ object: 'Lost', class: 'Sound', index: 99, reason: 'broken', message: 'it is cut short' }]
  const manifest = { package: 'Made', version: 69, game: 'ut', written: entries, skipped, withoutForm: {}, missing: [] }
  const open = async (path: string) => {
    const bytes = files[path]
    return bytes === undefined ? undefined : memorySource(bytes)
  }
  for await (const { path, text } of pageFiles({ manifests: [JSON.stringify(manifest)], open }))
    writeTree(folder, { [path]: text })
  return folder
}

/** What is on the screen follows what the page did, whenever the machine finds the time to draw. */
const PATIENCE = { timeout: 60_000 }

const NAME = 'A skin #1 100% ä.png'

async function sample(): Promise<string> {
  const path = `Made/${NAME}`
  const skin = await picture(8, [255, 0, 255, 255])
  const glb = glbOf(SQUARE, {
    name: 'Square',
    unit: 0.02,
    materials: [SKIN],
    textures: new Map([['Made.Skin', { path: path.slice(5) }]]),
  })
  const moving = glbOf(MOVING, { name: 'Moving', unit: 0.02 })
  return extracted(
    [
      { object: 'Skin', class: 'Texture', file: path },
      { object: 'Square', class: 'StaticMesh', file: 'Made/Square.glb' },
      { object: 'Moving', class: 'LodMesh', file: 'Made/Moving.glb' },
      { object: 'Bang', class: 'Sound', file: 'Made/Bang.wav' },
      { object: 'Gun.ScriptText', class: 'TextBuffer', file: 'Made/Gun.uc' },
    ],
    {
      [path]: skin,
      'Made/Square.glb': glb.bytes,
      'Made/Moving.glb': moving.bytes,
      'Made/Bang.wav': wave(),
      'Made/Gun.uc': Buffer.from('class Gun extends Weapon;\n// <b>\u202e\n'),
    },
  )
}

describe.runIf(CHROMIUM !== undefined)('the page in Chromium, from a disk and without a network', () => {
  let browser: Browser
  beforeAll(async () => {
    const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-sandbox']
    browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args })
  })
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
  afterAll(() => browser?.close())

  /** Opens a page; whatever it complains of or requests elsewhere is in the second result. */
  async function opened(folder: string, tab: string): Promise<[Page, string[]]> {
    const context = await browser.newContext({ offline: true, viewport: { width: 1000, height: 700 } })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    const complaints: string[] = []
    // Drivers print what they think of the page's speed, as warnings: that depends on the machine.
    page.on('console', (message) => {
      if (message.type() !== 'warning' || !message.text().includes('GL Driver Message')) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('request', (request) => {
      if (!/^(?:file|blob):/.test(request.url())) complaints.push(request.url())
    })
    await page.goto(`${pathToFileURL(join(folder, 'index.html')).href}#${tab}`)
    await page.waitForSelector('.list .line')
    return [page, complaints]
  }

  /** Waits until an expression is true; the page's policy forbids what Playwright would do for that. */
  function until(page: Page, expression: string): Promise<unknown> {
    const loop = `const look = () => ((${expression}) ? done() : requestAnimationFrame(look)); look()`
    return page.evaluate(`new Promise((done) => { ${loop} })`)
  }

  /** Pixels of what is shown of an element, as red, green, blue and alpha. */
  async function pixelsOf(page: Page, selector: string): Promise<Uint8Array> {
    return toRgba(readPng(await page.locator(selector).first().screenshot(), (bytes) => inflateSync(bytes)))
  }

  /** The share of pixels that have the colour of the skin. */
  function magenta(pixels: Uint8Array): number {
    let count = 0
    for (let i = 0; i < pixels.length; i += 4)
      if ((pixels[i] ?? 0) > 240 && (pixels[i + 1] ?? 0) < 15 && (pixels[i + 2] ?? 0) > 240) count++
    return count / (pixels.length / 4)
  }

  test('a picture shows, whatever the name of its file contains', async () => {
    const [page, complaints] = await opened(await sample(), 'picture')
    await until(page, 'document.querySelector(".card img")?.naturalWidth === 8')
    await expect.poll(async () => magenta(await pixelsOf(page, '.card .pic')), PATIENCE).toBeGreaterThan(0.9)
    await page.locator('.card').click()
    await until(page, 'document.querySelector("dialog .picture img")?.naturalWidth === 8')
    expect(await page.locator('dialog .side').textContent()).toContain('8 × 8 · colours with alpha')
    await page.keyboard.press('Escape')
    expect(await page.locator('dialog[open]').count()).toBe(0)
    // The focus is back where it was.
    expect(await page.evaluate('document.activeElement.className')).toBe('card')
    expect(complaints).toEqual([])
  })

  test('a mesh is drawn with its picture, in the list and large; wire shows its edges only', async () => {
    const [page, complaints] = await opened(await sample(), 'mesh')
    await page.waitForSelector('.card .pic img')
    await until(page, 'document.querySelector(".card .pic img").naturalWidth > 0')
    await expect.poll(async () => magenta(await pixelsOf(page, '.card .pic')), PATIENCE).toBeGreaterThan(0.1)
    await page.locator('.card').first().click()
    await page.waitForSelector('dialog canvas')
    await until(page, 'document.querySelector("dialog canvas").width > 300')
    const share = async () => magenta(await pixelsOf(page, 'dialog canvas'))
    await expect.poll(share, PATIENCE).toBeGreaterThan(0.1)
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Wire' }).click()
    await expect.poll(share, PATIENCE).toBe(0)
    expect(await page.locator('dialog .side').textContent()).toContain('Size0.00 × 2.00 × 2.00 m')
    expect(complaints).toEqual([])
  })

  test('an animation of a mesh moves it', async () => {
    const [page, complaints] = await opened(await sample(), 'mesh')
    await page.locator('.card').nth(1).click()
    await page.waitForSelector('dialog .bar select')
    const names = await page.locator('dialog .bar option').allTextContents()
    expect(names).toEqual(['At rest', ...(MOVING.frames?.sequences.map(({ name }) => name) ?? [])])
    await page.locator('dialog .bar select').selectOption({ index: 1 })
    const before = await page.locator('dialog .bar input').inputValue()
    await until(page, `document.querySelector('dialog .bar input').value !== '${before}'`)
    await page.getByRole('button', { name: 'Pause' }).click()
    expect(await page.getByRole('button', { name: 'Play' }).count()).toBe(1)
    expect(complaints).toEqual([])
  })

  test('a sound is loaded when it is played, not before', async () => {
    const [page, complaints] = await opened(await sample(), 'sound')
    const audio = 'document.querySelector("audio")'
    expect(await page.evaluate(`[${audio}.preload, ${audio}.readyState]`)).toEqual(['none', 0])
    await page.evaluate(`${audio}.preload = 'metadata'; ${audio}.load()`)
    await until(page, `${audio}.duration === 0.5`)
    expect(complaints).toEqual([])
  })

  test('a source has colours, and its text is text', async () => {
    const [page, complaints] = await opened(await sample(), 'source')
    await page.locator('.item').click()
    await page.waitForSelector('.code .uc-keyword')
    expect(await page.locator('.code .uc-keyword').allTextContents()).toEqual(['class', 'extends'])
    expect(await page.locator('.code .uc-comment').textContent()).toBe('// <b>\\u202E')
    expect(await page.locator('.code b').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('hidden characters of names are shown, also in what only appears under the pointer', async () => {
    const name = 'Sk\u202ein\u0007'
    const written = [
      { object: name, class: 'Texture', file: 'Made/Skin.png' },
      { object: name, class: 'Sound', file: 'Made/Skin.wav' },
    ]
    const files = { 'Made/Skin.png': await picture(4, [0, 0, 0]), 'Made/Skin.wav': wave() }
    const [page] = await opened(await extracted(written, files), 'picture')
    const shown = 'Sk\\u202Ein\\x07'
    expect(await page.locator('.card').getAttribute('title')).toBe(shown)
    await page.locator('.card').click()
    await page.waitForSelector('dialog img')
    expect(await page.locator('dialog img').getAttribute('alt')).toBe(shown)
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Sounds' }).click()
    expect(await page.locator('audio').getAttribute('aria-label')).toBe(shown)
  })

  test('tabs count what the filter leaves, and are used with the keyboard', async () => {
    const [page] = await opened(await sample(), 'picture')
    const tabs = () => page.getByRole('tab').allTextContents()
    expect(await tabs()).toEqual(['Pictures1', 'Meshes2', 'Sounds1', 'Sources1', 'Not extracted1'])
    await page.getByRole('tab', { name: 'Pictures' }).focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Meshes2')
    await page.keyboard.press('/')
    await page.keyboard.type('square')
    await until(page, 'document.querySelectorAll(".card").length === 1')
    expect(await tabs()).toEqual(['Pictures0', 'Meshes1', 'Sounds0', 'Sources0', 'Not extracted0'])
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Square')
  })

  test('a script that is missing is named', async () => {
    const folder = await sample()
    rmSync(join(folder, 'index_files/mesh1.js'))
    const [page] = await opened(folder, 'mesh')
    await page.locator('.card').first().click()
    await page.getByText('Not shown: index_files/mesh1.js is missing').waitFor()
  })

  test('a page of 5,000 pictures has few elements, and its last one is reached', async () => {
    const names = Array.from({ length: 5000 }, (_, i) => `Group${i % 50}.Picture${i}`)
    const written = names.map((object) => ({ object, class: 'Texture', file: `Made/${object.replace('.', '/')}.png` }))
    const [page] = await opened(
      await extracted(written, { 'Made/Group49/Picture4999.png': await picture(4, [0, 0, 0]) }),
      'picture',
    )
    const elements = 'document.querySelectorAll("*").length'
    expect(await page.evaluate(elements)).toBeLessThan(800)
    await page.locator('.card').first().focus()
    await page.keyboard.press('End')
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Picture4999')
    await until(page, 'document.querySelector("img[src$=\'Picture4999.png\']")?.naturalWidth === 4')
    expect(await page.evaluate(elements)).toBeLessThan(800)
  })
})

if (CHROMIUM === undefined)
  test('the page in Chromium', (context) => {
    process.stdout.write(`skipped: the page in Chromium: ${NO_CHROMIUM}\n`)
    context.skip(NO_CHROMIUM)
  })
