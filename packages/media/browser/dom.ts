import { printable } from '@ukit/text/internal'

/** What {@link element} sets: attributes, and functions for events. */
export interface Properties {
  readonly class?: string
  readonly text?: string
  readonly on?: Readonly<Record<string, (event: Event) => void>>
  readonly [attribute: string]: unknown
}

/** Attributes that people read or hear. */
const READ = new Set(['title', 'alt', 'aria-label', 'placeholder'])

/**
 * *Makes an element.* Text is always text, never markup, and what browsers act on unseen is shown as an
 * escape: names come from untrusted packages.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { class: className, text, on = {}, ...attributes }: Properties = {},
  ...children: readonly Node[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  if (className !== undefined) made.className = className
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    made.setAttribute(name, value === true ? '' : READ.has(name) ? printable(String(value)) : String(value))
  }
  for (const [name, listener] of Object.entries(on)) made.addEventListener(name, listener)
  if (text !== undefined) made.textContent = printable(text)
  made.append(...children)
  return made
}

/** Paths of small drawings on a grid of 16 × 16, lines of 1.5. */
const ICONS = {
  picture:
    'M3.5 2h9A1.5 1.5 0 0 1 14 3.5v9a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 12.5v-9A1.5 1.5 0 0 1 3.5 2zM2 11l3.5-3.5L9 11l2-2 3 3',
  mesh: 'M8 1.8 14 5v6l-6 3.2L2 11V5zM2 5l6 3.2L14 5M8 8.2v6',
  sound: 'M2 8h1.5l1.5-4 2 9 2-11 2 8 1.2-2H14',
  music:
    'M6 12V3.5l7-1.5v8.5M6 12a1.8 1.8 0 1 1-3.6 0 1.8 1.8 0 0 1 3.6 0zM13 10.5a1.8 1.8 0 1 1-3.6 0 1.8 1.8 0 0 1 3.6 0z',
  source:
    'M6 2C4 2 4.5 4 4.5 5.5S4 8 2.5 8C4 8 4.5 9 4.5 10.5S4 14 6 14M10 2c2 0 1.5 2 1.5 3.5S12 8 13.5 8C12 8 11.5 9 11.5 10.5S12 14 10 14',
  text: 'M4 2h5.5L13 5.5V14H4zM9.5 2v3.5H13M6 8.5h4.5M6 11h4.5',
  font: 'M3 13.5 7.2 2.5h1.6L13 13.5M4.700 9.5h6.6',
  other: 'M2.5 5 8 2l5.5 3v6L8 14l-5.5-3zM2.5 5 8 8l5.5-3M8 8v6',
  absent: 'M8 2.5 14 13H2zM8 6.5v3M8 11.2v.1',
  group: 'M2 4.5h4l1.5 1.5H14v7H2z',
  search: 'M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0zM10.300 10.300l3.700 3.700',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  before: 'M10 3 5 8l5 5',
  after: 'M6 3l5 5-5 5',
  play: 'M5 3l8 5-8 5z',
  pause: 'M5.5 3v10M10.5 3v10',
} as const

/** The names of the drawings. */
export type IconName = keyof typeof ICONS

/** *A small drawing*, which screen readers do not mention. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 16 16')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', ICONS[name])
  svg.append(path)
  return svg
}

/** A button with a drawing only, whose name screen readers say. */
export function iconButton(name: IconName, label: string, pressed: () => void): HTMLButtonElement {
  return element(
    'button',
    { class: 'tool', type: 'button', title: label, 'aria-label': label, on: { click: pressed } },
    icon(name),
  )
}

/** A length in bytes: `312 B`, `28.7 kB`, `1.05 MB`. */
export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB']
  let [value, unit] = [bytes, 0]
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit === 0 ? value : value.toPrecision(3)} ${units[unit]}`
}

/** A whole number with commas between thousands. */
export function grouped(value: number): string {
  return value.toLocaleString('en')
}
