import type { Guid } from '@ukit/container'
import type { Message } from '@ukit/game'

/**
 * The first line of a file channel. In the games a channel of its own opens with the 16 bytes of the GUID;
 * over TCP it is a connection of its own, and the bytes are written out.
 */
export function fileRequest(guid: Guid): Message {
  return { word: 'OTHER', text: `FILE GUID=${guid}` }
}

/** The GUID that a file channel asks for, as upper-case hex digits; `undefined` for any other line. */
export function fileKey(message: Message): string | undefined {
  if (message.word !== 'OTHER') return undefined
  return /^FILE GUID=([0-9a-fA-F]{32})$/.exec(message.text)?.[1]?.toUpperCase()
}
