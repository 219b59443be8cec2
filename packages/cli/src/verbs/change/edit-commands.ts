import { basename } from 'node:path'
import type { PackageSet } from '@ukit/core'
import { EDIT_COMMANDS, type EditCommands } from '@ukit/edit'
import { decodeIni } from '@ukit/files/ini'
import { plural } from '../../terminal/text.js'

/**
 * *The edits of `ukit edit`*: those that only need the package, and the one that compiles.
 *
 * @param packages returns the packages that the file was compiled against; only called to compile something.
 */
export function editCommands(packages: () => Promise<PackageSet>): EditCommands {
  return {
    ...EDIT_COMMANDS,
    script: {
      words: ['CLASS.uc'],
      does:
        'Compile a class and replace the one of this name with it, or add it; what its text keeps stays where it ' +
        'is, and what it drops is removed, or the edit is refused if something else refers to that',
      async run(edit, [path = ''], outside) {
        const { text } = decodeIni(await outside.readFile(path))
        const { problemLine, replaceClass } = await import('@ukit/make')
        const { macrosAround } = await import('@ukit/make/node')
        const replaced = await replaceClass(edit, text, {
          packages: await packages(),
          file: basename(path),
          // Most texts have none: then nothing is looked for.
          macros: (world) => (text.includes('`') ? macrosAround(path, world.packages) : undefined),
        })
        const { className, isNew, added, removed, warnings } = replaced
        const what = isNew ? `added the class ${className}` : `replaced the class ${className}`
        return [
          `${what}: ${plural(added.length, 'new object')}, ${removed.length} removed`,
          ...removed.map((object) => `removed ${object}`),
          ...warnings.map(problemLine),
        ]
      },
    },
  }
}

/** The edits by their names, for lists of them. */
export const ALL_EDITS: EditCommands = editCommands(() => Promise.reject(new Error('nothing is compiled here')))
