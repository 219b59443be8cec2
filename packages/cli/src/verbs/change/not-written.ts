import type { NotWritten } from '@ukit/files/node'

/** Why a file was not written, with the option that replaces it. */
export function notWritten({ reason, message }: NotWritten): string {
  return reason === 'exists' ? `${message}; --force replaces it` : message
}
