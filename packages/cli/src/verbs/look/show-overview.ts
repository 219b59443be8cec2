import type { OpenedInput } from '@ukit/batch'
import type { Package } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { type ClassCount, classCounts, inspect } from '@ukit/inspect'
import { jsonElement } from '../../terminal/json.js'
import type { Style } from '../../terminal/style.js'
import { count, padEnd, padStart, plural, printable } from '../../terminal/text.js'
import { infoCard } from './info-card.js'

/** Maximum number of classes that are printed, unless all are asked for. */
const MOST_CLASSES = 12

/** How to print an overview. */
interface OverviewSettings {
  readonly json: boolean
  readonly all: boolean
  readonly width: number
  readonly style: Style
}

/** *What a package is and what is in it*, for `show` without a path: its card, and its objects by class. */
export async function* overview(
  path: string,
  opened: OpenedInput,
  pkg: Package,
  game: string | undefined,
  settings: OverviewSettings,
): AsyncGenerator<string> {
  const options = { fileName: opened.fileName, codecs: nodeCodecs, game }
  const facts = await inspect(opened.source, options)
  const classes = classCounts(pkg)
  if (settings.json) {
    yield* jsonElement({ path, ...facts, classes })
    return
  }
  yield infoCard(path, { ...facts, level: null }, settings.width, settings.style)
  yield* classLines(classes, settings)
}

function* classLines(classes: readonly ClassCount[], { all, style }: OverviewSettings): Generator<string> {
  if (classes.length === 0) return
  const shown = all ? classes : classes.slice(0, MOST_CLASSES)
  const names = shown.map((one) => printable(one.class))
  const nameWidth = Math.max(5, ...names.map((name) => name.length))
  const objectWidth = Math.max(7, ...shown.map(({ objects }) => count(objects).length))
  const byteWidth = Math.max(5, ...shown.map(({ bytes }) => count(bytes).length))
  yield `\n${style.dim(`${padEnd('CLASS', nameWidth)}  ${padStart('OBJECTS', objectWidth)}  ${padStart('BYTES', byteWidth)}`)}\n`
  for (const [i, { objects, bytes }] of shown.entries()) {
    const name = style.cyan(padEnd(names[i] ?? '', nameWidth))
    yield `${name}  ${padStart(count(objects), objectWidth)}  ${padStart(count(bytes), byteWidth)}\n`
  }
  const more = classes.length - shown.length
  if (more > 0) yield style.dim(`and ${plural(more, 'more class', 'more classes')} (--all)\n`)
  yield style.dim('\nukit ls lists the objects, ukit show FILE PATH shows one\n')
}
