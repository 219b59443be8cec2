import { LATENT_RESULT, listsOf, made } from '../tree.js'
import type { Pass } from './pass.js'

/** *`x = f()` of a latent function* is two statements in the code of SWAT 4: the call, then what it gave. */
export const latentResults: Pass = {
  name: 'latent results',
  isNice: false,
  run({ body }) {
    for (const list of listsOf(body)) {
      for (let i = list.length - 1; i > 0; i--) {
        const [called, assigned] = [list[i - 1], list[i]]
        if (assigned?.kind !== 'Assignment' || assigned.value !== LATENT_RESULT) continue
        if (called?.kind !== 'ExpressionStatement') continue
        const { target } = assigned
        list.splice(i - 1, 2, made({ kind: 'Assignment', target, value: called.expression }))
      }
    }
  },
}
