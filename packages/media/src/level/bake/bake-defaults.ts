/** The defaults of `bakeLevel`: pixels for each Unreal unit. */
export const BAKE_DEFAULTS = { texels: 0.5 } as const
