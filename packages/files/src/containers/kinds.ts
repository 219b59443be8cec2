import type { ContainerKind } from './container.js'
import { uzKind } from './uz-container.js'
import { zipKind } from './zip-container.js'

/**
 * Every kind of container that core knows; packages above core add theirs: `[...CONTAINER_KINDS, umodKind]`.
 */
export const CONTAINER_KINDS: readonly ContainerKind[] = [zipKind, uzKind()]
