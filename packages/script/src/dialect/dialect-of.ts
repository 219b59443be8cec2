import { Version } from '@ukit/container'
import type { Package, ScriptDialect } from '@ukit/core'
import { FunctionField, type PlacedToken, type Token, walkTokens } from '@ukit/objects/script'
import type { World } from '../symbols/symbol.js'
import { UE1_436, UE1_469_LATE, UE1_FIRST, UE2, UE2_LATE, UE3, UE3_SIZES } from './dialects.js'

/** Flag of functions. */
const NATIVE = 0x400
/** Flag of parameters. */
const OPTIONAL = 0x10

/**
 * Functions of a package that are looked at to tell which compiler wrote it; more while none has a byte of
 * 255.
 */
const SAMPLE = 400

/**
 * *The generation of the compiler that wrote a package*: by version and game, and where those leave it open
 * by what is in its scripts.
 */
export function dialectOf(pkg: Package, world: World): ScriptDialect {
  const { context } = pkg
  const game = pkg.compiler.code
  if (context.engine === 3) {
    const own = { ...(context.since(Version.ContextProperty) ? UE3 : UE3_SIZES), ...game }
    return nativesHaveDefaults(pkg, world) ? own : { ...own, nativesHaveDefaults: false }
  }
  const found = traitsOf(pkg, world)
  const largestByte = (own: ScriptDialect) => (found.bytes255 > found.casts255 ? 255 : own.largestByte)
  if (context.engine === 2) {
    const known = { ...(found.endOfScript ? UE2_LATE : UE2), ...game, endOfScript: found.endOfScript }
    const own = found.foreachSkipsAll ? { ...known, foreachSkipsAll: true, ...known.ofForeachSkips } : known
    return { ...own, largestByte: largestByte(own) }
  }
  const first = context.since(Version.ReturnExpression) ? undefined : UE1_FIRST
  const own = { ...(first ?? (found.folds ? UE1_469_LATE : UE1_436)), ...game }
  const nativesEndWithNothing = found.nativesEndWithNothing || own.nativesEndWithNothing
  return { ...own, largestByte: largestByte(own), nativesEndWithNothing }
}

/** What a backslash and a letter mean in the texts of a package: all compilers of its generation agree. */
export function escapesOf({ context, compiler }: Package): ScriptDialect['escapes'] {
  return compiler.code?.escapes ?? (context.engine === 3 ? UE3 : UE1_436).escapes
}

/**
 * The generation of the compiler that a package is made as if by: that of the package it is written like,
 * with what only the code of others of that version shows (Shrek 2: no 255 in Core).
 */
export function dialectAmong(like: Package, others: readonly Package[], world: World): ScriptDialect {
  const own = dialectOf(like, world)
  if (like.context.engine !== 2 || saysBytes(traitsOf(like, world))) return own
  for (const other of others) {
    if (other === like || other.version !== like.version || other.licensee !== like.licensee) continue
    const found = traitsOf(other, world)
    if (saysBytes(found)) return found.bytes255 > found.casts255 ? { ...own, largestByte: 255 } : own
  }
  return own
}

function saysBytes({ bytes255, casts255 }: Traits): boolean {
  return bytes255 + casts255 > 0
}

/**
 * Tells whether native functions with optional parameters begin with their defaults; so it is in most games.
 */
function nativesHaveDefaults(pkg: Package, world: World): boolean {
  for (const { fields } of world.classesOf(pkg)) {
    for (const field of fields) {
      if (field.kind !== 'function' || (field.flags & NATIVE) === 0) continue
      if (!field.parameters.some(({ flags }) => (flags & OPTIONAL) !== 0)) continue
      const object = world.objectOf(field)
      const first = object instanceof FunctionField ? walkTokens(object.script.tokens, pkg.context)[0] : undefined
      if (first !== undefined) return first.name !== 'NativeParm'
    }
  }
  return true
}

interface Traits {
  readonly endOfScript: boolean
  readonly folds: boolean
  readonly nativesEndWithNothing: boolean
  /** True if a `foreach` through an object skips all of itself where there is no object. */
  readonly foreachSkipsAll: boolean
  /** How often 255 is a byte literal, and how often a converted whole number: a compiler writes only one. */
  readonly bytes255: number
  readonly casts255: number
}

function traitsOf(pkg: Package, world: World): Traits {
  let endings = 0
  let casts = 0
  let literals = 0
  let natives = 0
  let nothings = 0
  let looked = 0
  let foreachSkipsAll = false
  let bytes255 = 0
  let casts255 = 0
  for (const owner of world.classesOf(pkg)) {
    for (const field of owner.fields) {
      if (field.kind !== 'function' || (looked > SAMPLE && bytes255 + casts255 > 0)) continue
      const object = world.objectOf(field)
      if (!(object instanceof FunctionField) || object.script.tokens.length === 0) continue
      const { tokens } = object.script
      looked++
      const placed = walkTokens(tokens, pkg.context)
      const last = placed.filter(({ depth }) => depth === 0).at(-1)
      if (last?.name === 'EndOfScript') endings++
      if (placed[0]?.name === 'NativeParm') {
        natives++
        if (last?.name === 'Nothing') nothings++
      }
      for (const { token, name } of placed) {
        if (name === 'ByteConst' && token.operands[0] === 255) bytes255++
        if (token.operands.some((operand) => isWhole255(operand)) && isCastToByte(token, name)) casts255++
        if (name === 'Iterator' && skipsMore(token, placed)) foreachSkipsAll = true
        if (pkg.context.engine !== 1) continue
        if (name === 'IntToFloat' && isIntLiteral(token.operands[0])) casts++
        if (name === 'FloatConst') literals++
      }
    }
  }
  return {
    // A package without code is taken to be of the game's newest compiler.
    endOfScript: looked === 0 ? pkg.compiler.code?.endOfScript === true : endings > 0,
    folds: casts === 0 && literals >= 20,
    nativesEndWithNothing: nothings > 0 && nothings * 2 > natives,
    foreachSkipsAll,
    bytes255,
    casts255,
  }
}

/** Tells whether the context of a `foreach` skips more than its call, without an object. */
function skipsMore({ operands: [call] }: Token, placed: readonly PlacedToken[]): boolean {
  const context = placed.find(({ token }) => token === call)
  if (context?.name !== 'Context') return false
  const { skip, member } = context.operands
  const called = placed.find(({ token }) => token === member)
  return called !== undefined && typeof skip === 'number' && skip > called.size
}

/** IntToByte: a token in UE1, a kind of PrimitiveCast since. */
function isCastToByte(token: Token, name: string): boolean {
  return name === 'IntToByte' || (name === 'PrimitiveCast' && token.operands[0] === INT_TO_BYTE)
}

const INT_TO_BYTE = 0x3d

function isWhole255(operand: Token['operands'][number]): boolean {
  return (
    typeof operand === 'object' &&
    operand !== null &&
    'op' in operand &&
    operand.op === 0x2c &&
    operand.operands[0] === 255
  )
}

function isIntLiteral(operand: Token['operands'][number] | undefined): boolean {
  if (typeof operand !== 'object' || operand === null || !('op' in operand)) return false
  return operand.op === 0x25 || operand.op === 0x26 || operand.op === 0x2c || operand.op === 0x1d
}
