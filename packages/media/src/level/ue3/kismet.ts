import { ExportObject, type ObjectReader, type ObjectView } from '@ukit/core'
import { describeValue } from '@ukit/inspect'
import type { ue3 } from '@ukit/objects'
import type { KismetNode, KismetSequence, KismetUse, KismetWire } from '../level.js'

/** Boxes of all sequences of a level that are taken for real. */
const MOST_NODES = 1 << 18
/** Sequences in each other. */
const MOST_DEPTH = 64

/**
 * *The Kismet of a level*: its sequences with their boxes and wires; none for a level without any.
 *
 * @param signal stops the work; then it rejects with the reason of the signal.
 */
export async function kismetIn(
  reader: ObjectReader,
  level: ue3.Level,
  signal?: AbortSignal,
): Promise<KismetSequence[]> {
  const walk = new KismetWalk(reader, signal)
  const found: KismetSequence[] = []
  for (const object of level.gameSequences) {
    const sequence = object instanceof ExportObject ? await walk.sequence(object, 0) : undefined
    if (sequence !== undefined) found.push(sequence)
  }
  return found
}

class KismetWalk {
  readonly #reader: ObjectReader
  readonly #signal: AbortSignal | undefined
  /** Sequences that were begun: a damaged one may be in itself. */
  readonly #begun = new Set<ExportObject>()
  /** Boxes that were read: a damaged list may name one any number of times. */
  readonly #known = new Set<ExportObject>()

  constructor(reader: ObjectReader, signal: AbortSignal | undefined) {
    this.#reader = reader
    this.#signal = signal
  }

  async sequence(object: ExportObject, depth: number): Promise<KismetSequence | undefined> {
    if (this.#begun.has(object) || depth > MOST_DEPTH || object.package !== this.#reader.package) return undefined
    this.#begun.add(object)
    const view = await this.#reader.view(object)
    const nodes: KismetNode[] = []
    const sequences: KismetSequence[] = []
    for (const one of view.objects('SequenceObjects')) {
      if (!(one instanceof ExportObject) || one.package !== object.package) continue
      if (this.#known.has(one) || this.#known.size >= MOST_NODES) continue
      this.#known.add(one)
      if (this.#known.size % 256 === 0) this.#signal?.throwIfAborted()
      nodes.push(await this.#node(one))
      if (!isSequence(one)) continue
      const inner = await this.sequence(one, depth + 1)
      if (inner !== undefined) sequences.push(inner)
    }
    return { path: object.path, name: view.text('ObjName') || object.name, nodes, sequences }
  }

  async #node(object: ExportObject): Promise<KismetNode> {
    const read = await this.#reader.read(object)
    const view = await this.#reader.view(read)
    const properties = describeValue(read.object.properties)
    return {
      path: object.path,
      class: object.className,
      title: view.text('ObjName'),
      comment: view.text('ObjComment'),
      position: [view.number('ObjPosX'), view.number('ObjPosY')],
      outputs: await this.#outputs(view),
      variables: usesOf(view, 'VariableLinks', 'LinkedVariables'),
      events: usesOf(view, 'EventLinks', 'LinkedEvents'),
      properties:
        typeof properties === 'object' && properties !== null && !Array.isArray(properties)
          ? Object.fromEntries(Object.entries(properties).filter(([name]) => !isShownElsewhere(name)))
          : properties,
    }
  }

  async #outputs(view: ObjectView): Promise<KismetWire[]> {
    const wires: KismetWire[] = []
    for (const output of view.structs('OutputLinks')) {
      const name = output.text('LinkDesc')
      const delay = output.number('ActivateDelay')
      const links = output.structs('Links')
      if (links.length === 0) wires.push({ output: name, delay })
      for (const link of links) {
        const to = link.object('LinkedOp')
        if (!(to instanceof ExportObject)) continue
        const index = link.number('InputLinkIdx')
        const input = await this.#inputName(to, index)
        wires.push({
          output: name,
          to: to.path,
          input: { index, ...(input === '' ? {} : { name: input }) },
          delay,
        })
      }
    }
    return wires
  }

  async #inputName(object: ExportObject, index: number): Promise<string> {
    if (object.package !== this.#reader.package) return ''
    const view = await this.#reader.view(object)
    return view.structs('InputLinks')[index]?.text('LinkDesc') ?? ''
  }
}

function usesOf(view: ObjectView, links: string, objects: string): KismetUse[] {
  return view.structs(links).map((link) => ({
    name: link.text('LinkDesc'),
    objects: link.objects(objects).flatMap((object) => (object === undefined ? [] : [object.path])),
  }))
}

function isSequence({ className }: ExportObject): boolean {
  return /^(?:\w+_)?(?:Prefab)?Sequence$/i.test(className)
}

/** Properties that are in a node's own fields. */
const SHOWN_ELSEWHERE = new Set([
  'inputlinks',
  'outputlinks',
  'variablelinks',
  'eventlinks',
  'objposx',
  'objposy',
  'objname',
  'objcomment',
  'sequenceobjects',
  'parentsequence',
])

function isShownElsewhere(name: string): boolean {
  return SHOWN_ELSEWHERE.has(name.toLowerCase())
}
