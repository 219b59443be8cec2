import type { Package } from '@ukit/core'
import {
  childrenOf,
  didYouMean,
  type ParsedSource,
  type SourceFile,
  type StringLiteral,
  type SyntaxNode,
} from '@ukit/script/syntax'
import { withSuggestion } from '../build.js'
import type { BuiltSources, PackageWarning } from './warning.js'

/** Functions of Object that load what a string names. */
const LOADING: ReadonlySet<string> = new Set(['dynamicloadobject'])
const LOADS = /dynamicloadobject/i

/**
 * *Objects that code loads by name and that do not exist*: `DynamicLoadObject("Skins.Red", …)`, when the
 * package is available. Of a package that is not, nothing can be said.
 */
export async function missingLoads({ files, edit, packages }: BuiltSources): Promise<PackageWarning[]> {
  const warnings: PackageWarning[] = []
  let own: ReadonlyMap<string, string> | undefined
  const ownPaths = () => {
    own ??= new Map(edit.exports.map(({ path }) => [path.toLowerCase(), path]))
    return own
  }
  for (const { file, source } of files) {
    for (const { raw, start, end } of loadsOf(source)) {
      const [, root, inner] = /^([^.\\]+)\.([^\\]+)$/.exec(raw) ?? []
      if (root === undefined || inner === undefined) continue
      const isOwn = root.toLowerCase() === edit.name.toLowerCase()
      const pkg = isOwn ? undefined : await packages.package(root)
      const paths = isOwn ? ownPaths() : pkg === undefined ? undefined : pathsOf(pkg)
      if (paths === undefined || isThere(inner.toLowerCase(), paths)) continue
      const meant = didYouMean(inner, paths.values())
      const message = `DynamicLoadObject of "${root}.${inner}": ${root} has no such object`
      warnings.push({
        file,
        start,
        end,
        message: withSuggestion(message, meant),
      })
    }
  }
  return warnings
}

/** Of texts that were looked through before. */
const known = new WeakMap<SourceFile, readonly StringLiteral[]>()

function loadsOf({ file, text }: ParsedSource): readonly StringLiteral[] {
  // Most texts load nothing.
  const loads = known.get(file) ?? (LOADS.test(text) ? [...loadsIn(file)] : [])
  known.set(file, loads)
  return loads
}

function* loadsIn(node: SyntaxNode): Generator<StringLiteral> {
  if (node.kind === 'Call' && node.callee.kind === 'Identifier' && LOADING.has(node.callee.name.toLowerCase())) {
    const [first] = node.arguments
    if (first?.kind === 'String') yield first
  }
  for (const child of childrenOf(node)) yield* loadsIn(child)
}

function pathsOf(pkg: Package): ReadonlyMap<string, string> {
  return new Map(pkg.exports.map(({ path }) => [path.toLowerCase(), path]))
}

/** Tells whether there is an object of the path, or of its name in any group. */
function isThere(path: string, paths: ReadonlyMap<string, string>): boolean {
  if (paths.has(path)) return true
  const end = `.${path.slice(path.lastIndexOf('.') + 1)}`
  return [...paths.keys()].some((one) => one.endsWith(end))
}
