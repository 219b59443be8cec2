import { listsOf } from '../tree.js'
import type { Pass } from './pass.js'

/** *An empty `default:` at the end of a switch*: the compiler writes it whether the source has it or not. */
export const emptyDefault: Pass = {
  name: 'empty default',
  isNice: true,
  run({ body }) {
    for (const list of listsOf(body)) {
      for (const statement of list) {
        if (statement.kind !== 'Switch') continue
        const last = statement.statements.at(-1)
        if (last?.kind !== 'Case' || last.value !== null) continue
        const defaults = statement.statements.filter((one) => one.kind === 'Case' && one.value === null)
        if (defaults.length === 1 && statement.statements.length > 1) statement.statements.pop()
      }
    }
  },
}
