import type { LabelStatement } from '../../syntax/nodes.js'
import { listsOf, made, word } from '../tree.js'
import type { Pass } from './pass.js'

/** *Labels where a `goto` is left that leads there*, and nowhere else. */
export const labels: Pass = {
  name: 'labels',
  isNice: false,
  run(regions) {
    const used = new Set(regions.gotos.values())
    const names = new Map<number, string>()
    const lists = listsOf(regions.body)
    for (const list of lists) {
      let own: string | undefined
      const kept = list.filter((statement) => {
        if (statement.kind !== 'Label') {
          own = undefined
          return true
        }
        const line = regions.marks.get(statement)
        if (line === undefined) {
          // A label of the state's own.
          own = statement.name
          return true
        }
        if (!used.has(line)) return false
        names.set(line, own ?? nameOf(line))
        if (own !== undefined) return false
        rename(statement, nameOf(line))
        return true
      })
      if (kept.length < list.length) list.splice(0, list.length, ...kept)
    }
    for (const list of lists) {
      list.forEach((statement, i) => {
        if (statement.kind !== 'Goto') return
        const line = regions.gotos.get(statement)
        if (line === undefined) return
        const name = names.get(line)
        if (name !== undefined) statement.label = word(name)
        else list[i] = made({ kind: 'ErrorStatement', text: 'a jump to a place where no statement can be' })
      })
    }
  },
}

function nameOf(line: number): string {
  return `L${line}`
}

function rename(statement: LabelStatement, name: string): void {
  statement.name = name
}
