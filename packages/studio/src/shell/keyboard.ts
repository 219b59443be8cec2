import { overlay } from '../state/panels.js'
import { COMMANDS } from './commands.js'

/** Runs commands by their keys; returns a function that ends it. */
export function listenToKeys(): () => void {
  const byKeys = new Map(COMMANDS.flatMap((command) => command.keys.map((keys) => [keys.toLowerCase(), command])))
  const listen = (event: KeyboardEvent) => {
    if (overlay.value !== undefined || event.isComposing || event.defaultPrevented) return
    const command = byKeys.get(keysOf(event))
    if (command === undefined || (isTyping(event) && !event.ctrlKey && !event.metaKey)) return
    event.preventDefault()
    command.run()
  }
  document.addEventListener('keydown', listen)
  return () => document.removeEventListener('keydown', listen)
}

/** Keys as commands name them: `ctrl shift o`. */
function keysOf({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): string {
  const isLetter = /^[a-z]$/i.test(key)
  return [
    ...(ctrlKey || metaKey ? ['ctrl'] : []),
    ...(altKey ? ['alt'] : []),
    // Other characters are what Shift made of them.
    ...(shiftKey && (isLetter || key.length > 1) ? ['shift'] : []),
    key.toLowerCase(),
  ].join(' ')
}

function isTyping(event: KeyboardEvent): boolean {
  // The editor has a tree of its own, whose fields the event does not name outside of it.
  const [target] = event.composedPath()
  if (!(target instanceof HTMLElement)) return false
  const isText = target.isContentEditable && target.ariaReadOnly !== 'true'
  return isText || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}
