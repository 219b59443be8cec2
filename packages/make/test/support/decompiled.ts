import { ObjectReader, type Package } from '@ukit/core'
import { decompileClass } from '@ukit/script/decompile'
import { loadWorld } from '@ukit/script/symbols'
import { setOf } from './made.js'

/** The text that a class is decompiled to. */
export async function decompiled(pkg: Package, bases: readonly Package[], className: string): Promise<string> {
  const packages = setOf(bases)
  const exported = pkg.exports.find((one) => one.name === className && one.className === 'Class')
  if (exported === undefined) throw new Error(`there is no class ${className}`)
  const world = await loadWorld([pkg], { packages })
  return (await decompileClass(await ObjectReader.open(pkg, { packages }), exported, { world })).text
}
