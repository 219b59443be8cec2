import type { ExportObject } from '@ukit/core'
import type { Script } from '@ukit/objects/script'
import { plural } from '@ukit/text/internal'
import type { World } from '../symbols/symbol.js'
import type { Expression } from '../syntax/nodes.js'
import {
  type BodyOptions,
  type DecompiledBody,
  decompileConditions,
  decompileFunction,
  decompileState,
  unreadableBody,
} from './bodies.js'
import type { ClassObjects } from './class-objects.js'
import type { CodeSource } from './class-source.js'
import { ImpliedValues } from './implied-values.js'
import { MADE } from './made.js'
import { commentOutResisting } from './resisting-code.js'
import { TableMembers } from './table-members.js'

/** Bit of optional parameters. */
const OPTIONAL = 0x10

/** What was met in the code of a class. */
export interface CodeCounts {
  /** Functions and states with code. */
  scripts: number
  /** Those of them with something that no source is known for: it is a comment with the tokens. */
  readonly resisted: { readonly object: string; readonly count: number }[]
  /** Jumps that are written as `goto`. */
  gotos: number
}

/** *The code of a class's functions and states as source*, read with what the world knows. */
export function worldCode(
  world: World,
  counts: CodeCounts,
  options: BodyOptions,
): (objects: ClassObjects) => CodeSource {
  return ({ reader, export: exported, object }) => {
    const { context } = reader.package
    const note = <T extends DecompiledBody>(where: ExportObject, body: T): T => {
      counts.scripts++
      counts.gotos += body.gotos
      if (body.resisted > 0) {
        counts.resisted.push({ object: where.path, count: body.resisted })
        commentOutResisting(body.body.statements)
      }
      return body
    }
    let conditions: ReadonlyMap<number, Expression> | undefined
    const own = world.symbolOf(exported)
    const above = own?.kind === 'class' ? own.super : null
    return {
      superclass: above?.missingPackage === null ? above : null,
      ...(context.engine === 3 ? { implied: new ImpliedValues(world) } : {}),
      ...(world.standIns.length > 0 ? { tables: new TableMembers(world) } : {}),
      function(field) {
        const symbol = world.symbolOf(field.export)
        const problem = problemOf(field.object.script)
        const found =
          symbol?.kind !== 'function' || problem !== undefined
            ? unreadableBody(problem ?? 'what it declares could not be read')
            : decompileFunction(field.object.script.tokens, world, context, symbol, options)
        const { body, defaults } = note(field.export, found)
        const optional =
          symbol?.kind === 'function' ? symbol.parameters.filter(({ flags }) => (flags & OPTIONAL) !== 0) : []
        const values = new Map<string, Expression>()
        optional.forEach(({ name }, i) => {
          const value = defaults[i]
          if (value !== undefined && value !== null) values.set(name.toLowerCase(), value)
        })
        return { statements: body.statements, defaults: values }
      },
      state(field) {
        const { script } = field.object
        if (script.isEmpty) return []
        const symbol = world.symbolOf(field.export)
        const problem = problemOf(script)
        const found =
          symbol?.kind !== 'state' || problem !== undefined
            ? unreadableBody(problem ?? 'what it declares could not be read')
            : decompileState(script.tokens, world, context, symbol, options)
        return note(field.export, found).body.statements
      },
      condition(offset) {
        if (conditions === undefined) {
          const symbol = world.symbolOf(exported)
          const list =
            symbol?.kind === 'class' ? decompileConditions(object.script.tokens, world, context, symbol, options) : []
          conditions = new Map(list.map((condition) => [condition.offset, condition.expression]))
        }
        return conditions.get(offset) ?? { ...MADE, kind: 'ErrorExpression', text: 'True' }
      },
    }
  }
}

/** Why the code cannot be read, when it is not the tokens that the engine is known to have. */
function problemOf({ raw }: Script): string | undefined {
  return raw === undefined || raw.length === 0
    ? undefined
    : `${plural(raw.length, 'byte')} of code without known tokens of this engine`
}
