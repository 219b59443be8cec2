import { ImportObject, type Package, type PackageObject, PackageSet } from '@ukit/core'
import { LoadedWorld, type WorldSource } from './loaded-world.js'
import { ScriptFile } from './script-file.js'
import { standInsOf } from './stand-ins/load-stand-ins.js'
import type { StandInTable } from './stand-ins/stand-in-table.js'
import type { World } from './symbol.js'

/** What else the world has, beside the packages that are given. */
export interface WorldOptions {
  /** Classes that are known by their text; they go before compiled ones of the same name and package. */
  readonly sources?: readonly WorldSource[] | undefined
  /** Gives the packages that the given ones refer to; without it only the given ones are known. */
  readonly packages?: PackageSet | undefined
  /**
   * A world that was loaded before: its packages belong to this one too, and what was read and decoded of
   * them is not read again. A given package takes precedence over one of the same name in there.
   */
  readonly base?: World | undefined
  /**
   * An older build of the package that the sources are of. Nothing in it is known, but the classes that it
   * refers to and that no package has: native code declares them.
   */
  readonly older?: Package | undefined
  /**
   * True if built-in tables say what missing packages declare, for reading code: `standIns` of the world has
   * those of which one did; `all` loads all tables of the game, also of packages that nothing refers to. What
   * is built for a game needs its own packages. Default: false.
   */
  readonly standIns?: boolean | 'all' | undefined
  /** Called before each package, with the number of those that are known to be needed so far. */
  readonly onProgress?: ((done: number, total: number, name: string) => void) | undefined
  /** Stops the work; then it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

// More packages than any game's scripts have; a resolver gone wild stops here.
const MAX_PACKAGES = 512
const MAX_DEPTH = 64

/**
 * *Reads what packages declare*: the given ones, and all that their classes refer to.
 *
 * Only the bytes are read here; each symbol is decoded when it is asked for something. A damaged object
 * gives a symbol of as much as could be read; nothing throws for what is in a file.
 */
export async function loadWorld(packages: readonly Package[], options: WorldOptions = {}): Promise<World> {
  const set = options.packages ?? new PackageSet()
  const files: ScriptFile[] = []
  const seen = new Set<string>()
  const missing: string[] = []
  const known = new Map<Package, ScriptFile>()
  if (options.base instanceof LoadedWorld) for (const file of options.base.files) known.set(file.package, file)
  const queue: (Package | string)[] = [...packages]
  const ask = (name: string) => {
    const key = name.toLowerCase()
    if (!seen.has(key)) queue.push(name)
    seen.add(key)
  }
  const tables: StandInTable[] = []
  const standIns = (options.standIns ?? false) === false ? undefined : standInsOf(packages[0])
  for (const pkg of packages) seen.add(pkg.name.toLowerCase())
  for (const pkg of known.keys()) {
    const key = pkg.name.toLowerCase()
    if (!seen.has(key)) queue.push(pkg)
    seen.add(key)
  }
  if (options.standIns === 'all') for (const name of (await standIns?.names()) ?? []) ask(name)
  for (let next = queue.shift(); next !== undefined && files.length < MAX_PACKAGES; next = queue.shift()) {
    const done = files.length + tables.length + missing.length
    options.onProgress?.(done, done + 1 + queue.length, typeof next === 'string' ? next : next.name)
    options.signal?.throwIfAborted()
    const pkg = typeof next === 'string' ? await set.package(next) : next
    if (pkg === undefined) {
      const name = String(next)
      const table = await standIns?.table(name)
      if (table === undefined) missing.push(name)
      else tables.push(table)
      for (const needed of table?.needs ?? []) ask(needed)
      continue
    }
    files.push(known.get(pkg) ?? (await ScriptFile.read(pkg)))
    for (const name of packagesOfScript(pkg)) ask(name)
  }
  return new LoadedWorld(files, missing, options.sources ?? [], options.older, tables)
}

/** Packages of the script objects that a package refers to. */
function packagesOfScript(pkg: Package): Set<string> {
  const names = new Set<string>()
  const script = /^(class|function|state|struct|scriptstruct|enum|const|\w*property)$/i
  for (const imported of pkg.imports) {
    if (!script.test(imported.className)) continue
    let at: PackageObject = imported
    for (let depth = 0; at.outer !== null && depth < MAX_DEPTH; depth++) at = at.outer
    // What cooking put into this package is not elsewhere.
    if (at instanceof ImportObject && at !== imported) names.add(at.name)
  }
  return names
}
