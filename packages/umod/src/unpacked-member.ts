import { type ByteSource, PackageError } from '@ukit/files'
import { uzKind } from '@ukit/files/containers'
import { plural } from '@ukit/text/internal'
import type { Umod, UmodEntry } from './umod.js'

/**
 * The signature that the engine's installer requires: the form of .uz with an additional stage
 * (formats/umod-and-network.md §1.3).
 */
const SIGNATURE = 5678

/**
 * Tells whether setup unpacks a member: its name in the installer ends with `.uz`, and its name in the game
 * does not.
 */
export function isPacked(member: string, dest: string): boolean {
  return /\.uz$/i.test(member) && !/\.uz$/i.test(dest)
}

/**
 * The file in a `.uz` member. It is unpacked now to find its length, and again when it is read, if another
 * member was read in the meantime: only one of them is in memory at a time.
 *
 * @throws {PackageError} when it does not unpack, and `bad-value` for a signature that setup refuses.
 */
export async function unpackedMember(umod: Umod, entry: UmodEntry): Promise<ByteSource> {
  const packed = umod.open(entry)
  const head = await packed.slice(0, Math.min(4, packed.byteLength))
  const signature = head.length < 4 ? undefined : new DataView(head.buffer, head.byteOffset, 4).getUint32(0, true)
  if (signature !== SIGNATURE) {
    const found = signature === undefined ? plural(head.length, 'byte') : `${signature}`
    throw new PackageError('bad-value', `expected the signature ${SIGNATURE}, the one that setup reads, found ${found}`)
  }
  const unpack = async () => {
    const container = await uzKind().open(packed, entry.name)
    return container.open(container.entries[0]?.name ?? '')
  }
  last = { entry, source: await unpack() }
  return {
    byteLength: last.source.byteLength,
    async slice(start, end) {
      if (last?.entry !== entry) last = { entry, source: await unpack() }
      return last.source.slice(start, end)
    },
  }
}

let last: { readonly entry: UmodEntry; readonly source: ByteSource } | undefined
