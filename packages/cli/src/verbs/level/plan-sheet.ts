import { basename, dirname } from 'node:path'
import { ObjectReader } from '@ukit/core'
import { PackageError, SourceError } from '@ukit/files'
import { OutputFolder } from '@ukit/files/node'
import { MediaError } from '@ukit/media'
import { type LevelFacts, levelFacts, levelOf, PlanSheet } from '@ukit/media/level'
import { workPackage } from '../../batch/work-package.js'
import type { ExitStatus } from '../../command/verb.js'
import { expand } from '../../inputs/expand.js'
import { gameIdOf } from '../../inputs/game-id.js'
import { closeContainers, openInput } from '../../inputs/open.js'
import { writeJson } from '../../terminal/json-array.js'
import { plural, printable } from '../../terminal/text.js'
import { folderName } from '../change/extract-names.js'
import { surroundingsOf } from '../change/extract-surroundings.js'
import { notWritten } from '../change/not-written.js'
import type { PlanCall } from './plan.js'
import { pngOf } from './png.js'

/** All maps of a call on one sheet: `ukit plan --sheet`. Files without a level are passed over. */
export async function writeSheet({ positionals, options, output, signal }: PlanCall, out: string): Promise<ExitStatus> {
  const { inputs } = await expand(positionals, { archives: options.archives })
  const sheet = new PlanSheet({
    isometric: options.isometric,
    whole: options.whole,
    height: options.height,
    paths: false,
  })
  const game = await gameIdOf(options.game)
  const maps: string[] = []
  const problems: { readonly path: string; readonly message: string }[] = []
  const fail = (path: string, message: string) => {
    problems.push({ path, message })
    output.error(`${printable(path)}: ${message}`)
  }
  for (const [i, input] of inputs.entries()) {
    output.progress.update(i, inputs.length, input.path, 'files')
    if (input.problem !== undefined) {
      fail(input.path, input.problem)
      continue
    }
    let opened: Awaited<ReturnType<typeof openInput>> | undefined
    try {
      opened = await openInput(input, { signal })
      const pkg = await workPackage({ opened, settings: { game }, signal })
      if (!pkg.exports.some(({ className }) => className.toLowerCase() === 'level')) continue
      const { packages } = surroundingsOf(input.file, options)
      const reader = await ObjectReader.open(pkg, { packages })
      const level = await levelOf(reader, undefined, { signal, withoutLight: true })
      sheet.add(level, { title: folderName(input), about: aboutOf(await levelFacts(reader)) })
      maps.push(input.path)
    } catch (error) {
      if (!(error instanceof MediaError || error instanceof PackageError || error instanceof SourceError)) throw error
      fail(input.path, error.message)
    } finally {
      await opened?.close()
    }
  }
  output.progress.clear()
  await closeContainers()
  let file: string | null = null
  if (sheet.count === 0) fail(out, 'there is no map to draw')
  else {
    const isPng = options.png || /\.png$/i.test(out)
    const bytes = isPng ? await pngOf(sheet.picture(options.width)) : new TextEncoder().encode(sheet.svg(options.width))
    const saved = await new OutputFolder(dirname(out), { force: options.force, signal }).write(basename(out), bytes)
    if (saved.ok) file = out
    else fail(out, notWritten(saved))
  }
  if (options.json) await writeJson([{ file, maps, problems }], output)
  else if (file !== null)
    await output.write(`${output.style.green('ok')}  ${plural(maps.length, 'map')} → ${printable(file)}\n`)
  return problems.length > 0 ? 1 : 0
}

function aboutOf({ idealPlayers, counts }: LevelFacts): string {
  const players = idealPlayers === null ? [] : [`${idealPlayers} players`]
  return [...players, plural(counts.playerStarts, 'start'), plural(counts.actors, 'actor')].join(' · ')
}
