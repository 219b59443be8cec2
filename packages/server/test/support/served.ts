import { existsSync, readdirSync } from 'node:fs'
import { type AccessRecord, inlineCompressor, serveRedirect } from '@ukit/server'
import { closeLater } from '../../../../testing/cleanup.js'
import { temporaryFolder } from '../../../../testing/folders.js'

type Options = Partial<Parameters<typeof serveRedirect>[0]>

/** A server for a folder with these files, and its log; it is closed after the test. */
export async function served(files: Readonly<Record<string, Uint8Array | string>>, options: Options = {}) {
  const folder = temporaryFolder(files)
  const log: AccessRecord[] = []
  const notes: string[] = []
  const server = await serveRedirect({
    folders: [folder],
    cacheFolder: temporaryFolder(),
    compressor: inlineCompressor(),
    port: 0,
    host: '127.0.0.1',
    rescanMs: 0,
    graceMs: 0,
    onRequest: (record) => log.push(record),
    onNote: (note) => notes.push(note),
    ...options,
  })
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= server.close()
    return closing
  }
  closeLater(close)
  const url = (path: string) => `http://127.0.0.1:${server.port}${path}`
  return { server, close, folder, log, notes, url, port: server.port }
}

/** Number of open descriptors of this process; 0 if the system does not report it. */
export function openFiles(): number {
  return existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0
}

/** Waits until a condition becomes true; the test's own time limit ends the waiting. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}
