import type { Archive, Layout, Summary } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { fieldsAfter, numberOf } from '../hooks.js'

// Midway's branch of Unreal Engine 3, based on public readers only.

/** After the header size: four characters for the game (`WOO `, `MK  ` ...) and Midway's own version. */
export function serializeMidway(ar: Archive, { extra: fields }: Summary, licensee: number): number {
  if (licensee < 2) return 0
  extra.u32(ar, fields, 'midwayGame')
  return extra.i32(ar, fields, 'midwayVersion')
}

export function midway(ownImportField: (version: number, midwayVersion: number) => boolean) {
  return (version: number, licensee: number): Layout => ({
    summary: fieldsAfter({
      headerSize(ar, summary) {
        if (serializeMidway(ar, summary, licensee) >= 256) extra.i32(ar, summary.extra, 'midway1')
      },
      imports(ar, { extra: fields }) {
        if (ownImportField(version, numberOf(fields['midwayVersion']))) extra.i32(ar, fields, 'midway2')
      },
    }),
  })
}
