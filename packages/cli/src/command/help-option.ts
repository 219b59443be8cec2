import type { Options } from './option.js'

/** The option that the command itself answers, for every verb. */
export const HELP_OPTION = {
  help: { takes: 'nothing', short: 'h', does: 'Print this help' },
} as const satisfies Options
