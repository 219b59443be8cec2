import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type StudioServer, serveStudio } from '@ukit/server'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../testing/folders.js'
import { manyNames, namedObjects, ODD_SIZES, oddTextures } from './made.js'
import { CHROMIUM, launch, NO_CHROMIUM, open, PAGE } from './opened.js'

const MESH = '#/pkg/Blunderbuss.u/BlunderbussMesh'
const SKIN = '#/pkg/Blunderbuss.u/Skins.BlunderbussSkin'

describe.runIf(CHROMIUM !== undefined)('traps of browsers', () => {
  let browser: Browser
  let server: StudioServer
  beforeAll(async () => {
    server = await serveStudio({ page: PAGE, disk: `${PAGE}/sample` })
    browser = await launch()
  })
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  /** The sample, in a page in which a script ran first. */
  async function after(script: string, place: string) {
    const { page, complaints } = await open(browser, 'about:blank')
    complaints.length = 0
    await page.addInitScript(script)
    await page.goto(server.address + place)
    return { page, complaints: () => complaints.filter((one) => !one.startsWith(server.address.slice(0, 16))) }
  }

  /** The page with a file that the user chose. */
  async function choose(page: Page, files: Parameters<Page['setInputFiles']>[1]) {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Open files' }).click()
    await (await chooser).setFiles(files as string)
  }

  test('1: a list of more rows than scroll bars can tell apart goes row by row by keys', async () => {
    const count = 60_000
    const names = manyNames(count)
    const bare = await serveStudio({ page: PAGE })
    const { page, complaints } = await open(browser, bare.address)
    await choose(page, [{ name: 'Long.u', mimeType: '', buffer: Buffer.from(await namedObjects(names)) }])
    const tree = page.getByRole('tree', { name: 'Objects' })
    await tree.waitFor()
    // Only what is seen has elements, and the overscan of eight rows below.
    expect(await tree.getByRole('treeitem').count()).toBeLessThan(60)
    await tree.focus()
    await page.keyboard.press('End')
    await tree.getByRole('treeitem', { name: names[count - 1] ?? '' }).waitFor()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => page.url()).toContain(names[count - 2])
    // The filter goes through all of them and makes no more elements.
    await page.keyboard.press('/')
    await page.keyboard.type('pathnode5999')
    const found = names.filter((name) => name.toLowerCase().includes('pathnode5999')).length
    await expect.poll(() => page.locator('.filter [aria-live]').textContent()).toBe(`${found} found`)
    expect(complaints).toEqual([])
    await bare.close()
  })

  test('2: textures of sizes that cards refuse when compressed are shown', async () => {
    const folder = temporaryFolder({ 'Odd.utx': await oddTextures() })
    const odd = await serveStudio({ page: PAGE, disk: folder })
    for (const [width, height] of ODD_SIZES) {
      const { page, complaints } = await open(browser, `${odd.address}#/pkg/Odd.utx/Red${width}x${height}`)
      await page.locator(`.stage-words:has-text("${width} × ${height}")`).waitFor()
      const [red, green, blue] = (await page.evaluate(`(() => {
        const canvas = document.querySelector('.pictures canvas')
        return [...canvas.getContext('2d').getImageData(canvas.width - 1, canvas.height - 1, 1, 1).data]
      })()`)) as number[]
      expect([red, green, blue]).toEqual([255, 0, 0])
      expect(complaints).toEqual([])
      await page.context().close()
    }
    await odd.close()
  })

  test('3: a texture that is too large for the card loses its top levels, which is said', async () => {
    const script = `const own = WebGL2RenderingContext.prototype.getParameter
      WebGL2RenderingContext.prototype.getParameter = function (name) {
        return name === this.MAX_TEXTURE_SIZE ? 16 : own.call(this, name)
      }`
    const { page, complaints } = await after(script, MESH)
    await page.locator('.stage-words:has-text("drawn smaller: this card takes 16 pixels")').waitFor()
    expect(complaints()).toEqual([])
  })

  test('4: nothing in the page can become a script', async () => {
    const { page } = await open(browser, server.address + SKIN)
    await page.locator('.pictures canvas').waitFor()
    const refused = (code: string) =>
      page.evaluate(`(() => { try { ${code}; return 'done' } catch (error) { return error.name } })()`)
    expect(await refused(`document.body.innerHTML = '<b>x</b>'`)).toBe('TypeError')
    expect(await refused(`new Worker('assets/x.js')`)).toBe('TypeError')
    expect(await refused(`trustedTypes.createPolicy('other', {})`)).toBe('TypeError')
    // The driver of the test may evaluate texts itself; the page's own timers may not.
    expect(await refused(`setTimeout('window.ran = 1', 0)`)).toBe('TypeError')
  })

  test('5: memory that threads share is not needed', async () => {
    const { page, complaints } = await after('delete globalThis.SharedArrayBuffer', MESH)
    await page.locator('.stage-words').waitFor()
    expect(await page.evaluate('[globalThis.crossOriginIsolated, typeof SharedArrayBuffer]')).toEqual([
      false,
      'undefined',
    ])
    expect(complaints()).toEqual([])
  })

  test('6: without WebGL a message is shown in place, and the rest goes on', async () => {
    const script = `const own = HTMLCanvasElement.prototype.getContext
      HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
        return /webgl/.test(kind) ? null : own.call(this, kind, ...more)
      }`
    const { page, complaints } = await after(script, MESH)
    await page.locator('.body [role=alert]:has-text("does not draw in three dimensions")').waitFor()
    await page.getByRole('tab', { name: 'Properties' }).click()
    await page.locator('.body .kv').first().waitFor()
    await page.goto(server.address + SKIN)
    await page.locator('.pictures canvas').waitFor()
    expect(complaints()).toEqual([])
  })

  test('7: a card that is lost says so, and is tried again', async () => {
    const { page } = await open(browser, server.address + MESH)
    await page.locator('.mesh-stage canvas').waitFor()
    await page.evaluate(`document.querySelector('.mesh-stage canvas').getContext('webgl2')
      .getExtension('WEBGL_lose_context').loseContext()`)
    await page.locator('.body [role=alert]:has-text("stopped drawing")').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.mesh-stage canvas').waitFor()
    expect(await page.locator('.body [role=alert]').count()).toBe(0)
  })

  test('8: files are chosen without the pickers of Chromium, and one that changes on the disk says so', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'Mine.u')
    writeFileSync(path, await namedObjects(['First', 'Second'], 2_000_000))
    const script = `for (const name of ['showOpenFilePicker', 'showDirectoryPicker']) delete globalThis[name]
      delete DataTransferItem.prototype.getAsFileSystemHandle`
    const { page, complaints } = await after(script, SKIN)
    await page.locator('.pictures canvas').waitFor()
    await choose(page, path)
    await page.getByRole('treeitem', { name: 'First' }).waitFor()
    appendFileSync(path, Buffer.alloc(100))
    await page.getByRole('treeitem', { name: 'Second' }).click()
    await page.locator('.view [role=alert]:has-text("changed on the disk")').waitFor()
    await choose(page, path)
    await page.getByRole('treeitem', { name: 'First' }).waitFor()
    // It takes the place of what it was.
    expect(await page.getByRole('navigation', { name: 'Open packages' }).getByText('Mine').count()).toBe(1)
    expect(complaints()).toEqual([])
  })

  test('9: a worker that dies takes only its task along, and is started again', async () => {
    const { page } = await open(browser, server.address + SKIN)
    await page.locator('.pictures canvas').waitFor()
    const [worker] = page.workers()
    const next = page.waitForEvent('worker')
    await worker?.evaluate(`setTimeout(() => { throw new Error('out of memory') }, 0)`)
    await next
    await page.locator('.pictures canvas').waitFor()
    await page.getByRole('tab', { name: 'Properties' }).click()
    await page.locator('.body .kv').first().waitFor()
    expect(page.url()).toContain('BlunderbussSkin')
  })

  test('11: nothing is stored that is needed', async () => {
    const script = `for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
        Object.defineProperty(globalThis, name, { get() { throw new DOMException('denied', 'SecurityError') } })
      StorageManager.prototype.estimate = async () => ({ quota: 0, usage: 0 })
      StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))`
    const { page, complaints } = await after(script, SKIN)
    await page.locator('.pictures canvas').waitFor()
    await page.getByRole('button', { name: 'Light look' }).click()
    await page.locator('html[data-theme=light]').waitFor()
    expect(complaints()).toEqual([])
  })

  test('12: an address leads to an object whatever is in its name', async () => {
    const names = ['a/b@c', '100%', '#2', 'Größe', '<b>&"', 'x.y.z', '%2F', 'Жук ✓']
    const folder = temporaryFolder({ 'Odd @ names #1.u': await namedObjects(names) })
    const odd = await serveStudio({ page: PAGE, disk: folder })
    const { page, complaints } = await open(browser, odd.address)
    await page.getByRole('button', { name: 'Odd @ names' }).click()
    for (const name of names) {
      await page.getByRole('treeitem', { name, exact: false }).first().click()
      await expect.poll(() => page.locator('.path b').textContent()).toBe(name.slice(name.lastIndexOf('.') + 1))
      const address = page.url()
      await page.goto('about:blank')
      await page.goto(address)
      await page.locator('.views').waitFor()
      const chosen = page.locator('[role=treeitem][aria-selected=true] .name')
      await expect.poll(() => chosen.textContent()).toBe(name)
    }
    expect(complaints).toEqual([])
    await odd.close()
  })

  test('13: lists do not move by themselves, and have rows beside those that are seen', async () => {
    const folder = temporaryFolder({ 'Long.u': await namedObjects(manyNames(500)) })
    const long = await serveStudio({ page: PAGE, disk: folder })
    const { page } = await open(browser, `${long.address}#/pkg/Long.u`)
    const list = page.getByRole('tree', { name: 'Objects' })
    await list.waitFor()
    const [anchor, contain, seen] = (await page.evaluate(`(() => {
      const list = document.querySelector('[role=tree]')
      const { overflowAnchor, contain } = getComputedStyle(list)
      return [overflowAnchor, contain, list.clientHeight / 24]
    })()`)) as [string, string, number]
    expect([anchor, contain]).toEqual(['none', 'strict'])
    await expect.poll(() => list.getByRole('treeitem').count()).toBe(Math.ceil(seen) + 8)
    await long.close()
  })
})

test.runIf(CHROMIUM === undefined)('traps of browsers', (context) => {
  process.stdout.write(`skipped: traps of browsers: ${NO_CHROMIUM}\n`)
  context.skip(NO_CHROMIUM)
})
