import type { Package } from '@ukit/core'
import { StandInTable } from './stand-in-table.js'

/** Tables by line and package: they are taken apart once. */
const LOADED = new Map<string, Promise<StandInTable>>()

/** *What takes the place of packages that are not available*, by their names. */
export interface StandIns {
  /**
   * The table of a package: that of the game's own line of the engine, or the usual one of its generation.
   */
  table(name: string): Promise<StandInTable | undefined>
}

/** The tables for the packages that a package needs; nothing is loaded before one is asked for. */
export function standInsOf(pkg: Package | undefined): StandIns | undefined {
  if (pkg === undefined) return undefined
  const { context, game: of } = pkg
  return {
    async table(name) {
      const { STAND_INS } = await import('./tables/index.js')
      for (const line of [context.stock, of.id, `ue${context.engine}`]) {
        if (line === undefined || !Object.hasOwn(STAND_INS, line)) continue
        const { game = '', packages = {} } = STAND_INS[line] ?? {}
        const key = name.toLowerCase()
        const load = Object.hasOwn(packages, key) ? packages[key] : undefined
        if (load === undefined) continue
        const place = `${line} ${key}`
        let found = LOADED.get(place)
        if (found === undefined) {
          found = load().then(({ name: own, text }) => new StandInTable(own, game, text))
          LOADED.set(place, found)
        }
        return found
      }
      return undefined
    },
  }
}
