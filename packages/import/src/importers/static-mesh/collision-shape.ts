import type { CollisionShape, Mesh } from '@ukit/media'
import { ShapeBuilder } from '@ukit/media/internal'
import { boundsUE3 } from './bounds.js'
import type { StaticMeshCollision } from './options.js'

/** *The shape that a mesh collides with*: its own collision shape, or the box around it. */
export function collisionShape(mesh: Mesh, choice: StaticMeshCollision): CollisionShape | undefined {
  if (choice === 'mesh') return mesh.collision
  const [finest] = mesh.lods
  return choice === 'box' && finest !== undefined ? boxAround(finest.positions) : undefined
}

function boxAround(positions: Float32Array): CollisionShape | undefined {
  const { centre, extent } = boundsUE3(positions)
  const [x = 0, y = 0, z = 0] = centre
  const builder = new ShapeBuilder()
  builder.box(
    extent.map((half) => 2 * half),
    [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1],
  )
  return builder.shape
}
