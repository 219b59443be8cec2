import type { Layout } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { extraOf } from '../hooks.js'
import { midway } from './layout.js'

/**
 * *Wheelman*: an export is a record of 0x64 bytes as it was in memory, with stale pointers instead of a map
 * and an array.
 */
export function wheelman(version: number, licensee: number): Layout {
  return {
    ...midway((_, midwayVersion) => midwayVersion >= 23)(version, licensee),
    name(ar, entry) {
      entry.text = ar.string(entry.text, 'text')
      entry.flags = ar.u32(entry.flags, 'flags')
    },
    export(ar, entry) {
      const fields = extraOf(entry)
      extra.i32(ar, fields, 'wheelman1')
      entry.serializeName(ar)
      entry.outer = ar.i32(entry.outer, 'outer')
      entry.class = ar.i32(entry.class, 'class')
      entry.super = ar.i32(entry.super, 'super')
      entry.archetype = ar.i32(entry.archetype, 'archetype')
      entry.serializeFlags(ar)
      entry.size = ar.i32(entry.size, 'size')
      entry.offset = ar.i32(entry.offset, 'offset')
      extra.i32(ar, fields, 'wheelman2')
      extra.i32(ar, fields, 'wheelman3')
      extra.bytes(ar, fields, 'componentMap', 0x14)
      entry.exportFlags = ar.u32(entry.exportFlags, 'exportFlags')
      extra.bytes(ar, fields, 'netObjectCounts', 0x0c)
      entry.packageGuid = ar.guid(entry.packageGuid, 'packageGuid')
    },
  }
}
