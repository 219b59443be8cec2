import type { PageItem } from '../../src/page/page-data.js'
import { element, icon } from '../dom.js'
import type { Stage } from '../stage.js'
import { Camera } from './camera.js'
import type { Animation } from './glb.js'
import { type LoadedModel, loadModel } from './loaded-model.js'
import { boundsOf, poseAt } from './pose.js'
import { type Look, Renderer } from './renderer.js'

const LOOKS: readonly (readonly [Look, string])[] = [
  ['textured', 'Textured'],
  ['shaded', 'Shaded'],
  ['wire', 'Wire'],
]
/** Radians per pixel, and per press of a key. */
const TURN = 0.008
const KEY_TURN = 0.14

/** *A mesh in 3D*: turned with the mouse, fingers or arrow keys, with its animations. */
export function meshStage(item: PageItem): Stage {
  const stage = new MeshStage(item)
  void stage.start()
  return stage
}

class MeshStage implements Stage {
  readonly element = element('div', { class: 'mesh' })
  readonly side = element('section', { class: 'keys' }, element('h3', { text: 'Turn and move' }), keysOf())
  readonly tools: readonly HTMLElement[]
  readonly #item: PageItem
  readonly #canvas: HTMLCanvasElement
  readonly #camera = new Camera()
  readonly #bar = element('div', { class: 'bar' })
  readonly #play = element(
    'button',
    { type: 'button', class: 'tool', 'aria-label': 'Play', on: { click: () => this.#toggle() } },
    icon('play'),
  )
  readonly #time = element('input', { type: 'range', min: 0, max: 1, step: 'any', 'aria-label': 'Time' })
  readonly #clock = element('span', { class: 'dim' })
  #renderer: Renderer | undefined
  #loaded: LoadedModel | undefined
  #floor: Float32Array | undefined
  #look: Look = 'textured'
  #animation: Animation | undefined
  #seconds = 0
  #isPlaying = false
  #isClosed = false
  #frame = 0
  #last = 0
  readonly #observer = new ResizeObserver(() => this.#redraw())
  readonly #scheme = matchMedia('(prefers-color-scheme: light)')
  readonly #themed = () => this.#redraw()

  constructor(item: PageItem) {
    this.#item = item
    this.#canvas = element('canvas', {
      tabindex: 0,
      role: 'img',
      'aria-label': `${item.name} in 3D: arrow keys turn it`,
    })
    const buttons = LOOKS.map(([look, text]) =>
      element('button', {
        type: 'button',
        text,
        'aria-pressed': String(look === this.#look),
        on: { click: () => setLook(look) },
      }),
    )
    const setLook = (look: Look) => {
      this.#look = look
      for (const [i, button] of buttons.entries()) button.setAttribute('aria-pressed', String(LOOKS[i]?.[0] === look))
      this.#redraw()
    }
    const reset = element('button', { type: 'button', text: 'Reset', on: { click: () => this.#reset() } })
    this.tools = [
      element('div', { class: 'segments', role: 'group', 'aria-label': 'Look' }, ...buttons),
      element('div', { class: 'segments' }, reset),
    ]
    this.element.append(element('p', { class: 'center dim', text: 'Loading …' }))
  }

  async start(): Promise<void> {
    try {
      if (this.#item.mesh === undefined) return
      const loaded = await loadModel(this.#item.mesh)
      if (this.#isClosed) return
      const renderer = new Renderer(this.#canvas)
      this.#renderer = renderer
      this.#loaded = loaded
      renderer.load(loaded.model, loaded.pictures)
      const parts = poseAt(loaded.model, undefined, 0)
      renderer.pose(parts)
      const bounds = boundsOf(parts)
      this.#camera.frame(bounds)
      this.#floor = floorFor(bounds)
      this.side.prepend(factsOf(loaded, bounds))
      this.#makeBar(loaded.model.animations)
      this.element.replaceChildren(this.#canvas, this.#bar)
      this.#canvas.focus()
      this.#listen()
      this.#observer.observe(this.element)
      this.#scheme.addEventListener('change', this.#themed)
      this.#redraw()
    } catch (error) {
      this.element.replaceChildren(
        element('p', { class: 'center', text: `Not shown: ${error instanceof Error ? error.message : String(error)}` }),
      )
    }
  }

  close(): void {
    this.#isClosed = true
    cancelAnimationFrame(this.#frame)
    this.#observer.disconnect()
    this.#scheme.removeEventListener('change', this.#themed)
    this.#renderer?.close()
  }

  #makeBar(animations: readonly Animation[]): void {
    if (animations.length === 0) return
    const choice = element(
      'select',
      { 'aria-label': 'Animation' },
      element('option', { value: -1, text: 'At rest' }),
      ...animations.map(({ name }, i) =>
        element('option', { value: i, text: name === '' ? `animation ${i + 1}` : name }),
      ),
    )
    choice.addEventListener('change', () => {
      this.#animation = animations[Number(choice.value)]
      this.#seconds = 0
      this.#setPlaying(this.#animation !== undefined)
      this.#time.max = String(this.#animation?.seconds ?? 1)
      this.#redraw()
    })
    this.#time.addEventListener('input', () => {
      this.#seconds = Number(this.#time.value)
      this.#setPlaying(false)
      this.#redraw()
    })
    this.#bar.append(choice, this.#play, this.#time, this.#clock)
    this.#time.value = '0'
    this.#tick()
  }

  #toggle(): void {
    if (this.#animation !== undefined) this.#setPlaying(!this.#isPlaying)
  }

  #setPlaying(isPlaying: boolean): void {
    this.#isPlaying = isPlaying
    this.#last = 0
    this.#play.replaceChildren(icon(isPlaying ? 'pause' : 'play'))
    this.#play.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play')
    this.#redraw()
  }

  #reset(): void {
    this.#camera.reset()
    this.#redraw()
  }

  #tick(): void {
    const { seconds = 0 } = this.#animation ?? {}
    this.#time.disabled = this.#animation === undefined
    this.#play.disabled = this.#animation === undefined
    this.#time.value = String(this.#seconds)
    this.#clock.textContent =
      this.#animation === undefined ? '' : `${this.#seconds.toFixed(2)} of ${seconds.toFixed(2)} s`
  }

  #redraw(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame((now) => this.#draw(now))
  }

  #draw(now: number): void {
    const [renderer, loaded] = [this.#renderer, this.#loaded]
    if (renderer === undefined || loaded === undefined || this.#isClosed) return
    if (this.#isPlaying && this.#animation !== undefined) {
      const { seconds } = this.#animation
      if (this.#last > 0) this.#seconds += (now - this.#last) / 1000
      if (this.#seconds >= seconds) this.#seconds = seconds > 0 ? this.#seconds % seconds : 0
      this.#last = now
    }
    if (loaded.model.animations.length > 0) {
      renderer.pose(poseAt(loaded.model, this.#animation, this.#seconds))
      this.#tick()
    }
    const { clientWidth, clientHeight } = this.element
    const ratio = Math.min(2, devicePixelRatio)
    const [width, height] = [
      Math.max(1, Math.round(clientWidth * ratio)),
      Math.max(1, Math.round(clientHeight * ratio)),
    ]
    if (this.#canvas.width !== width) this.#canvas.width = width
    if (this.#canvas.height !== height) this.#canvas.height = height
    const grey = this.#scheme.matches ? 0.3 : 0.72
    renderer.draw({
      ...this.#camera.view(width / height),
      look: this.#look,
      line: [grey, grey, grey],
      floor: this.#floor,
    })
    if (this.#isPlaying) this.#redraw()
  }

  #listen(): void {
    const canvas = this.#canvas
    const pointers = new Map<number, { x: number; y: number }>()
    let spread = 0
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId)
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
      spread = 0
    })
    canvas.addEventListener('pointermove', (event) => {
      const before = pointers.get(event.pointerId)
      if (before === undefined) return
      const [dx, dy] = [event.clientX - before.x, event.clientY - before.y]
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
      const height = canvas.clientHeight
      if (pointers.size > 1) {
        const [a, b] = [...pointers.values()]
        const distance = Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0))
        if (spread > 0 && distance > 0) this.#camera.zoom(distance / spread)
        spread = distance
        this.#camera.move(dx / height / 2, dy / height / 2)
      } else if (event.shiftKey || event.buttons === 2 || event.buttons === 4)
        this.#camera.move(dx / height, dy / height)
      else this.#camera.turn(-dx * TURN, dy * TURN)
      this.#redraw()
    })
    for (const name of ['pointerup', 'pointercancel'] as const)
      canvas.addEventListener(name, ({ pointerId }) => pointers.delete(pointerId))
    canvas.addEventListener('contextmenu', (event) => event.preventDefault())
    canvas.addEventListener('dblclick', () => this.#reset())
    canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault()
        this.#camera.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.04 : 0.0014)))
        this.#redraw()
      },
      { passive: false },
    )
    canvas.addEventListener('keydown', (event) => this.#key(event))
  }

  #key(event: KeyboardEvent): void {
    const turns: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    }
    const [x, y] = turns[event.key] ?? [0, 0]
    if (event.key === '+' || event.key === '=') this.#camera.zoom(1.15)
    else if (event.key === '-') this.#camera.zoom(1 / 1.15)
    else if (event.key === '0') this.#camera.reset()
    else if (event.key === ' ') this.#toggle()
    else if (turns[event.key] === undefined) return
    else if (event.shiftKey) this.#camera.move(x * 0.05, -y * 0.05)
    else this.#camera.turn(x * KEY_TURN, y * KEY_TURN)
    event.preventDefault()
    this.#redraw()
  }
}

function keysOf(): HTMLElement {
  const list = element('dl')
  for (const [keys, does] of [
    ['Drag, arrows', 'turn'],
    ['Wheel, + −', 'nearer, away'],
    ['Shift', 'move instead'],
    ['Space', 'play, pause'],
    ['0', 'reset'],
  ] as const)
    list.append(element('dt', { text: keys }), element('dd', { text: does }))
  return list
}

function factsOf({ model }: LoadedModel, { min, max }: { min: number[]; max: number[] }): HTMLElement {
  const vertices = model.parts.reduce((sum, { positions }) => sum + positions.length / 3, 0)
  const size = [0, 1, 2].map((k) => ((max[k] ?? 0) - (min[k] ?? 0)).toFixed(2))
  const list = element('dl')
  const bones = model.parts.find(({ skin }) => skin !== undefined)?.skin?.joints.length ?? 0
  for (const [name, value] of [
    ['Size', `${size.join(' × ')} m`],
    ['Vertices', vertices.toLocaleString('en')],
    ['Materials', String(new Set(model.parts.map(({ material }) => material)).size)],
    ...(bones > 0 ? ([['Bones', String(bones)]] as const) : []),
  ] as const)
    list.append(element('dt', { text: name }), element('dd', { text: value }))
  return element('div', {}, element('h3', { text: 'Mesh' }), list)
}

/** A square of lines below a box, in steps of a round number of metres. */
function floorFor({ min, max }: { min: number[]; max: number[] }): Float32Array {
  const size = Math.max((max[0] ?? 0) - (min[0] ?? 0), (max[2] ?? 0) - (min[2] ?? 0), 1e-3)
  const step = 10 ** Math.floor(Math.log10(size)) / (size / 10 ** Math.floor(Math.log10(size)) < 3 ? 2 : 1)
  const half = Math.ceil((size * 0.9) / step)
  const center = [0, 2].map((k) => Math.round(((min[k] ?? 0) + (max[k] ?? 0)) / 2 / step) * step)
  const [x = 0, z = 0] = center
  const y = min[1] ?? 0
  const points: number[] = []
  for (let i = -half; i <= half; i++) {
    points.push(x + i * step, y, z - half * step, x + i * step, y, z + half * step)
    points.push(x - half * step, y, z + i * step, x + half * step, y, z + i * step)
  }
  return Float32Array.from(points)
}
