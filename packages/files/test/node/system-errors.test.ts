import { mkdirSync, rmdirSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { systemError } from '@ukit/files'
import { fileSource, onDisk, saveFile, saveNewFile } from '@ukit/files/node'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../testing/folders.js'

const reason = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: Error) => error.message,
  )

test('what the system says is in words, with the path and without codes', async () => {
  const root = temporaryFolder({ file: 'x', 'full/file': 'x' })
  const at = (name: string) => join(root, name)
  expect(await reason(onDisk(() => readFile(at('none'))))).toBe(`"${at('none')}": there is no such file or folder`)
  expect(await reason(onDisk(() => readFile(root)))).toMatch(/: it is a folder$|^the system refuses: it is a folder$/)
  expect(await reason(onDisk(() => readFile(at('file/x'))))).toBe(
    `"${at('file/x')}": its path leads through a file as if that were a folder`,
  )
  expect(await reason(onDisk(() => rename(at('file'), at('full'))))).toBe(
    `"${at('file')}" → "${at('full')}": it is a folder`,
  )
  expect(await reason(onDisk(async () => rmdirSync(at('full'))))).toBe(`"${at('full')}": the folder is not empty`)
  expect(await reason(onDisk(async () => mkdirSync(at('file'))))).toBe(
    `"${at('file')}": a file or folder of this name already exists`,
  )
  expect(await reason(fileSource(at('none')))).toBe(`cannot open "${at('none')}": there is no such file or folder`)
  await rm(at('full'), { recursive: true })
})

test('a file that cannot be written: whether its folder is missing is said', async (ctx) => {
  const root = temporaryFolder({ file: 'x' })
  const missing = join(root, 'none', 'x.u')
  const text = `cannot write "${missing}": there is no folder "${join(root, 'none')}"`
  expect(await reason(saveFile(missing, [Uint8Array.of(1)]))).toBe(text)
  expect(() => saveNewFile(missing, Uint8Array.of(1))).toThrow(text)
  const long = join(root, 'n'.repeat(300))
  expect(await reason(saveFile(long, [Uint8Array.of(1)]))).toBe(`cannot write "${long}": the name is too long`)
  if (process.platform !== 'linux') ctx.skip('no /proc')
  expect(await reason(saveFile('/proc/ukit.u', [Uint8Array.of(1)]))).toBe(
    'cannot write "/proc/ukit.u": nothing can be created in "/proc"',
  )
})

test('a code that is not known keeps what the system says of it', () => {
  const odd = Object.assign(new Error("EOWNERDEAD: owner died, open 'x.u'"), { code: 'EOWNERDEAD', syscall: 'open' })
  expect(systemError('cannot open "x.u"', odd).message).toBe('cannot open "x.u": owner died')
})

test('a server that does not answer', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await new Promise((resolve) => server.close(resolve))
  const error = await new Promise<Error>((resolve) => createConnection(port, '127.0.0.1').once('error', resolve))
  expect(systemError('cannot connect', error).message).toBe('cannot connect: the connection was refused')
})
