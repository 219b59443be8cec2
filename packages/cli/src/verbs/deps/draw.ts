import { saveFile } from '@ukit/files/node'
import { type DependencyGraph, dotText, drawingOf, mermaidText, svgText } from '@ukit/game'
import type { ExitStatus } from '../../command/verb.js'
import { reasonOf } from '../../inputs/reason.js'
import { plural, printable } from '../../terminal/text.js'
import { gatherGroup, groupsOf, printErrors } from './gather.js'
import type { DepsCall } from './options.js'
import type { Places } from './places.js'

const FORMATS = { dot: dotText, mermaid: mermaidText, svg: svgText } as const

/** Number of packages above which a picture becomes unreadable. */
const MANY = 300

/** Writes a graph to standard output or to a file. */
export async function draw(format: keyof typeof FORMATS, places: Places, call: DepsCall): Promise<ExitStatus> {
  const { options, output, signal } = call
  const graphs: DependencyGraph[] = []
  let failed = 0
  for (const group of await groupsOf(places, call)) {
    failed += printErrors(group.starts, call)
    graphs.push((await gatherGroup(group, places, call)).graph)
  }
  const drawing = drawingOf({
    starts: graphs.flatMap(({ starts }) => starts),
    nodes: graphs.flatMap(({ nodes }) => nodes),
  })
  if (drawing.packages.length > MANY) {
    output.note(
      `a picture of ${plural(drawing.packages.length, 'package')} is hard to read: name some files, or use --direct`,
    )
  }
  const { out } = options
  const pieces = FORMATS[format](drawing)
  if (out !== undefined) {
    try {
      await saveFile(out, encoded(larger(pieces)), { force: options.force, signal })
    } catch (error) {
      if (signal.aborted) throw error
      output.error(`the graph was not written: ${reasonOf(error)}`)
      return 1
    }
    await output.write(
      `${printable(out)}: ${plural(drawing.packages.length, 'package')}, ${plural(drawing.needs.length, 'arrow')}\n`,
    )
  } else {
    for (const piece of larger(pieces)) await output.write(piece)
  }
  const missing =
    drawing.needs.some((need) => need.missing > 0) || drawing.packages.some(({ kind }) => kind === 'missing')
  return failed > 0 || missing ? 1 : 0
}

/** Number of characters that are written at a time. */
const PIECE = 0x10000

/** The same text in larger pieces: the graph of an entire game has a hundred thousand lines. */
function* larger(pieces: Iterable<string>): Generator<string> {
  let text = ''
  for (const piece of pieces) {
    text += piece
    if (text.length < PIECE) continue
    yield text
    text = ''
  }
  yield text
}

function* encoded(pieces: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder()
  for (const piece of pieces) yield encoder.encode(piece)
}
