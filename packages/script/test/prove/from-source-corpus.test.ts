import { ObjectReader } from '@ukit/core'
import { classText, provePackage } from '@ukit/script/analysis'
import { type ClassSymbol, loadWorld, type Type, type WorldSource } from '@ukit/script/symbols'
import { parseSource } from '@ukit/script/syntax'
import { expect, it } from 'vitest'
import { describeCorpus, openCorpus, packagesBeside } from '../../../../testing/corpus.js'

const SAMPLE = ['code/ut99/UWeb.u', 'code/ut2004/UWeb.u', 'code/udk-868/IpDrv.u']

/** A type as text, by names. */
function typeText(type: Type): string {
  switch (type.kind) {
    case 'byte':
      return `byte ${type.enum?.path}`
    case 'object':
    case 'interface':
      return `${type.kind} ${type.class?.path}`
    case 'class':
      return `class ${type.metaClass?.path}`
    case 'struct':
      return `struct ${type.struct?.path}`
    case 'array':
      return `array of ${typeText(type.inner)}`
    default:
      return type.kind
  }
}

/** Flags that the compiler uses when it compiles code. */
const VARIABLE_BITS = 0x440ff2
const CODE_BITS = 0x10_3d0f

function facts(owner: ClassSymbol): string[] {
  const lines = [
    `super ${owner.super?.path} within ${owner.within?.path} flags ${owner.flags & 1} ${owner.isInterface}`,
    `implements ${owner.interfaces.map(({ path }) => path)}`,
  ]
  for (const { name, className, type, dimension, flags } of owner.variables.values())
    lines.push(`var ${name} ${className} ${typeText(type)} ${dimension} ${(flags & 0x40_0003).toString(16)}`)
  for (const { name, text } of owner.constants.values()) lines.push(`const ${name} ${text.trim()}`)
  for (const { name, tags } of owner.enums.values()) lines.push(`enum ${name} ${tags}`)
  for (const { name, members, super: above } of owner.structs.values())
    lines.push(
      `struct ${name} ${above?.path} ${members.map((one) => `${one.name} ${typeText(one.type)} ${one.dimension}`)}`,
    )
  const code = [...owner.functions.values(), ...[...owner.operators.values()].flat()]
  for (const state of owner.states.values()) {
    lines.push(`state ${state.name} ${state.flags} ${state.super?.path}`)
    code.push(...[...state.functions.values()])
  }
  for (const one of code) {
    const variables = [...one.parameters, ...(one.returnValue === null ? [] : [one.returnValue]), ...one.locals]
    lines.push(
      `function ${one.path} ${(one.flags & CODE_BITS).toString(16)} ${one.nativeIndex} ${one.precedence} ${one.super?.path}` +
        variables
          .map((v) => `\n  ${v.name} ${typeText(v.type)} ${v.dimension} ${(v.flags & VARIABLE_BITS).toString(16)}`)
          .join(''),
    )
  }
  // Names have the case of the first loaded package. UE3 adds a variable for each native interface.
  return lines
    .map((line) => line.toLowerCase())
    .filter((line) => !line.startsWith('var vftable_'))
    .sort()
}

describeCorpus('classes of real packages, from their texts', () => {
  it.each(SAMPLE)('of %s have the same symbols as the compiled ones', async (path) => {
    const pkg = await openCorpus(path)
    const packages = packagesBeside(path)
    const compiled = await loadWorld([pkg], { packages })
    const reader = await ObjectReader.open(pkg, {})
    const sources: WorldSource[] = []
    for (const symbol of compiled.classesOf(pkg)) {
      const text = await classText(symbol, compiled, reader)
      if (text !== undefined) sources.push({ packageName: pkg.name, file: parseSource(text).file })
    }
    expect(sources.length).toBeGreaterThan(5)
    const world = await loadWorld([pkg], { packages, sources })
    for (const symbol of compiled.classesOf(pkg)) {
      const found = world.class(symbol.name, pkg.name)
      expect(found).not.toBe(symbol)
      expect.soft(found === undefined ? [] : facts(found), symbol.path).toEqual(facts(symbol))
    }
  })

  it.each(SAMPLE)('of %s compile to the stored code', async (path) => {
    const pkg = await openCorpus(path)
    const proof = await provePackage(pkg, { packages: packagesBeside(path), symbolsFromSource: true })
    expect(proof.differences.map(({ object, message }) => `${object}: ${message}`)).toEqual([])
    expect(proof.scripts).toBeGreaterThan(20)
    expect(proof.identical).toBe(proof.scripts)
  })
})
