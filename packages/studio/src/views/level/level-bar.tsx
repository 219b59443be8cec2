import type { LevelLook, SurfaceMode } from './look.js'

const MODES = [
  ['lit', 'Lit'],
  ['unlit', 'Unlit'],
  ['wire', 'Wire'],
  ['zones', 'Zones'],
] as const satisfies readonly (readonly [SurfaceMode, string])[]

const TOGGLES = [
  ['collision', 'Collision'],
  ['lights', 'Lights'],
  ['paths', 'Paths'],
  ['actors', 'Actors'],
  ['meshes', 'Meshes'],
  ['isNearest', 'Nearest texels'],
] as const satisfies readonly (readonly [keyof LevelLook, string])[]

/** *How a level is shown*: one way for its surfaces, and what is drawn over it. */
export function LevelBar({ look, onLook }: { readonly look: LevelLook; readonly onLook: (look: LevelLook) => void }) {
  return (
    <div class="pill" role="toolbar" aria-label="How it is shown">
      {MODES.map(([mode, label]) => (
        <button type="button" key={mode} aria-pressed={look.mode === mode} onClick={() => onLook({ ...look, mode })}>
          {label}
        </button>
      ))}
      <hr />
      {TOGGLES.map(([name, label]) => (
        <button
          type="button"
          key={name}
          aria-pressed={look[name]}
          onClick={() => onLook({ ...look, [name]: !look[name] })}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
