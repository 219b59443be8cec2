import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

/**
 * Bundles a program that imports `ukit`, `ukit/…` or a room's `@ukit/…` from the sources, so that it runs in
 * a separate process under every version of Node, even without a build. Returns the path of the JavaScript
 * file: `name` with `.mjs`, in `folder`.
 */
export async function bundleProgram(folder: string, code: string, name = 'child'): Promise<string> {
  const input = join(folder, `${name}.source.js`)
  await writeFile(input, code)
  const bundle = await rolldown({
    input,
    platform: 'node',
    plugins: [
      {
        name: 'ukit-sources',
        resolveId(id) {
          const room = /^ukit(\/node)?$/.exec(id) ? id.replace('ukit', '@ukit/core') : id.replace(/^ukit\//, '@ukit/')
          const [, pkg, entry = 'index'] = /^@ukit\/([a-z]+)(?:\/([a-z0-9]+))?$/.exec(room) ?? []
          return pkg === undefined ? null : join(ROOT, 'packages', pkg, 'src', `${entry}.ts`)
        },
      },
    ],
  })
  const file = join(folder, `${name}.mjs`)
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
  return file
}
