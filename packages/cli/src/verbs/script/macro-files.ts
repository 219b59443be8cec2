import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckedSource, decodeSource, type SourceCheckOptions } from '@ukit/script'

/**
 * UE3's files of macros below a folder of sources (`Development/Src`): `Globals.uci` of Core and of the
 * package, which the compiler reads before each class, and those that ``
 * `include `` names from that folder on.
 */
export function macrosIn(folder: string): NonNullable<SourceCheckOptions['macros']> {
  const texts = new Map<string, string | undefined>()
  const read = (path: string) => {
    const key = path.toLowerCase()
    if (!texts.has(key)) texts.set(key, readBelow(folder, path.split(/[\\/]/)))
    return texts.get(key)
  }
  return ({ packageName }: CheckedSource) => ({
    before: [...new Set(['Core', packageName])].flatMap((name) => read(`${name}/Globals.uci`) ?? []),
    include: read,
  })
}

/** Reads a file by a path whose case does not count; nothing outside of the folder. */
function readBelow(folder: string, parts: readonly string[]): string | undefined {
  let path = folder
  for (const part of parts) {
    if (part === '' || part === '.') continue
    const found = namesIn(path).find((name) => name.toLowerCase() === part.toLowerCase())
    if (found === undefined || part === '..') return undefined
    path = join(path, found)
  }
  try {
    return decodeSource(readFileSync(path))
  } catch {
    return undefined
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
