/**
 * Loaded before a program (`node --import`), kills it by SIGKILL at its n-th point (`UKIT_KILL_AT`): there is
 * one before and one after each call that changes the disk, and one in the middle of each piece that is
 * written. At its end, the program writes the number of its points to the file `UKIT_KILL_COUNT`.
 */
import fs from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const at = Number(process.env['UKIT_KILL_AT'] ?? 0)
const count = process.env['UKIT_KILL_COUNT']
let points = 0

function reach() {
  if (++points === at) process.kill(process.pid, 'SIGKILL')
}

const CHANGES = [
  'rename',
  'link',
  'unlink',
  'mkdir',
  'rmdir',
  'rm',
  'writeFile',
  'copyFile',
  'symlink',
  'chmod',
  'utimes',
]
const HANDLE = ['writeFile', 'writev', 'sync', 'datasync', 'chmod', 'chown', 'truncate']

/** Whether a call of `open` creates or changes a file. */
const writes = (flags) => typeof flags === 'string' && /[wa+]/.test(flags)

function wrapAsync(object, name, isChange = () => true) {
  const real = object[name]
  object[name] = async function (...args) {
    if (!isChange(...args)) return real.apply(this, args)
    reach()
    const result = await real.apply(this, args)
    reach()
    return result
  }
}

function wrapSync(object, name, isChange = () => true) {
  const real = object[name]
  object[name] = function (...args) {
    if (!isChange(...args)) return real.apply(this, args)
    reach()
    const result = real.apply(this, args)
    reach()
    return result
  }
}

if (isMainThread) {
  const writeFileSync = fs.writeFileSync
  const handle = await promises.open(new URL(import.meta.url))
  const prototype = Object.getPrototypeOf(handle)
  await handle.close()
  for (const name of CHANGES) {
    wrapAsync(promises, name)
    wrapSync(fs, `${name}Sync`)
  }
  const toDisk = (_path, flags) => writes(flags)
  wrapAsync(promises, 'open', toDisk)
  wrapSync(fs, 'openSync', toDisk)
  wrapSync(fs, 'writeSync', (file) => file > 2)
  for (const name of HANDLE) wrapAsync(prototype, name)
  const { write } = prototype
  prototype.write = async function (bytes, offset = 0, length = bytes.byteLength - offset, ...rest) {
    reach()
    const half = Math.floor(length / 2)
    if (half === 0 || rest.length > 0) return write.call(this, bytes, offset, length, ...rest)
    const first = await write.call(this, bytes, offset, half)
    reach()
    const { bytesWritten } = await write.call(this, bytes, offset + half, length - half)
    return { bytesWritten: first.bytesWritten + bytesWritten, buffer: bytes }
  }
  syncBuiltinESMExports()
  if (count !== undefined) process.on('exit', () => writeFileSync(count, String(points)))
}
