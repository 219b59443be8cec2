import { meshOf } from '@ukit/media'
import { meshUsersOf, userSlots } from '@ukit/media/internal'
import type { MeshUserRow, WornMaterials } from '../media-calls.js'
import type { ObjectAt } from '../package-calls.js'
import type { Given } from '../protocol.js'
import { materialsOfSlots } from './meshes.js'
import { linkTo, readAt, readerOf } from './objects.js'
import type { OpenedPackages } from './opened.js'
import type { Work } from './serve.js'

/** The classes of all open packages that show a mesh. */
export async function meshUsersAt(packages: OpenedPackages, at: ObjectAt): Promise<MeshUserRow[]> {
  const { read } = await readAt(packages, at)
  const readers = await Promise.all(packages.all.map(({ id }) => readerOf(packages, id)))
  const rows: MeshUserRow[] = []
  for (const { object, hasSkins, cylinder } of await meshUsersOf(read.export, readers)) {
    const { to } = linkTo(packages, object)
    if (to !== undefined) rows.push({ name: object.path, to, hasSkins, cylinder })
  }
  return rows
}

/** What a mesh is covered with by a class. */
export async function wornAt(packages: OpenedPackages, given: Given<'meshWorn'>, work: Work): Promise<WornMaterials> {
  const { reader, read } = await readAt(packages, given)
  const mesh = await meshOf(reader, read, { signal: work.signal })
  const user = await readAt(packages, given.user)
  const slots = await userSlots({ reader: user.reader, object: user.read.export }, mesh.materials)
  return materialsOfSlots(packages, reader, slots, work)
}
