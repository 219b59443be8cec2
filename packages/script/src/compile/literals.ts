import type { ClassSymbol, EnumSymbol, Type } from '../symbols/symbol.js'
import type { Expression, Span } from '../syntax/nodes.js'
import { BYTE, FLOAT, INT, NONE } from '../types/types.js'
import { convert } from './convert.js'
import type { Expressions } from './expressions.js'
import { constantOf } from './scope.js'
import { literal, type Value } from './value.js'
/** A whole number: a byte or float where that is wanted. */
export function intLiteral(at: Expressions, written: number, isHex: boolean, want: Type | null): Value {
  const { writer, env } = at
  let value = written
  if (value > 0x7fff_ffff || value < -0x8000_0000) {
    const largest = value < 0 ? -0x8000_0000 : 0x7fff_ffff
    // A number that is wanted as a float stays what it is.
    if (want?.kind === 'float')
      return literal(writer.float(isHex ? value | 0 : env.dialect.largeNumbers === 'saturate' ? largest : value), FLOAT)
    value = isHex || env.dialect.largeNumbers === 'wrap' ? value | 0 : largest
  }
  if (want?.kind === 'float') return literal(writer.float(value), FLOAT)
  if (want?.kind === 'byte' && (env.dialect.cutsBytes || (value >= 0 && value <= env.dialect.largestByte))) {
    return literal(writer.make('ByteConst', value & 0xff), BYTE, 'int')
  }
  return literal(writer.int(value), INT, 'int')
}

/** A number with a dot: a whole one where that is wanted and nothing is lost. */
export function floatLiteral(at: Expressions, value: number, want: Type | null): Value {
  const { cutsBytes, largestByte } = at.env.dialect
  // What is too large for a byte stays what it is (255.0 in UT2004's WeaponsOfPower, 2 of 2).
  const isWhole = want?.kind === 'int' || (want?.kind === 'byte' && (cutsBytes || (value >= 0 && value <= largestByte)))
  if (isWhole && Number.isInteger(value)) return intLiteral(at, value, false, want)
  return literal(at.writer.float(value), FLOAT, 'float')
}

/** `None`: of the type that is wanted where names and delegates have one of their own. */
export function noneLiteral(at: Expressions, want: Type | null): Value {
  const value = literal(at.writer.make('NoObject'), NONE)
  if (want?.kind === 'name' || want?.kind === 'delegate') return convert(at.env, value, want, false) ?? value
  return value
}

/** The type of a struct by its name. */
export function structType(at: Expressions, name: string): Type {
  return { kind: 'struct', struct: at.env.world.struct(name) ?? null }
}

/** `Class'Engine.Pawn'`, `Texture'Skins.Red'`. */
export function objectLiteral(at: Expressions, node: Expression & { kind: 'Object' }): Value {
  const { binder, world } = at.env
  const kind = node.className.toLowerCase()
  if (kind === 'class') {
    // Killing Floor has `class' Suicided'`.
    const found = at.classNamed(node.path.trim())
    if (found === undefined) {
      // A class that only the table of imports knows.
      const other = at.env.findObject(node.className, node.path)
      if (other !== undefined) {
        return literal(at.writer.make('ObjectConst', other.reference), {
          kind: 'class',
          metaClass: other.class ?? null,
        })
      }
      const what = at.env.context.engine === 3 ? 'Unresolved reference to' : "Can't find"
      return at.fail(node, `${what} Class '${node.path}'`, { missingPackage: at.missingFor(node.path) })
    }
    return literal(at.writer.make('ObjectConst', binder.symbol(found)), { kind: 'class', metaClass: found })
  }
  const type: Type = { kind: 'object', class: at.classNamed(node.className) ?? null }
  const last = node.path.slice(node.path.lastIndexOf('.') + 1)
  if (kind === 'enum') {
    const found = enumAnywhere(at, last)
    if (found !== undefined) return literal(at.writer.make('ObjectConst', binder.symbol(found)), type)
  }
  if (kind === 'function' || kind === 'state' || kind === 'struct' || kind === 'scriptstruct') {
    const found = world.byPath(node.path)
    if (found !== undefined) return literal(at.writer.make('ObjectConst', binder.symbol(found)), type)
  }
  const found = at.env.findObject(node.className, node.path)
  if (found === undefined) {
    if (at.env.missingObjectsAreNone === true) return literal(at.writer.make('NoObject'), type)
    return at.fail(node, `Can't find ${node.className} '${node.path}'`, {
      missingPackage: at.missingFor(node.path),
    })
  }
  return literal(at.writer.make('ObjectConst', found.reference), type)
}

/**
 * An enum by its name alone: in the package that is compiled the class that comes first in the alphabet, as
 * their files are read (UT99, its patches and Tactical Ops: Actor's EInputKey, in Console too).
 */
function enumAnywhere(at: Expressions, name: string): EnumSymbol | undefined {
  const { world, packageName } = at.env
  const own = world
    .enumsNamed(name)
    .filter(({ owner }) => owner?.packageName.toLowerCase() === packageName.toLowerCase())
  own.sort((a, b) => ((a.owner?.name.toLowerCase() ?? '') < (b.owner?.name.toLowerCase() ?? '') ? -1 : 1))
  return own[0] ?? world.enum(name)
}

/** A constant of a class or its supers: its text, compiled in its place. */
export function constantValue(
  at: Expressions,
  owner: ClassSymbol | null,
  key: string,
  want: Type | null,
  node: Span,
): Value | undefined {
  const constant = constantOf(owner, key)
  if (constant === undefined) return undefined
  const expression = at.env.constant(constant.text)
  if (expression === undefined || at.constants > 16) return at.fail(node, `'${constant.name}': bad constant`)
  at.means(node, constant)
  at.constants++
  const value = at.compile(expression, want)
  at.constants--
  return value
}
