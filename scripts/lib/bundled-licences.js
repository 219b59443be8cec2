// The licences of other people's packages that are partly in a bundle of ours: they require that their text
// is kept with the code.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The file beside a bundle that has them. */
export const THIRD_PARTY = 'THIRD-PARTY.txt'

/** The name, version and licence text of every package below node_modules that is partly in the bundle. */
export function licencesOf(files) {
  const folders = new Set()
  for (const id of files.flatMap((file) => file.moduleIds ?? [])) {
    const [folder] = /^.*[\\/]node_modules[\\/](@[^\\/]+[\\/])?[^\\/]+/.exec(id) ?? []
    if (folder !== undefined) folders.add(folder)
  }
  const parts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt'].map((each) => join(folder, each)).find(existsSync)
    if (file === undefined) throw new Error(`${name} has no file with its licence: it cannot be bundled`)
    // Licences of code compiled into the package, if its own file does not quote them.
    const inner = join(dirname(dirname(fileURLToPath(import.meta.url))), 'licences', `${name}.txt`)
    const texts = [file, ...(existsSync(inner) ? [inner] : [])].map((path) => readFileSync(path, 'utf8').trim())
    return `${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`
  })
  return ['Parts of these packages are in the files beside this one.\n', ...parts].join(`\n${'-'.repeat(80)}\n\n`)
}
