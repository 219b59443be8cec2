import { detectGame, type Package, packageNames } from '@ukit/core'
import { laidOver } from './laid-over.js'
import { StandInTable, type StandInText } from './stand-in-table.js'

/** Tables by line and package: they are taken apart once. */
const LOADED = new Map<string, Promise<StandInTable>>()

/** *What takes the place of packages that are not available*, by their names. */
export interface StandIns {
  /**
   * The table of a package: that of the game's own line of the engine, or the usual one of its generation.
   */
  table(name: string): Promise<StandInTable | undefined>
  /** The packages that there are tables of. */
  names(): Promise<readonly string[]>
}

/** The tables for the packages that a package needs; nothing is loaded before one is asked for. */
export function standInsOf(pkg: Package | undefined): StandIns | undefined {
  if (pkg === undefined) return undefined
  const { context, game: of } = pkg
  const { tag, version, licensee } = pkg.summary
  // Games that differ in nothing that opening needs are told by what they import.
  const told = pkg.isGameChosen ? of : detectGame(tag, version, licensee, packageNames(pkg))
  const lines = new Set([context.stock, of.id, told?.id, `ue${context.engine}`])
  return {
    async names() {
      const { STAND_INS } = await import('./tables/index.js')
      const names = new Set<string>()
      for (const line of lines) {
        for (const name of Object.keys(STAND_INS[line ?? '']?.packages ?? {})) names.add(name)
        // Of the usual game of the generation only what the game itself does not say.
        if (names.has('engine')) break
      }
      return [...names]
    },
    async table(name) {
      const { STAND_INS } = await import('./tables/index.js')
      for (const line of lines) {
        if (line === undefined || !Object.hasOwn(STAND_INS, line)) continue
        const { game = '', packages = {} } = STAND_INS[line] ?? {}
        const key = name.toLowerCase()
        const load = Object.hasOwn(packages, key) ? packages[key] : undefined
        if (load === undefined) continue
        const place = `${line} ${key}`
        let found = LOADED.get(place)
        if (found === undefined) {
          found = load().then((one) => tableOf(one, game))
          LOADED.set(place, found)
        }
        return found
      }
      return undefined
    },
  }
}

async function tableOf({ name, text, base, game }: StandInText, usual: string): Promise<StandInTable> {
  const whole = base === undefined ? text : laidOver((await base()).text, text)
  return new StandInTable(name, game ?? usual, whole)
}
