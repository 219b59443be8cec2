import type { Options } from './option.js'

/** `--help`, which the command itself handles for every verb. */
export const HELP_OPTION = {
  help: { takes: 'nothing', short: 'h', does: 'Print this help' },
} as const satisfies Options
