import { ClassRegistry } from './registry.js'
import { SCRIPT_CLASSES } from './script/classes.js'
import { UE1_CLASSES } from './ue1/classes.js'
import { UE2_CLASSES } from './ue2/classes.js'
import { UE3_CLASSES } from './ue3/classes.js'

/** *Every class that ukit has a codec for.* A new registry each time: callers add their own. */
export function standardClasses(): ClassRegistry {
  return new ClassRegistry([...SCRIPT_CLASSES, ...UE1_CLASSES, ...UE2_CLASSES, ...UE3_CLASSES])
}
