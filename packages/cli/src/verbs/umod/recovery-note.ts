import { resolve } from 'node:path'
import type { Recovery } from '@ukit/umod/node'
import { printable } from '../../terminal/text.js'

const WHAT: Readonly<Record<Exclude<Recovery, 'nothing'>, string>> = {
  discarded: 'had not changed anything yet, and was discarded',
  undone: 'was undone: all files are as they were before it',
  completed: 'was completed: all its changes are made',
}

/** What was done about an earlier run that was killed while it changed a game's folder. */
export function recoveryNote(game: string, recovery: Exclude<Recovery, 'nothing'>): string {
  return `an earlier run that was killed in "${printable(resolve(game))}" ${WHAT[recovery]}`
}
