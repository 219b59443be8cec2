import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { fileOf, samplePlan } from '../../../../testing/packages.js'

const PROGRAMS = [
  process.env['UKIT_CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const CHROMIUM = PROGRAMS.find((path) => path !== '' && existsSync(path))
const NO_CHROMIUM = 'needs a Chromium (Debian: apt-get install chromium), which is absent'

/** The built library as one module. It must not import Node or any package. */
async function bundled(): Promise<string> {
  const input = 'ukit'
  const built = (name: string) => fileURLToPath(new URL(`../../../${name}/build/index.js`, import.meta.url))
  const entry = ['files', 'core', 'inspect'].map((name) => `export * from ${JSON.stringify(built(name))}`).join('\n')
  const virtual = {
    name: 'everything',
    resolveId: (id: string) => (id === input ? id : null),
    load: (id: string) => (id === input ? entry : null),
  }
  const bundle = await rolldown({ input, platform: 'browser', plugins: [virtual] })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  await bundle.close()
  expect(output.flatMap((file) => (file.type === 'chunk' ? file.imports : []))).toEqual([])
  return output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n')
}

/**
 * Opens the file from a Blob and by Range requests, saves it unchanged and compressed, reads both back,
 * verifies the package, and posts the results.
 */
const PAGE = `<!doctype html><meta charset="utf-8"><script type="module">
import * as ukit from './ukit.js'
async function collect(parts) {
  const all = []
  for await (const part of parts) all.push(part)
  return new Blob(all)
}
async function run() {
  const blob = await (await fetch('./Sample.upk')).blob()
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const pkg = await ukit.openPackage(ukit.blobSource(blob), { fileName: 'Sample.upk' })
  const remote = await ukit.openPackage(await ukit.httpSource(new URL('./Sample.upk', location.href).href))
  const saved = new Uint8Array(await (await collect(ukit.savePackage(pkg))).arrayBuffer())
  const again = await ukit.openPackage(ukit.blobSource(await collect(ukit.savePackage(pkg, { compress: 'zlib' }))))
  const report = await ukit.verify(ukit.blobSource(blob))
  return {
    names: pkg.names,
    exports: pkg.exports.map(String),
    remote: remote.exports.map(String),
    reread: again.exports.map(String),
    same: saved.length === bytes.length && saved.every((byte, i) => byte === bytes[i]),
    objects: report.objects,
  }
}
const text = await run().then(JSON.stringify, (error) => 'failed: ' + error.stack)
await fetch('./result', { method: 'POST', body: text })
</script>`

/** Serves the page and a file with Range, and waits for the results that the page posts. */
async function inBrowser(
  chromium: string,
  script: string,
  file: Uint8Array,
): Promise<{ result: string; ranges: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'ukit-browser-'))
  let ranges = 0
  let post: (text: string) => void = () => undefined
  const posted = new Promise<string>((resolve) => {
    post = resolve
  })
  const server = createServer((request, response) => {
    if (request.url === '/result') void readBody(request).then(post)
    else if (request.url === '/Sample.upk') ranges += sendFile(request, response, file) ? 1 : 0
    else if (request.url === '/ukit.js') response.setHeader('content-type', 'text/javascript').end(script)
    else response.setHeader('content-type', 'text/html').end(PAGE)
    if (request.url === '/result') response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const options = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  const browser = spawn(
    chromium,
    [...options, `--user-data-dir=${join(folder, 'profile')}`, `http://127.0.0.1:${port}/`],
    { stdio: 'ignore', detached: true },
  )
  const ended = new Promise<string>((resolve) => {
    browser.once('exit', (code) => resolve(`the browser ended with status ${code}`))
    browser.once('error', (error) => resolve(String(error)))
  })
  try {
    return { result: await Promise.race([posted, ended]), ranges }
  } finally {
    // Kill the entire process group: child processes would otherwise continue to write to the profile.
    if (browser.pid !== undefined) process.kill(-browser.pid, 'SIGKILL')
    await ended
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of request) parts.push(part as Uint8Array)
  return Buffer.concat(parts).toString()
}

/** Answers a Range request with the requested part; returns true if it was a Range request. */
function sendFile(request: IncomingMessage, response: ServerResponse, file: Uint8Array): boolean {
  response.setHeader('accept-ranges', 'bytes').setHeader('etag', '"1"')
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
  if (range === null) {
    response.setHeader('content-length', file.length).end(request.method === 'HEAD' ? undefined : file)
    return false
  }
  const [start, end] = [Number(range[1]), Math.min(Number(range[2]), file.length - 1)]
  response.writeHead(206, {
    'content-range': `bytes ${start}-${end}/${file.length}`,
    'content-length': end - start + 1,
  })
  response.end(file.subarray(start, end + 1))
  return true
}

test('the library opens, saves, compresses and verifies a package in a browser', async (context) => {
  if (CHROMIUM === undefined) {
    process.stdout.write(`skipped: the library in a browser: ${NO_CHROMIUM}\n`)
    context.skip(NO_CHROMIUM)
    return
  }
  const plan = samplePlan({ version: 868 })
  const { result, ranges } = await inBrowser(CHROMIUM, await bundled(), await fileOf(plan))
  expect(result).toMatch(/^\{/)
  const found = JSON.parse(result)
  expect(found.names).toEqual(plan.names.map((entry) => entry.text.text))
  expect(found.exports).toHaveLength(plan.exports.length)
  expect(found).toMatchObject({
    same: true,
    remote: found.exports,
    reread: found.exports,
    objects: plan.exports.length,
  })
  expect(ranges).toBeGreaterThan(0)
})
