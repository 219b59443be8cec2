// The declarations of what programs can import, out of packages/*/build into the product: those that its
// doors lead to, with references between packages as paths. Names that other packages of ours use only
// ("internal") are left out, unless a type that programs see is made of them.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

/** What a declaration may import of others: Node's own modules, and the optional peers. */
const OTHERS = /^(?:node:|@lezer\/)/
const SPECIFIER = /(\bfrom\s*|\bimport\s*\(\s*|^import\s+)(["'])([^"']+)\2/gm

/**
 * @param {string} packages the folder of our packages, built
 * @param {Record<string, { types: string }>} doors the `exports` of the product
 * @param {string} target where the declarations go; everything else there is removed
 */
export function collectTypes(packages, doors, target) {
  const waiting = Object.values(doors).flatMap(({ types }) => matching(packages, types.replace('./dist/types/', '')))
  const done = new Set()
  rmSync(target, { recursive: true, force: true })
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (done.has(file)) continue
    done.add(file)
    const name = file
    const text = readFileSync(built(packages, name), 'utf8').replace(/^\/\/# sourceMappingURL=.*\n?/m, '')
    const out = text.replace(SPECIFIER, (whole, before, quote, id) => {
      const to = declarationOf(packages, name, id)
      if (to === undefined) {
        if (OTHERS.test(id)) return whole
        throw new Error(`${name} declares something with a type of ${id}, which users would have to install`)
      }
      waiting.push(to)
      const path = posix.relative(posix.dirname(name), to).replace(/\.d\.ts$/, '.js')
      return `${before}${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`
    })
    const path = join(target, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, out)
  }
}

/** A declaration as `room/path.d.ts`, for a path of the disk. */
const built = (packages, name) => {
  const [room = '', ...path] = name.split('/')
  return join(packages, room, 'build', ...path)
}

/** The declarations that a pattern with at most one star means. */
function matching(packages, pattern) {
  const [before = '', after] = pattern.split('*')
  if (after === undefined) return [pattern]
  const names = readdirSync(built(packages, before)).map((name) => `${before}${name}${after}`)
  return names.filter((name) => existsSync(built(packages, name)))
}

/** The declaration that an import of another one means; nothing if it is not ours. */
function declarationOf(packages, from, id) {
  if (id.startsWith('.')) return posix.join(posix.dirname(from), id).replace(/\.js$/, '.d.ts')
  const [, room, door = '.'] = /^@ukit\/([a-z]+)(\/.+)?$/.exec(id) ?? []
  if (room === undefined) return undefined
  const { exports } = JSON.parse(readFileSync(join(packages, room, 'package.json'), 'utf8'))
  const entry = exports[door === '.' ? '.' : `.${door}`]?.types.replace('./build/', '')
  if (entry !== undefined) return `${room}/${entry}`
  const [, game] = /^\/games\/(.+)$/.exec(door) ?? []
  return `${room}/games/${game}/objects.d.ts`
}
