import type { ObjectView } from '@ukit/core'
import { finiteVector, minus, plus } from '../mesh/model/vectors.js'
import type { LevelMotion } from './level.js'

/** A mover has at most so many keys. */
const MOST_KEYS = 24
/** Seconds: longer is damage, or never. */
const MOST_TIME = 3600

/**
 * *Where a mover of UE1 or UE2 goes.* It stands at one of its keys (`KeyNum`), and the others are relative to
 * that.
 */
export function motionOf(view: ObjectView): LevelMotion {
  const location = finiteVector(view.vector('Location'))
  const rotation = view.rotator('Rotation')
  const count = Math.min(MOST_KEYS, Math.max(1, view.number('NumKeys', 2)))
  const key = Math.min(count - 1, Math.max(0, view.number('KeyNum')))
  const at = (name: string, i: number) => `${name}${i === 0 ? '' : `[${i}]`}`
  const basePosition = minus(location, finiteVector(view.vector(at('KeyPos', key))))
  const baseRotation = minus(rotation, view.rotator(at('KeyRot', key)))
  const keys = Array.from({ length: count }, (_, i) => ({
    location: plus(basePosition, finiteVector(view.vector(at('KeyPos', i)))),
    rotation: plus(baseRotation, view.rotator(at('KeyRot', i))),
  }))
  return { keys, key, moveTime: Math.min(MOST_TIME, Math.max(0, view.number('MoveTime', 1) || 0)) }
}
