import { type UnrealObject, ue1, ue2, ue3 } from '@ukit/objects'

/** Whether an object is a level that ukit reads as a scene. */
export function isLevel(object: UnrealObject): object is ue1.Level | ue2.Level | ue3.Level {
  return object instanceof ue1.Level || object instanceof ue2.Level || object instanceof ue3.Level
}
