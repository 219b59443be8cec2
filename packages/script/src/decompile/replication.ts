import { FunctionFlag, PropertyFlag } from '@ukit/container'
import { FunctionField, VariableField } from '@ukit/objects/script'
import type { Expression, ReplicationBlock, ReplicationCondition } from '../syntax/nodes.js'
import type { ClassObjects, FieldObject } from './class-objects.js'
import { identifier, MADE } from './made.js'

/** Offset of what inherits how it is replicated. */
const INHERITED = 0xffff

/**
 * *The replication block of a class*: what has the same condition, by its offset in the class's script, is
 * written together; `undefined` when nothing of its own is replicated.
 *
 * @param conditionAt the condition at an offset in memory.
 */
export function replicationBlock(
  objects: ClassObjects,
  fields: readonly FieldObject[],
  conditionAt: (offset: number) => Expression,
): ReplicationBlock | undefined {
  const groups = new Map<number, FieldObject[]>()
  for (const field of fields) {
    const offset = offsetOf(field)
    if (offset === undefined || offset === INHERITED) continue
    const group = groups.get(offset)
    if (group === undefined) groups.set(offset, [field])
    else group.push(field)
  }
  if (groups.size === 0) return undefined
  const saysReliable = objects.export.package.context.engine < 3
  const conditions = [...groups]
    .sort(([a], [b]) => a - b)
    .map(
      ([offset, group]): ReplicationCondition => ({
        ...MADE,
        kind: 'ReplicationCondition',
        reliable: saysReliable ? isReliable(group) : null,
        condition: conditionAt(offset),
        names: inDeclaredOrder(group).map(({ export: exported }) => identifier(exported.name)),
      }),
    )
  return { ...MADE, kind: 'Replication', conditions }
}

/** A class lists its variables as they were declared, and its functions from the last to the first. */
function inDeclaredOrder(group: readonly FieldObject[]): FieldObject[] {
  const variables = group.filter(({ object }) => object instanceof VariableField)
  const functions = group.filter(({ object }) => !(object instanceof VariableField))
  return [...variables, ...functions.reverse()]
}

function offsetOf({ object, export: exported }: FieldObject): number | undefined {
  if (object instanceof VariableField) {
    return (object.flags & PropertyFlag.Net) === 0 ? undefined : object.replicationOffset
  }
  // UE3's functions say themselves how they are replicated.
  if (!(object instanceof FunctionField) || exported.package.context.engine === 3) return undefined
  return (object.flags & FunctionFlag.Net) === 0 ? undefined : object.replicationOffset
}

/** Only functions keep the word. */
function isReliable(group: readonly FieldObject[]): boolean {
  const functions = group.flatMap(({ object }) => (object instanceof FunctionField ? [object] : []))
  return functions.length === 0 || functions.some(({ flags }) => (flags & FunctionFlag.NetReliable) !== 0)
}
