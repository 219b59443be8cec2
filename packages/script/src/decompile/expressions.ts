import type { ObjectSource } from '@ukit/container'
import type { Token } from '@ukit/objects/script'
import { tokenText } from '../listing/token-writer.js'
import type { ClassSymbol, EnumSymbol, Type, VariableSymbol } from '../symbols/symbol.js'
import type { Expression } from '../syntax/nodes.js'
import { arrayCall } from './array-calls.js'
import { delegateValue, liftCall } from './calls.js'
import { castCode, castOf, castResult, isImplicit } from './casts.js'
import { castCall, classCast, metaCast } from './conversions.js'
import { BOOL, INT, type Lifted, PRIMARY, primary } from './lifted.js'
import { literal } from './literals.js'
import { newObject } from './made-objects.js'
import { contextOf, element, structMember, variable } from './members.js'
import { namedConstant } from './named-constants.js'
import { comparison, conditional } from './operations.js'
import { type BodyScope, classOfType } from './scope.js'
import type { TokenView } from './token-view.js'
import { LATENT_RESULT, made, memberOf, parenthesized, word } from './tree.js'

// A token is lifted twice where its cast turns out to be needed; more would be a tree designed to be slow.
const MOST_LIFTS = 200_000

/**
 * *Tokens to expressions*, in the shortest form that a compiler turns into the same tokens.
 *
 * A compiler hands the type that a place wants down to the leftmost operand, where it decides what a literal
 * becomes; a cast is left out only where the same one comes back. What does not fit sets `misfit`, and the
 * nearest cast around it is printed.
 */
export class Expressions {
  readonly scope: BodyScope
  readonly view: TokenView
  readonly engine: number
  /** Tokens that resisted and are printed as a comment. */
  resisted = 0
  /** Set when a literal would become another token where the expression is put. */
  misfit = false
  lifts = 0

  /** Set when so many tokens were lifted twice that casts are printed instead of tried. */
  get isExhausted(): boolean {
    return this.lifts >= MOST_LIFTS
  }

  constructor(scope: BodyScope, view: TokenView) {
    this.scope = scope
    this.view = view
    this.engine = scope.context.engine
  }

  name(name: string): string {
    return this.scope.rename?.(name) ?? name
  }

  /** A value where a type is wanted: the cast to it is left out if it comes back. */
  typed(token: Token, type: Type | undefined, coerce = false, hint: EnumSymbol | null = null): Lifted {
    const outside = this.misfit
    this.misfit = false
    const lifted = this.converted(token, type, type, coerce, hint)
    this.misfit = outside
    return lifted
  }

  /** A condition. */
  condition(token: Token): Expression {
    return this.typed(token, BOOL).node
  }

  /**
   * A value that is converted to `type`, in an expression of which `want` is wanted. Without a cast that
   * could be left out it is the value itself.
   */
  converted(
    token: Token,
    type: Type | undefined,
    want: Type | undefined,
    coerce: boolean,
    hint: EnumSymbol | null,
  ): Lifted {
    const cast = castOf(token, this.view)
    if (type !== undefined && cast !== undefined && isImplicit(cast.code, type, coerce, this.engine)) {
      if (!this.isExhausted) {
        const outside = this.misfit
        this.misfit = false
        const inner = this.value(cast.value, want, hint)
        const fits = !this.misfit && castCode(inner.type, type, this.engine) === this.codeOf(cast.code)
        this.misfit = outside
        if (fits) return inner
      }
    }
    if (this.view.name(token) === 'InterfaceCast' && type?.kind === 'interface') {
      const value = this.view.token(token, 'value')
      const inner = value && this.value(value, type)
      const from = classOfType(inner?.type)
      if (inner !== undefined && type.class !== null && (inner.type?.kind === 'none' || implementsIt(from, type.class)))
        return inner
    }
    return this.value(token, want, hint)
  }

  /** UE1 has two codes for the cast from string to name. */
  codeOf(code: number): number {
    return castResult(code, this.engine) === 'name' ? (this.engine < 3 ? 90 : 96) : code
  }

  /** A token by itself. @param want what is wanted of the expression that it is the leftmost operand of. */
  value(token: Token, want?: Type, hint: EnumSymbol | null = null): Lifted {
    this.lifts++
    const { view } = this
    const name = view.name(token)
    switch (name) {
      case 'LocalVariable':
      case 'InstanceVariable':
      case 'OutVariable':
      case 'StateVariable':
      case 'NativeParm':
      case 'DefaultVariable':
        return variable(this, token, name === 'DefaultVariable', null)
      case 'BoolVariable':
        return this.inside(token, 'variable', want)
      case 'Skip':
      case 'EatString':
      case 'EatReturnValue':
      case 'InterfaceContext':
      case 'LineNumber':
      // What is assigned to a shorter text is cut (before 62).
      case 'ResizeString':
        return this.inside(token, name === 'LineNumber' ? 'expression' : 'value', want, hint)
      case 'Self':
        return primary(made({ kind: 'Self' }), { kind: 'object', class: this.scope.class })
      case 'Context':
      case 'ClassContext':
        return contextOf(this, token, name === 'ClassContext', want, hint)
      case 'StructMember':
        return structMember(this, token)
      case 'ArrayElement':
      case 'DynArrayElement':
        return element(this, token)
      case 'DynArrayLength': {
        const array = this.operand(token, 'array')
        return primary(memberOf(this.tight(array), 'Length'), INT)
      }
      case 'VirtualFunction':
      case 'GlobalFunction':
      case 'FinalFunction':
      case 'DelegateFunction':
      case 'NativeFunction':
      case 'ExtendedNative':
        return liftCall(this, token, name, null, want)
      case 'DelegateProperty':
      case 'InstanceDelegate':
        return delegateValue(this, token, null)
      case 'LatentResult':
        return primary(LATENT_RESULT, undefined)
      case 'EmptyDelegate':
        return primary(made({ kind: 'None' }), { kind: 'none' })
      case 'StructCmpEq':
      case 'StructCmpNe':
      case 'DelegateCmpEq':
      case 'DelegateCmpNe':
      case 'DelegateFunctionCmpEq':
      case 'DelegateFunctionCmpNe':
        return comparison(this, token, name.endsWith('Eq') ? '==' : '!=')
      case 'DynamicCast':
      case 'InterfaceCast':
        return classCast(this, token, name === 'DynamicCast' ? 'class' : 'interface')
      case 'MetaCast':
        return metaCast(this, token)
      case 'New':
        return newObject(this, token)
      case 'Conditional':
        return conditional(this, token)
      default:
    }
    if (name.startsWith('DynArray')) return arrayCall(this, token, name.slice('DynArray'.length))
    const found = literal(this, token, want, hint)
    if (found !== undefined) {
      if (found.isMisfit) this.misfit = true
      const constant = found.isMisfit ? undefined : namedConstant(this.scope, found.node)
      return constant === undefined ? found : { ...found, node: word(this.name(constant)) }
    }
    const cast = castOf(token, view)
    if (cast !== undefined) return castCall(this, cast.code, cast.value)
    return this.resist(token)
  }

  /** Tokens that have no form in source, as a comment. */
  resist(token: Token): Lifted {
    this.resisted++
    return primary(made({ kind: 'ErrorExpression', text: tokenText(token, this.scope.context) }), undefined)
  }

  missing(token: Token): Lifted {
    return this.resist(token)
  }

  /** An operand for which no type is wanted. */
  operand(token: Token, name: string): Lifted {
    const operand = this.view.token(token, name)
    return operand === undefined ? this.missing(token) : this.value(operand)
  }

  inside(token: Token, name: string, want?: Type, hint: EnumSymbol | null = null): Lifted {
    const operand = this.view.token(token, name)
    return operand === undefined ? this.missing(token) : this.value(operand, want, hint)
  }

  /** What is before a dot or an index. */
  tight({ node, looseness }: Lifted): Expression {
    return looseness === PRIMARY && node.kind !== 'New' ? node : parenthesized(node)
  }

  variableOf(reference: ObjectSource | null): VariableSymbol | undefined {
    const symbol = this.scope.world.symbolOf(reference)
    return symbol?.kind === 'variable' ? symbol : undefined
  }
}

function implementsIt(of: ClassSymbol | null, wanted: ClassSymbol): boolean {
  for (let at = of, i = 0; at !== null && i < 256; at = at.super, i++) {
    if (at === wanted || at.interfaces.some((one) => one === wanted)) return true
  }
  return false
}
