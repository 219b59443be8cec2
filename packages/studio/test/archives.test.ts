import { openAsBlob } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { compressUz } from '@ukit/codecs/uz'
import { writeZip } from '@ukit/codecs/zip'
import { memorySource, openPackage } from '@ukit/core'
import { packUmod } from '@ukit/umod'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { fileOf, planOf } from '../../../testing/packages.js'
import type { FileToOpen } from '../src/data/package-calls.js'
import { listOf, unpacked } from '../src/data/worker/archives.js'
import { OpenedPackages } from '../src/data/worker/opened.js'
import type { Work } from '../src/data/worker/serve.js'

const GIGABYTE = 2 ** 30

function work(signal = new AbortController().signal, progress: Work['progress'] = () => undefined): Work {
  return { signal, progress, handOver: () => undefined, piece: () => undefined }
}

function made(): Promise<Uint8Array> {
  const exports = [{ objectName: 'Wall', class: -2 }]
  return fileOf(
    planOf(
      { version: 69 },
      {
        imports: [
          ['Core', 'Package', 0, 'Engine'],
          ['Core', 'Class', -1, 'Texture'],
        ],
        exports,
      },
    ),
  )
}

async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(Uint8Array.from(piece))
  return Uint8Array.from(Buffer.concat(all))
}

function zip(files: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array<ArrayBuffer>> {
  const inputs = Object.entries(files).map(([name, bytes]) => ({ name, modified: new Date(0), read: () => bytes }))
  return joined(writeZip(inputs, { deflate: (bytes) => deflateRawSync(bytes) }))
}

function fileNamed(name: string, bytes: Uint8Array): FileToOpen {
  return { name, file: new File([Uint8Array.from(bytes)], name) }
}

test('a package in an installer in a zip opens, and what is beside it can be saved', async () => {
  const words = new TextEncoder().encode('[Public]\nnothing')
  const installer = await joined(
    packUmod([
      { name: 'Textures\\Made.utx', data: memorySource(await made()) },
      { name: 'System\\Made.int', data: memorySource(words) },
    ]),
  )
  const outer = fileNamed('Made.zip', await zip({ 'put here/Made.umod': installer, 'readme.txt': words }))
  expect(await listOf(outer, work())).toEqual({
    kind: 'zip',
    files: [
      { name: 'put here/Made.umod', size: installer.length },
      { name: 'readme.txt', size: 16 },
    ],
    damage: undefined,
  })
  const inner: FileToOpen = { name: 'Made.umod', within: outer, entry: 'put here/Made.umod' }
  const listed = await listOf(inner, work())
  expect(listed.kind).toBe('umod')
  expect(listed.files.map(({ name }) => name)).toEqual(['Textures\\Made.utx', 'System\\Made.int'])
  const packages = new OpenedPackages()
  const { pkg } = await packages.open({ name: 'Made.utx', within: inner, entry: 'Textures\\Made.utx' }, work())
  expect([pkg.name, pkg.exports[0]?.name]).toEqual(['Made', 'Wall'])
  const saved = await unpacked({ name: 'Made.int', within: inner, entry: 'System\\Made.int' }, work())
  expect(new TextDecoder().decode(saved)).toBe('[Public]\nnothing')
})

test('a compressed download opens, also when another package needs what is in it', async () => {
  const bytes = await made()
  const download = fileNamed('Made.utx.uz', compressUz(bytes, { name: 'Made.utx' }))
  expect((await listOf(download, work())).files).toEqual([{ name: 'Made.utx', size: bytes.length }])
  const packages = new OpenedPackages()
  packages.shelve([download])
  expect(packages.isKnown('made')).toBe(true)
  expect((await packages.set.package('Made'))?.exports[0]?.name).toBe('Wall')
})

test('archives in archives end at the third, and those who no longer wait stop the reading', async () => {
  let bytes = await zip({ 'a.txt': new Uint8Array(1) })
  for (let i = 0; i < 4; i++) bytes = await zip({ 'a.zip': bytes })
  const nested = (depth: number): FileToOpen =>
    depth === 0 ? fileNamed('a.zip', bytes) : { name: 'a.zip', within: nested(depth - 1), entry: 'a.zip' }
  expect((await listOf(nested(2), work())).files.map(({ name }) => name)).toEqual(['a.zip'])
  await expect(listOf(nested(3), work())).rejects.toMatchObject({ name: 'PackageError', kind: 'limit' })
  const controller = new AbortController()
  const done: number[] = []
  const large = fileNamed(
    'Large.uz',
    compressUz(
      new Uint8Array(400_000).map((_, i) => (i * i) >> 3),
      { name: 'L.u' },
    ),
  )
  const listing = listOf(
    large,
    work(controller.signal, (progress) => {
      done.push(progress.done)
      controller.abort(new Error('nobody waits'))
    }),
  )
  await expect(listing).rejects.toThrow('nobody waits')
  expect(done).toHaveLength(1)
})

/** A package of a gigabyte, nearly all of it a hole: its export table is behind the hole. */
async function gigabyte(path: string): Promise<void> {
  const bytes = Uint8Array.from(await made())
  const { exports } = (await openPackage(memorySource(bytes), { fileName: 'Huge.utx' })).ranges
  const table = bytes.slice(exports.start, exports.end)
  // The summary of version 69: tag, version, flags, names (count, offset), exports (count, offset).
  new DataView(bytes.buffer).setInt32(24, GIGABYTE - 64, true)
  const file = await open(path, 'w')
  await file.write(bytes)
  await file.write(table, 0, table.length, GIGABYTE - 64)
  await file.truncate(GIGABYTE)
  await file.close()
}

test('a package of a gigabyte opens from disk and from an address, and hardly any of it is read', async () => {
  const path = join(temporaryFolder(), 'Huge.utx')
  await gigabyte(path)
  let read = 0
  const file = await openAsBlob(path)
  const slice = file.slice.bind(file)
  file.slice = (start = 0, end = file.size) => {
    read += end - start
    return slice(start, end)
  }
  const packages = new OpenedPackages()
  const { pkg, size } = await packages.open({ name: 'Huge.utx', file }, work())
  expect([size, pkg.exports[0]?.name]).toEqual([GIGABYTE, 'Wall'])
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(1_000_000)

  let sent = 0
  const server = createServer((request, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const start = Number(first ?? 0)
    const end = last === undefined || last === '' ? GIGABYTE : Number(last) + 1
    sent += request.method === 'HEAD' ? 0 : end - start
    response.writeHead(206, {
      'Content-Range': `bytes ${start}-${end - 1}/${GIGABYTE}`,
      'Content-Length': end - start,
      'Accept-Ranges': 'bytes',
    })
    if (request.method === 'HEAD') response.end()
    else
      void slice(start, end)
        .arrayBuffer()
        .then((buffer) => response.end(Buffer.from(buffer)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  const port = typeof at === 'object' && at !== null ? at.port : 0
  const there = await new OpenedPackages().open(
    { name: 'Huge.utx', address: `http://127.0.0.1:${port}/Huge.utx` },
    work(),
  )
  expect(there.pkg.exports[0]?.name).toBe('Wall')
  expect(sent).toBeGreaterThan(0)
  expect(sent).toBeLessThan(1_000_000)
  server.closeAllConnections()
  server.close()
})
