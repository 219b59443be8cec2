import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Input } from '../../inputs/input.js'

/** Whether OUT names a folder: it is one, or ends with a slash. */
export function isFolderName(out: string): boolean {
  return /[/\\]$/.test(out) || statSync(out, { throwIfNoEntry: false })?.isDirectory() === true
}

// Device names of Windows: a file of such a name cannot be made there, and opening it talks to the device.
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i
const UNSAFE = /[\p{Cc}<>:"|?*]/gu

/**
 * Where an input is written below the folder OUT. The way comes from a container that strangers made, so it is taken apart and put together again: no `..`,
 * no drive, no absolute path, no device ever leads out of the folder.
 */
export function targetIn(out: string, input: Input): string {
  const parts = input.inner.length === 0 ? input.below.split('/') : input.below.split(/[/\\]/).map(safeName)
  return join(out, ...parts.filter((part) => part !== '' && part !== '.' && part !== '..'))
}

function safeName(name: string): string {
  const safe = name.replace(UNSAFE, '_').replace(/[. ]+$/, '')
  return DEVICE.test(safe) ? `_${safe}` : safe
}
