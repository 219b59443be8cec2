import type { GotoStatement, Statement } from '../../syntax/nodes.js'
import type { Regions } from '../regions.js'
import { listsOf, made } from '../tree.js'
import type { Pass } from './pass.js'

/**
 * *A jump to the last statement of a loop is the `continue` of a `for`*: there it leads to the step. In a
 * `while` it leads to the jump after that.
 */
export const continueOfFor: Pass = {
  name: 'continue of for',
  isNice: false,
  run(regions) {
    const converted = new Set<GotoStatement>()
    for (const [, facts] of regions.loops) {
      if (facts.toStep.size === 0) continue
      if (facts.isWhile) continue
      facts.isFor = true
      for (const node of facts.toStep) converted.add(node)
    }
    if (converted.size === 0) return
    replace(regions, converted)
  },
}

function replace(regions: Regions, converted: ReadonlySet<GotoStatement>): void {
  for (const list of listsOf(regions.body)) {
    list.forEach((statement: Statement, i) => {
      if (statement.kind !== 'Goto' || !converted.has(statement)) return
      list[i] = made({ kind: 'Continue' })
      regions.gotos.delete(statement)
    })
  }
}
