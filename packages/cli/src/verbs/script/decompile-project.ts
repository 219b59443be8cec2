import { OutputFolder } from '@ukit/files/node'
import { decompileProject, type ProjectFlaw } from '@ukit/make/node'
import type { Outcome } from '../../batch/batch-verb.js'
import { jsonElement } from '../../terminal/json.js'
import { plural, printable } from '../../terminal/text.js'
import { notWritten } from '../change/not-written.js'
import { type DecompileWork, firstProblems } from './decompile-work.js'

/** Settings of the verb for a project. */
export interface ProjectOptions {
  readonly out: string
  readonly force: boolean
  /** Use the text that the package contains for classes, if it contains one. */
  readonly source: boolean
  readonly json: boolean
}

/** Writes a package as a project from which it can be rebuilt. */
export async function* projectText(work: DecompileWork, options: ProjectOptions): AsyncGenerator<string, Outcome> {
  const { reader, world, classes, names, print, signal, progress } = work
  const { out, force, source, json } = options
  const { folder, manifest, errors, notes } = await decompileProject(reader, {
    target: new OutputFolder(out, { force, signal }),
    world,
    classes,
    names,
    print,
    source,
    signal,
    onProgress: (done, total) => progress(done, total, 'classes'),
  })
  if (json) yield* jsonElement({ path: work.input.path, folder, manifest, error: null })
  else {
    const lacks = manifest.objects.length === 0 ? '' : `; ${plural(manifest.objects.length, 'object')} without a file`
    yield `${printable(work.input.path)} → ${printable(`${out}/${folder}`)}: ${plural(manifest.files.length, 'file')}${lacks}\n`
  }
  const all = [...errors, ...notes].map(flawText)
  return { failed: errors.length > 0, errors: firstProblems(all), counts: { files: manifest.files.length } }
}

function flawText({ about, message, reason }: ProjectFlaw): string {
  return `${about}: ${reason === undefined ? message : notWritten({ ok: false, reason, message })}`
}
