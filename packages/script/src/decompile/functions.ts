import { FunctionFlag, PropertyFlag } from '@ukit/container'
import type { ExportObject } from '@ukit/core'
import { FunctionField } from '@ukit/objects/script'
import { modifierTables, wordsOf } from '../symbols/modifier-tables.js'
import type { Block, Expression, FunctionDeclaration, LocalStatement, Statement } from '../syntax/nodes.js'
import type { ClassObjects, FieldObject } from './class-objects.js'
import { MADE, modifier } from './made.js'
import { typeReference } from './type-reference.js'
import { declarator, isVariable, parameterModifiers, parameterOf, type VariableObject } from './variables.js'

/** A function as it was read. */
export type FunctionObject = FieldObject<FunctionField>

/** Tells whether a declaration is a function's. */
export function isFunction(field: FieldObject): field is FunctionObject {
  return field.object instanceof FunctionField
}

/**
 * Tells whether a function only says that several share its name (SWAT 4): it is not declared. The others
 * have the types of their parameters in their own name.
 */
export function isOverloadMark({ object, export: exported }: FunctionObject): boolean {
  const { words } = wordsOf(modifierTables(exported.package).function, object.flags)
  return words.includes('overloaded') && exported.name.toLowerCase() === object.friendlyName.toString().toLowerCase()
}

/** What the code of a function declares. */
export interface DecompiledCode {
  readonly statements: readonly Statement[]
  /** UE3: values of optional parameters, by the parameter's name in lower case. */
  readonly defaults: ReadonlyMap<string, Expression>
}

/** What a function or delegate is declared with, and its body. */
export function functionDeclaration(
  objects: ClassObjects,
  field: FunctionObject,
  codeOf: (field: FunctionObject) => DecompiledCode,
): FunctionDeclaration {
  const { object, export: exported } = field
  const variables = objects
    .list(exported, object)
    .flatMap((child) => ('object' in child && isVariable(child) ? [child] : []))
  const is = (variable: VariableObject, bit: number) => (variable.object.flags & bit) !== 0
  const result = variables.find((variable) => is(variable, PropertyFlag.ReturnParm))
  const parameters = variables.filter(
    (variable) => is(variable, PropertyFlag.Parm) && !is(variable, PropertyFlag.ReturnParm),
  )
  const locals = variables.filter((variable) => !is(variable, PropertyFlag.Parm))
  const hasBody = (object.flags & FunctionFlag.Defined) !== 0
  const code = hasBody || exported.package.context.engine === 3 ? codeOf(field) : undefined
  return {
    ...MADE,
    kind: 'Function',
    modifiers: functionModifiers(exported, object),
    form: formOf(object, parameters.length),
    precedence: formOf(object, parameters.length) === 'operator' ? object.precedence : null,
    returnType: result === undefined ? null : typeReference(objects, result.object, result.export.className),
    returnModifiers:
      result === undefined ? [] : parameterModifiers(result.object).filter(({ word }) => word === 'coerce'),
    name: nameOfFunction(field),
    parameters: parameters.map((variable) => {
      const parameter = parameterOf(objects, variable)
      const value = code?.defaults.get(variable.export.name.toLowerCase()) ?? null
      // A parameter with a value is optional without the word.
      return { ...parameter, default: value }
    }),
    isConst: exported.package.context.engine === 3 && (object.flags & FunctionFlag.Const) !== 0,
    body: hasBody ? bodyOf(objects, locals, code?.statements ?? []) : null,
    codeStart: -1,
  }
}

/**
 * The word or symbol that the source has for a function: its friendly name, where the object has one. Objects
 * of operators, and of SWAT 4's overloaded functions, have the types of the parameters in their own name.
 */
function nameOfFunction({ export: exported, object }: FunctionObject): string {
  const friendly = object.friendlyName.toString()
  return /^none$/i.test(friendly) ? exported.name : friendly
}

function formOf({ flags }: FunctionField, parameters: number): FunctionDeclaration['form'] {
  if ((flags & FunctionFlag.Operator) !== 0) {
    if ((flags & FunctionFlag.PreOperator) !== 0) return 'preoperator'
    return parameters === 1 ? 'postoperator' : 'operator'
  }
  if ((flags & FunctionFlag.Delegate) !== 0) return 'delegate'
  return (flags & FunctionFlag.Event) !== 0 ? 'event' : 'function'
}

function functionModifiers(exported: ExportObject, object: FunctionField): FunctionDeclaration['modifiers'] {
  const { context } = exported.package
  const { words } = wordsOf(modifierTables(exported.package).function, object.flags)
  const found = words.map((word) => modifier(word))
  if ((object.flags & FunctionFlag.Native) !== 0)
    found.unshift(object.nativeIndex > 0 ? modifier('native', String(object.nativeIndex)) : modifier('native'))
  // UE3: what is replicated says itself how.
  if (context.engine === 3 && (object.flags & (FunctionFlag.NetServer | FunctionFlag.NetClient)) !== 0) {
    const isReliable = (object.flags & FunctionFlag.NetReliable) !== 0
    found.unshift(modifier(isReliable ? 'reliable' : 'unreliable'))
  }
  return found
}

function bodyOf(objects: ClassObjects, locals: readonly VariableObject[], code: readonly Statement[]): Block {
  const statements = [...localStatements(objects, locals), ...code]
  // UE3: a function without anything between its braces is one without a body.
  const isEmpty = statements.length === 0 && objects.reader.package.context.engine === 3
  return { ...MADE, kind: 'Block', statements: isEmpty ? [{ ...MADE, kind: 'Empty' }] : statements }
}

/** Local variables: those of one type that follow each other are declared together, as people do. */
function localStatements(objects: ClassObjects, locals: readonly VariableObject[]): LocalStatement[] {
  const found: LocalStatement[] = []
  let last = ''
  for (const local of locals) {
    const type = typeReference(objects, local.object, local.export.className)
    const key = JSON.stringify(type)
    const previous = found.at(-1)
    if (previous !== undefined && key === last) previous.names.push(declarator(local))
    else found.push({ ...MADE, kind: 'Local', type, names: [declarator(local)] })
    last = key
  }
  return found
}
