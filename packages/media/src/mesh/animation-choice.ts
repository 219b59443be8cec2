/** Choices of animations for a mesh, the default first; see `animationsOfMesh`. */
export const ANIMATION_CHOICES = ['fitting', 'own', 'all', 'none'] as const

/** Which animations a mesh gets. */
export type AnimationChoice = (typeof ANIMATION_CHOICES)[number]
