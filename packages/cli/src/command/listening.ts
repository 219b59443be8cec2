import { SourceError } from '@ukit/files'
import { codeOf } from '@ukit/files/node'
import { reasonWithPath } from '../inputs/reason.js'

/** Why something could not begin to listen. */
export function listenProblem(error: Error, port: number): string {
  switch (error instanceof SourceError ? undefined : codeOf(error)) {
    case 'EADDRINUSE':
      return `port ${port} is in use by another program; choose a different one with --port N`
    case 'EACCES':
      return (
        `port ${port} is not allowed for this user: ports below 1024 need more rights; choose ` +
        'another one with --port N'
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return 'the address given with --host does not belong to this machine'
    default:
      return reasonWithPath(error)
  }
}

/** Waits for Ctrl-C, or for the signal that init systems send. */
export function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
    process.once('SIGTERM', () => resolve())
  })
}
