import { type Input, InputOpener, type OpenedInput, type OpenInputOptions } from '@ukit/batch'
import { STANDARD, standardInput } from './standard.js'

/** Opens what the words of a call name, in this thread. */
export const OPENER = new InputOpener({
  special: ({ file }) => (file === STANDARD ? openStandard() : undefined),
})

async function openStandard(): Promise<OpenedInput> {
  return { source: await standardInput(), fileName: 'stdin', close: async () => undefined }
}

/**
 * Opens what an input names: a file, standard input, or the file inside a compressed download.
 *
 * @throws {PackageError | SourceError} if it does not exist or cannot be read.
 */
export function openInput(input: Input, options: OpenInputOptions = {}): Promise<OpenedInput> {
  return OPENER.open(input, options)
}

/** Closes the container that was kept open. */
export function closeContainers(): Promise<void> {
  return OPENER.close()
}
