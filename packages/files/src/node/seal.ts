import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { link, lstat, open, readFile, rename, unlink } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { ignoreError } from '../source/source-error.js'
import { parseJson } from './file-operations.js'
import { sweepLeftOvers, temporaryName } from './left-overs.js'
import { makeFolders } from './make-folders.js'
import { codeOf } from './system-errors.js'

/** Where a user's programs keep what must last: `XDG_STATE_HOME`, or what the system has for it. */
export function userStateFolder(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: string = process.platform,
): string {
  const given = env['XDG_STATE_HOME'] ?? ''
  if (given !== '') return given
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  return join(homedir(), '.local', 'state')
}

/** Bytes of the key. */
const KEY_SIZE = 32

/**
 * *A file of ours that nobody else can have made*: JSON whose last field, `seal`, is the HMAC-SHA-256 of the
 * rest under a key that only this user has.
 *
 * What we leave in a game's folder to be carried out later, anyone who can write there could leave as well:
 * an archive that is unpacked into the game, a mod's own installer, another user. The key is outside it, in
 * the user's state folder (`ukit/key`).
 *
 * @param kind what the file is: a sealed file of one kind is not one of another.
 */
export async function sealJson(kind: string, content: object): Promise<Uint8Array> {
  const seal = sealOf(await userKey(), kind, content).toString('hex')
  return new TextEncoder().encode(`${JSON.stringify({ ...content, seal }, null, 1)}\n`)
}

/**
 * What a file holds that `sealed` made for this user; `undefined` when it is another's, was changed, or is
 * not JSON.
 */
export async function openSealed(kind: string, bytes: Uint8Array): Promise<object | undefined> {
  const json = parseJson(bytes)
  if (typeof json !== 'object' || json === null || !('seal' in json)) return undefined
  const { seal, ...content } = json
  const wanted = sealOf(await userKey(), kind, content)
  const found = typeof seal === 'string' ? Buffer.from(seal, 'hex') : Buffer.alloc(0)
  return found.length === wanted.length && timingSafeEqual(found, wanted) ? content : undefined
}

/** Bytes of a seal. */
export const SEAL_SIZE = 32

/** A seal in the making. */
export interface Seal {
  /** Takes the next bytes in. */
  add(bytes: Uint8Array): void
  /** The seal of all of them. */
  end(): Uint8Array
}

/**
 * Begins the seal of bytes that come in pieces; what `add` is given and nothing else has the seal that `end`
 * returns, for this user.
 *
 * @param kind what the bytes are: sealed bytes of one kind are not those of another.
 */
export async function beginSeal(kind: string): Promise<Seal> {
  const hmac = createHmac('sha256', await userKey()).update(`${kind}\n`)
  return { add: (bytes) => void hmac.update(bytes), end: () => hmac.digest() }
}

/** Whether a seal is the one of these bytes. */
export async function hasSeal(kind: string, bytes: Uint8Array, seal: Uint8Array): Promise<boolean> {
  const wanted = await beginSeal(kind)
  wanted.add(bytes)
  return seal.length === SEAL_SIZE && timingSafeEqual(wanted.end(), seal)
}

function sealOf(key: Uint8Array, kind: string, content: object): Buffer {
  return createHmac('sha256', key)
    .update(`${kind}\n${JSON.stringify(content)}`)
    .digest()
}

/** Keys by their paths. */
const keys = new Map<string, Promise<Uint8Array>>()

/**
 * The user's key, made when there is none. Where none can be kept, one for this run only: then a run that was
 * killed is carried on by what the disk says of its files (`witnessOf`).
 */
function userKey(): Promise<Uint8Array> {
  const path = keyPath()
  let key = keys.get(path)
  if (key === undefined) {
    key = keptKey(path).catch(() => randomBytes(KEY_SIZE))
    keys.set(path, key)
  }
  return key
}

/** Whether later runs of this user can check what is sealed now: there is a folder that keeps the key. */
export function keepsSeals(): Promise<boolean> {
  return keptKey(keyPath()).then(
    () => true,
    () => false,
  )
}

function keyPath(): string {
  return join(userStateFolder(), 'ukit', 'key')
}

async function keptKey(path: string): Promise<Uint8Array> {
  return (await readKey(path)) ?? (await makeKey(path))
}

/**
 * @throws for a key that is not the user's own, or is none: it is not replaced, for others may have sealed
 * with it.
 */
async function readKey(path: string): Promise<Uint8Array | undefined> {
  const stats = await lstat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (stats === undefined) return undefined
  // Not read before: what is not a file may never end.
  const isOwn = stats.isFile() && !isForeign(stats.uid)
  const key = isOwn ? Buffer.from((await readFile(path, 'latin1')).trim(), 'hex') : undefined
  if (key?.length !== KEY_SIZE) throw new Error('not a key of this user')
  return key
}

async function makeKey(path: string): Promise<Uint8Array> {
  await makeFolders(dirname(path), 0o700)
  const key = randomBytes(KEY_SIZE)
  sweepLeftOvers(dirname(path))
  const temporary = join(dirname(path), temporaryName())
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(`${key.toString('hex')}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    // Never replacing one that another run made in the meantime; where there are no links (FAT), that cannot
    // be read.
    await link(temporary, path).catch((error: unknown) =>
      codeOf(error) === 'EEXIST' ? undefined : rename(temporary, path),
    )
  } finally {
    await unlink(temporary).catch(ignoreError)
  }
  return (await readKey(path)) ?? key
}

/** Whether a file of this owner is somebody else's. (Windows has no such numbers: all are 0 there.) */
export function isForeign(uid: number): boolean {
  const own = process.getuid?.()
  return own !== undefined && uid !== own
}
