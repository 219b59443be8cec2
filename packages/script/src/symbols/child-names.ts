import { kindOfClass } from './field-of.js'
import type { ScriptFile } from './script-file.js'

/** *The children of objects by name*, gathered for each outer when it is first asked for. */
export class ChildNames {
  /** By file and outer (the number of its export from 1, 0 for the package): the index of each child. */
  readonly #names = new Map<ScriptFile, Map<number, Map<string, number>>>()

  /**
   * The index of a child among the exports, by its name and class: objects of several classes share names.
   */
  find(file: ScriptFile, outer: number, name: string, className: string): number | undefined {
    let byOuter = this.#names.get(file)
    if (byOuter === undefined) {
      byOuter = new Map()
      this.#names.set(file, byOuter)
    }
    let names = byOuter.get(outer)
    if (names === undefined) {
      names = namesOf(file, outer)
      byOuter.set(outer, names)
    }
    return names.get(`${kindOfClass(className)}'${name.toLowerCase()}`)
  }
}

function namesOf(file: ScriptFile, outer: number): Map<string, number> {
  const names = new Map<string, number>()
  for (const index of file.childrenOf(outer)) {
    const exported = file.package.exports[index]
    if (exported === undefined) continue
    const full = `${file.kinds[index]}'${exported.name.toLowerCase()}`
    if (!names.has(full)) names.set(full, index)
  }
  return names
}
