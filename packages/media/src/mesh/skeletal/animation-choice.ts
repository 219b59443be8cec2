/** Choices of animations for a mesh, the default of `animationsOfMesh` first. */
export const ANIMATION_CHOICES = ['fitting', 'own', 'all', 'none'] as const

/** Which animations a mesh gets. */
export type AnimationChoice = (typeof ANIMATION_CHOICES)[number]

/**
 * Choices of animations for the meshes of a package, the default first. `once`: as `fitting`, but each
 * animation is in the file of one mesh only; the notes of the others say which.
 */
export const EXTRACTED_ANIMATIONS = ['once', ...ANIMATION_CHOICES] as const

/** Which animations the files of skeletal meshes get. */
export type ExtractedAnimations = (typeof EXTRACTED_ANIMATIONS)[number]
