import { Version } from '@ukit/container'
import type { Package } from '@ukit/core'
import { FunctionField, type Token, walkTokens } from '@ukit/objects/script'
import type { World } from '../symbols/symbol.js'
import { DEUS_EX, UE1_436, UE1_469_LATE, UE2, UE3, UE3_SIZES, UT2004, VENGEANCE } from './dialects.js'
import type { ScriptDialect } from './script-dialect.js'

/** Functions of a package that are looked at to tell which compiler wrote it. */
const SAMPLE = 400

/**
 * *The generation of the compiler that wrote a package*: by game and version, and where those leave it open
 * by what is in its scripts.
 */
export function dialectOf(pkg: Package, world: World): ScriptDialect {
  const { context } = pkg
  if (context.engine === 3) return context.since(Version.ContextProperty) ? UE3 : UE3_SIZES
  const found = traitsOf(pkg, world)
  if (context.engine === 1) {
    const own = pkg.game.id === 'deus-ex' ? DEUS_EX : found.folds ? UE1_469_LATE : UE1_436
    return found.nativesEndWithNothing ? { ...own, nativesEndWithNothing: true } : own
  }
  if (context.line === 'vengeance') return { ...VENGEANCE, endOfScript: found.endOfScript }
  return found.endOfScript ? UT2004 : UE2
}

interface Traits {
  readonly endOfScript: boolean
  readonly folds: boolean
  readonly nativesEndWithNothing: boolean
}

function traitsOf(pkg: Package, world: World): Traits {
  let endings = 0
  let casts = 0
  let literals = 0
  let natives = 0
  let nothings = 0
  let looked = 0
  for (const owner of world.classesOf(pkg)) {
    for (const field of owner.fields) {
      if (field.kind !== 'function' || looked > SAMPLE) continue
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
      if (pkg.context.engine !== 1) continue
      for (const { token, name } of placed) {
        if (name === 'IntToFloat' && isIntLiteral(token.operands[0])) casts++
        if (name === 'FloatConst') literals++
      }
    }
  }
  return {
    endOfScript: endings > 0,
    folds: casts === 0 && literals >= 20,
    nativesEndWithNothing: nothings > 0 && nothings * 2 > natives,
  }
}

function isIntLiteral(operand: Token['operands'][number] | undefined): boolean {
  if (typeof operand !== 'object' || operand === null || !('op' in operand)) return false
  return operand.op === 0x25 || operand.op === 0x26 || operand.op === 0x2c || operand.op === 0x1d
}
