import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Guid } from '@ukit/container'
import { afterEach } from 'vitest'
import { fileOf, planOf } from '../../../../testing/packages.js'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A folder of its own for one test, with files in it; removed after the test. */
export function temporaryFolder(files: Readonly<Record<string, Uint8Array | string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'ukit-server-'))
  folders.push(folder)
  writeFiles(folder, files)
  return folder
}

export function writeFiles(folder: string, files: Readonly<Record<string, Uint8Array | string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

const ALLOW_DOWNLOAD = 0x1
export const SERVER_SIDE_ONLY = 0x4

/** A package of a version with these flags; `size` bytes of a body make it larger. */
export function packageFile({
  version = 69,
  flags = ALLOW_DOWNLOAD,
  guid = new Guid(0x2306087a, 0x11d1e2fd, 0x4f00dba5, 0xcaa00349),
  size = 100,
}: {
  version?: number
  flags?: number
  guid?: Guid
  size?: number
} = {}): Promise<Uint8Array> {
  const body = Uint8Array.from({ length: size }, (_, i) => (i * i) & 0xff)
  return fileOf(
    planOf(
      { version },
      {
        imports: [
          ['Core', 'Package', 0, 'Core'],
          ['Core', 'Class', -1, 'Object'],
        ],
        exports: [{ objectName: 'Thing', class: -2, flags: 0x7_0004, body }],
        summary: { flags, guid },
        heritage: [guid],
      },
    ),
  )
}
