import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const PACKAGES = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * *Makes the library a module that a process of its own can run*: Node 20 runs no TypeScript, and there need not be a build.
 *
 * @param entry a module of TypeScript text that exports what the child needs.
 * @returns the folder with `library.js`; `remove` takes it away.
 */
export async function bundleLibrary(entry: string): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'ukit-child-'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'entry.ts'), entry)
  const bundle = await rolldown({
    input: join(folder, 'entry.ts'),
    platform: 'node',
    plugins: [
      {
        name: 'ukit-sources',
        resolveId(id) {
          const [, name, part = 'index'] = /^@ukit\/([a-z]+)(?:\/([a-z]+))?$/.exec(id) ?? []
          return name === undefined ? null : join(PACKAGES, name, 'src', `${part}.ts`)
        },
      },
    ],
  })
  await bundle.write({ file: join(folder, 'library.js'), format: 'esm', codeSplitting: false })
  await bundle.close()
  return { folder, remove: () => rm(folder, { recursive: true }) }
}
