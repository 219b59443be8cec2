import { type UnrealObject, ue1 } from '@ukit/objects'

/** Whether an object is a level that ukit reads as a scene. */
export function isLevel(object: UnrealObject): object is ue1.Level {
  return object instanceof ue1.Level
}
