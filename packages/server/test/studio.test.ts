import { symlinkSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { serveStudio } from '@ukit/server'
import { expect, test } from 'vitest'
import { closeLater } from '../../../testing/cleanup.js'
import { temporaryFolder } from '../../../testing/folders.js'

/** A studio over a page and a disk; asks it by plain HTTP, with any host and path. */
async function studio(disk: string | undefined) {
  const page = temporaryFolder({ 'index.html': '<!doctype html>', 'assets/main.js': '1' })
  const server = await serveStudio({ page, ...(disk === undefined ? {} : { disk }) })
  closeLater(() => server.close())
  const { port, pathname } = new URL(server.address)
  const ask = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; type: string; body: string }>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, headers }, (response) => {
        let body = ''
        response.on('data', (piece) => {
          body += piece
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', body }),
        )
      })
        .on('error', reject)
        .end()
    })
  return { server, ask, base: pathname, port }
}

test('the page and the files of the disk are served to who knows the address', async () => {
  const disk = temporaryFolder({ 'System/Core.u': '0123456789', 'Maps/A b#.unr': 'map' })
  const { ask, base, server } = await studio(disk)
  expect(await ask(base)).toMatchObject({ status: 200, type: 'text/html; charset=utf-8', body: '<!doctype html>' })
  expect(await ask(`${base}assets/main.js`)).toMatchObject({ status: 200, type: 'text/javascript; charset=utf-8' })
  const list: unknown = JSON.parse((await ask(`${base}disk/list`)).body)
  expect(list).toEqual([
    { name: 'A b#.unr', path: 'Maps/A b#.unr', size: 3 },
    { name: 'Core.u', path: 'System/Core.u', size: 10 },
  ])
  expect(await ask(`${base}disk/file/Maps/A%20b%23.unr`)).toMatchObject({ status: 200, body: 'map' })
  expect(await ask(`${base}disk/file/System/Core.u`, { Range: 'bytes=2-4' })).toMatchObject({
    status: 206,
    body: '234',
  })
  expect(await ask(`${base}disk/file/System/Core.u`, { Range: 'bytes=20-' })).toMatchObject({ status: 416 })
  expect(server.files).toBe(2)
})

test('nobody else gets anything: other paths, hosts, origins', async () => {
  const { ask, base, port } = await studio(temporaryFolder({ 'Core.u': 'x' }))
  expect((await ask('/')).status).toBe(403)
  expect((await ask('/disk/list')).status).toBe(403)
  expect((await ask(`${base.replace(/[0-9a-f](?=\/$)/, 'g')}disk/list`)).status).toBe(403)
  expect((await ask(base, { Host: 'evil.example' })).status).toBe(403)
  expect((await ask(base, { Host: `evil.example:${port}` })).status).toBe(403)
  expect((await ask(`${base}disk/list`, { Origin: 'https://evil.example' })).status).toBe(403)
  expect((await ask(base, { Origin: `http://127.0.0.1:${port}` })).status).toBe(200)
})

test('nothing outside the folder is served, by dots or by links', async () => {
  const outside = temporaryFolder({ 'secret.txt': 'secret' })
  const disk = temporaryFolder({ 'Core.u': 'x' })
  symlinkSync(join(outside, 'secret.txt'), join(disk, 'Link.u'))
  const { ask, base } = await studio(disk)
  for (const path of ['..%2fsecret.txt', '%2e%2e/secret.txt', '..%5csecret.txt', 'Link.u', 'Core.u%00', '%E0%A4%A'])
    expect((await ask(`${base}disk/file/${path}`)).status).toBe(404)
  for (const path of ['..%2f..%2fetc%2fpasswd', 'nothing.js']) expect((await ask(base + path)).status).toBe(404)
})

test('without a disk only the page is served; a single file brings those beside it', async () => {
  const bare = await studio(undefined)
  expect((await bare.ask(`${bare.base}disk/list`)).status).toBe(404)
  expect(bare.server.address).not.toContain('?disk')
  const folder = temporaryFolder({ 'One map.unr': '1', 'Other.utx': '2', 'Deeper/Three.u': '3' })
  const one = await studio(join(folder, 'One map.unr'))
  expect(one.server.address).toContain('?disk#/pkg/One%20map.unr')
  expect(JSON.parse((await one.ask(`${one.base}disk/list`)).body)).toHaveLength(2)
  await expect(serveStudio({ page: folder, disk: join(folder, 'nothing') })).rejects.toThrow('nothing')
})
