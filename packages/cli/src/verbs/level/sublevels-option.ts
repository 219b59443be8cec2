import type { Options } from '../../command/option.js'

/** Which of the levels that a level loads are shown with it. */
export const SUBLEVELS_OPTION = {
  sublevels: {
    takes: 'list',
    value: 'NAME,…',
    does: 'With these of the levels that a map of UE3 loads while it is played, or with all: their package names',
    default: 'without them; a note names them',
  },
} as const satisfies Options

/** What the option says, as the library takes it. */
export function sublevelsIn(names: readonly string[] | undefined): 'all' | readonly string[] | undefined {
  return names?.some((name) => name.toLowerCase() === 'all') === true ? 'all' : names
}
