import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { encodePng } from '@ukit/codecs/images'
import { nodeCodecs } from '@ukit/core/node'
import * as edit from '@ukit/edit'
import * as game from '@ukit/game'
import * as importers from '@ukit/import'
import * as make from '@ukit/make'
import { glbOf } from '@ukit/media'
import * as server from '@ukit/server'
import * as umod from '@ukit/umod'
import { chromium } from 'playwright-core'
import { rolldown } from 'rolldown'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../../../testing/bytes.js'
import { CODE, CORPUS, corpusFile } from '../../../../testing/corpus.js'
import { temporaryFolder } from '../../../../testing/folders.js'
import { guidOf } from '../../../../testing/made-package.js'
import { CHROMIUM, NO_CHROMIUM } from '../chromium.js'
import { MOVING } from '../gltf/meshes.js'
import { chunk, format, riff } from '../wave.js'
import { type Answer, callDoors, type DoorFile } from './call-doors.js'
import { callServerDoors } from './call-server-doors.js'
import { callEditDoors, callGameDoors, callMakeDoors } from './call-upper-doors.js'
import { LIVE } from './live-doors.js'
import { differenceOf } from './same-value.js'

/** A package of our own: a mesh that moves with its texture, and a sound. */
async function made(): Promise<DoorFile> {
  const document = await edit.createPackage({ name: 'Made', version: 69, guid: guidOf('Made') })
  const put = (path: string, name: string, bytes: Uint8Array) =>
    importers.importFile(document, path, { name, bytes, openFile: async () => undefined }, { codecs: nodeCodecs })
  const zlib = await nodeCodecs.zlib()
  const deflate = Object.assign((bytes: Uint8Array) => zlib.compress?.(bytes) ?? bytes, { crc32: zlib.crc32 })
  const data = Uint8Array.from({ length: 256 }, (_, i) => (i % 4 === 3 ? 255 : i))
  await put('Bark', 'Bark.png', encodePng({ format: 'rgba', width: 8, height: 8, data }, deflate))
  const mesh = { ...MOVING, materials: [{ polyFlags: 0, path: 'Made.Bark' }, { polyFlags: 2 }] }
  await put('Thing', 'Thing.glb', glbOf(mesh, { name: 'Thing', unit: 1 }).bytes)
  await put('Bang', 'Bang.wav', riff(format(1, 8), chunk('data', Uint8Array.of(128, 255, 0, 128))))
  return { name: 'Made.u', bytes: await bytesOf((await edit.buildPackage(document)).image) }
}

/** Packages of each engine with meshes, materials, animations, pictures, sounds and code. */
const REAL = [
  'ue1/1337gamedev/C4.u',
  'ue1/adrak0/LadderSounds.uax',
  'corpus-2/ue2/t-maxwiese-t/FP_coltHG.ukx',
  'corpus-2/scenes/ut2004/StaticMeshes/2K4chargerMESHES.usx',
  'ue3/lucubration/WP_Garage_Gun_LS.upk',
  'corpus-2/ue3/g3arshift/WEP_3P_SKULL9_MESH.upk',
].filter((path) => CORPUS.some((row) => row.path === path))

/** The smallest package of code of each engine. */
const CODES = ['ut99', 'ut2004', 'udk-868'].flatMap((game) => {
  const rows = CODE.filter(({ path, bytes }) => path.startsWith(`code/${game}/`) && bytes > 20_000)
  const [smallest] = rows.sort((a, b) => a.bytes - b.bytes)
  return smallest === undefined ? [] : [smallest.path]
})

async function files(): Promise<DoorFile[]> {
  const real = [...REAL, ...CODES].map((path) => ({ name: path.replace(/^.*\//, ''), bytes: corpusFile(path) }))
  if (real.length === 0) process.stdout.write('the doors are asked for a made package only: there are no real files\n')
  return [await made(), ...real]
}

/** Doors that must have been gone through with real files; those of a made package are the first. */
const OF_MADE = ['core: UkitError.toInfo', 'inspect: hexMap', 'media: materialOf', 'media: meshOf', 'media: soundOf']
const OF_REAL = ['media: animationOf', 'media: TexturePicture', 'script: decompileClass', 'script: packageScriptLines']

describe('what the library returns', () => {
  it('is the same after a way through a thread of Node', async () => {
    const worker = new Worker(
      "const { parentPort } = require('worker_threads'); parentPort.on('message', (m) => parentPort.postMessage(m))",
      { eval: true },
    )
    const wrong: string[] = []
    const doors = new Set<string>()
    const send = async (from: string, { door, value }: Answer) => {
      doors.add(door)
      try {
        worker.postMessage({ value })
        const [back] = await once(worker, 'message')
        const difference = differenceOf({ value }, back)
        if (difference !== undefined) wrong.push(`${from}: ${door}${difference}`)
      } catch (error) {
        wrong.push(`${from}: ${door}: ${error}`)
      }
    }
    try {
      for (const file of await files()) {
        for await (const answer of callDoors(file)) await send(file.name, answer)
        for await (const answer of callEditDoors(file)) await send(file.name, answer)
      }
      for await (const answer of callGameDoors()) await send('game', answer)
      for await (const answer of callMakeDoors()) await send('make', answer)
      for await (const answer of callServerDoors(temporaryFolder())) await send('server', answer)
    } finally {
      await worker.terminate()
    }
    expect(wrong).toEqual([])
    expect([...doors]).toEqual(expect.arrayContaining(REAL.length > 0 ? [...OF_MADE, ...OF_REAL] : OF_MADE))
    // Every function of these doors was called, or is listed with the reason why not, and not both.
    for (const [door, module] of Object.entries({ edit, game, import: importers, make, server, umod })) {
      const functions = Object.entries<unknown>(module).flatMap(([name, value]) =>
        typeof value === 'function' && /^[a-z]/.test(name) ? [name] : [],
      )
      const called = [...doors].flatMap((one) => (one.startsWith(`${door}: `) ? one.slice(door.length + 2) : []))
      const listed = [...(LIVE[door]?.keys() ?? [])]
      expect(
        functions.filter((name) => !called.includes(name) && !listed.includes(name)),
        door,
      ).toEqual([])
      expect(
        listed.filter((name) => called.includes(name) || !functions.includes(name)),
        door,
      ).toEqual([])
    }
  })

  it('is the same after a way through a worker of a browser', async (context) => {
    if (CHROMIUM === undefined) {
      process.stdout.write(`skipped: plain data in a browser: ${NO_CHROMIUM}\n`)
      context.skip(NO_CHROMIUM)
      return
    }
    const served = new Map<string, string | Uint8Array>([
      ...(await bundled()),
      ['echo.js', 'onmessage = ({ data }) => postMessage(data)'],
    ])
    const all = await files()
    for (const { name, bytes } of all) served.set(name, bytes)
    const names = JSON.stringify(all.map(({ name }) => name))
    served.set('', `<!doctype html><script>files = ${names}</script><script type="module" src="page.js"></script>`)
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
    try {
      const page = await browser.newPage()
      await page.route('http://ukit.invalid/**', (route) => {
        const path = new URL(route.request().url()).pathname.slice(1)
        const contentType = path.endsWith('.js')
          ? 'text/javascript'
          : path === ''
            ? 'text/html'
            : 'application/octet-stream'
        const body = served.get(decodeURIComponent(path))
        if (body === undefined) return route.fulfill({ status: 404 })
        return route.fulfill({ contentType, body: typeof body === 'string' ? body : Buffer.from(body) })
      })
      const reported = new Promise<{ wrong: string[]; doors: string[] }>((resolve, reject) => {
        page.on('pageerror', reject)
        void page.exposeFunction('report', resolve).then(() => page.goto('http://ukit.invalid/'))
      })
      const { wrong, doors } = await reported
      expect(wrong).toEqual([])
      expect(doors).toEqual(expect.arrayContaining(REAL.length > 0 ? [...OF_MADE, ...OF_REAL] : OF_MADE))
    } finally {
      await browser.close()
    }
  })
})

/** The program of the page, `page.js`, with the built library, as modules by name. */
async function bundled(): Promise<(readonly [name: string, code: string])[]> {
  // What the support of the tests needs of Node is not used here: if it were, the page would not start.
  const bundle = await rolldown({
    input: fileURLToPath(new URL('page.ts', import.meta.url)),
    platform: 'browser',
    external: /^node:/,
  })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  return output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code] as const] : []))
}
