/** The shapes of icons, in a grid of 16 px, drawn with lines of 1.5 px. */
const SHAPES = {
  level: 'M8 1.8 14 5v6l-6 3.2L2 11V5zM2 5l6 3.2L14 5M8 8.2v6',
  texture:
    'M3.5 2h9A1.5 1.5 0 0 1 14 3.5v9a1.5 1.5 0 0 1-1.500 1.500h-9A1.5 1.5 0 0 1 2 12.500v-9A1.5 1.5 0 0 1 3.500 2zM2 11l3.500-3.500L9 11l2-2 3 3M10.500 4.500v.1',
  palette: 'M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM9 9h5v5H9z',
  font: 'M3 13 7.500 3h1L13 13M4.700 9.500h6.600',
  sound: 'M2 8h1.500l1.500-4 2 9 2-11 2 8 1.200-2H14',
  music:
    'M6 12V3.500l7-1.500v8.500M4.200 13.800a1.800 1.800 0 1 0 0-3.600 1.800 1.800 0 0 0 0 3.600zM11.200 12.300a1.800 1.800 0 1 0 0-3.600 1.800 1.800 0 0 0 0 3.600z',
  mesh: 'M8 2 14 13H2zM8 2v11M5 7.500h6',
  bone: 'M4 4l8 8M4 4a1.500 1.500 0 1 0-1.500 1.500M4 4a1.500 1.500 0 1 1 1.500-1.500M12 12a1.500 1.500 0 1 0 1.500-1.500M12 12a1.500 1.500 0 1 1-1.500 1.500',
  class:
    'M6 2C4 2 4.500 4 4.500 5.500S4 8 2.500 8C4 8 4.500 9 4.500 10.500S4 14 6 14M10 2c2 0 1.500 2 1.500 3.500S12 8 13.500 8C12 8 11.500 9 11.500 10.500S12 14 10 14',
  function: 'M10.500 2.500C8.500 2.500 8 3.500 7.700 5.500L6.500 12c-.4 1.500-1 2-2.500 2M5 7h5.500',
  state: 'M3 5.500h10v5H3zM8 2v3.500M8 10.500V14',
  struct: 'M3 3h10v10H3zM3 6.500h10M3 10h10',
  property: 'M3 5h10M3 8h7M3 11h4',
  text: 'M4 2h6l3 3v9H4zM6.500 7h4M6.500 10h4',
  light:
    'M8 10.600a2.600 2.600 0 1 0 0-5.200 2.600 2.600 0 0 0 0 5.200zM8 1.500v2M8 12.500v2M1.500 8h2M12.500 8h2M3.400 3.400l1.400 1.400M11.200 11.200l1.400 1.400M3.400 12.600l1.400-1.400M11.200 4.800l1.400-1.400',
  group: 'M2 4.500h4l1.500 1.500H14v7H2z',
  actor: 'M8 7a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM3.500 14c0-3 2-5 4.500-5s4.500 2 4.500 5',
  model: 'M2 12 6 3h8l-4 9zM4 7.500h8',
  material: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM5 6.500C5.500 5 6.500 4.300 8 4.200',
  object: 'M3 3h10v10H3z',
  import: 'M8 2v8M5 7l3 3 3-3M3 13h10',
  search: 'M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM10.500 10.500 14 14',
  theme: 'M13 9.500A5.500 5.500 0 1 1 6.500 3a4.500 4.500 0 0 0 6.500 6.500z',
  warning: 'M8 2.500 14.500 13.500h-13zM8 6.500v3.500M8 12v.1',
  more: 'M3 8h.1M8 8h.1M13 8h.1',
  close: 'M4 4l8 8M12 4l-8 8',
  drop: 'M8 2v8M5 7l3 3 3-3M2.500 11v2.500h11V11',
  back: 'M9.500 3 4.500 8l5 5',
  forward: 'M6.500 3l5 5-5 5',
  play: 'M5 3l8 5-8 5z',
  pause: 'M5 3v10M11 3v10',
  open: 'M5.500 3.500 10 8l-4.500 4.500',
  shut: 'M3.500 5.500 8 10l4.500-4.500',
  file: 'M4 2h6l3 3v9H4zM10 2v3h3',
  mark: 'M2.500 2.500v6.500a5.500 5.500 0 0 0 11 0V2.500M6.500 2.500V9a1.500 1.500 0 0 0 3 0V2.500',
} as const

/** Names of icons. */
export type IconName = keyof typeof SHAPES

/** An icon, in the colour of its text; what it means is said by words beside it. */
export function Icon({ name, class: extra }: { readonly name: IconName; readonly class?: string }) {
  return (
    <svg class={extra === undefined ? 'icon' : `icon ${extra}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={SHAPES[name]} />
    </svg>
  )
}

/** The icon of objects of a class, by what its name says. */
export function iconOfClass(className: string): IconName {
  const name = className.toLowerCase()
  for (const [pattern, icon] of BY_CLASS) if (pattern.test(name)) return icon
  return 'object'
}

const BY_CLASS: readonly (readonly [RegExp, IconName])[] = [
  [/^(?:level|world)$/, 'level'],
  [/font/, 'font'],
  [/texture|cubemap/, 'texture'],
  [/palette/, 'palette'],
  [/^music$/, 'music'],
  [/sound|^music/, 'sound'],
  [/anim/, 'bone'],
  [/mesh/, 'mesh'],
  [/^class$/, 'class'],
  [/^function$/, 'function'],
  [/^state$/, 'state'],
  [/^(?:script)?struct$|^enum$|^const$/, 'struct'],
  [/property$/, 'property'],
  [/textbuffer/, 'text'],
  [/light/, 'light'],
  [/^package$/, 'group'],
  [/^(?:model|polys|brush|mover)$|volume$/, 'model'],
  [/material|shader|combiner|finalblend|texpanner/, 'material'],
  [/pawn|start|info$|node$|pickup|inventory|weapon|actor/, 'actor'],
]
