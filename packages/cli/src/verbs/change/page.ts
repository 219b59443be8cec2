import { FORCE_OPTION, JSON_OPTION, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { AnyCall, Call, ExitStatus, Verb } from '../../command/verb.js'
import { reasonOf } from '../../inputs/reason.js'
import { writeJson } from '../../terminal/json-array.js'
import { plural, printable, shortBytes } from '../../terminal/text.js'
import { type WrittenPage, writePage } from './page-folder.js'

const OPTIONS = {
  title: {
    takes: 'value',
    value: 'TEXT',
    does: 'Heading of the page',
    default: 'the name of the package, or the first',
  },
  ...JSON_OPTION,
  force: { ...FORCE_OPTION.force, does: 'Replace an index.html that ukit did not write' },
} as const satisfies Options

/** `ukit page DIR` */
export const page: Verb<typeof OPTIONS> = {
  when: [
    'You have extracted packages and want to look through them, or to pass them on to people who have neither ' +
      'the game nor ukit. This writes index.html into the folder: pictures, sounds with players, meshes in 3D ' +
      'with their animations, sources in colours, fonts, and what could not be extracted and why. It is opened ' +
      'in a browser from the disk, without a server or a network.',
    'DIR is the folder after -o of ukit extract; ukit extract --page makes the page at once. The page is made ' +
      'from the manifests and files in DIR, without the packages: run it again after further extractions or ' +
      'changes to the files.',
  ],
  options: OPTIONS,
  notes: [
    [
      'Files',
      'index.html, and scripts in index_files with copies of meshes, of the pictures on them and of texts, since ' +
        'browsers do not let a page on a disk read files. Everything else is shown from where it is, so keep the ' +
        'folders beside the page. An earlier page is replaced.',
    ],
    ['JSON', 'path, page, packages, scripts (files in index_files), bytes (of all of them), error.'],
  ],
  examples: [
    ['ukit page Botpack', 'after: ukit extract Botpack.u -o Botpack'],
    ['ukit page Deck --title "What DM-Deck is made of"', 'with a heading'],
  ],
  run,
}

async function run(call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const { positionals, options, output } = call
  const [folder, ...others] = positionals
  if (folder === undefined || others.length > 0)
    throw new UsageError('page needs one folder: the one after -o of ukit extract')
  const result = await attempt(folder, call, options)
  if (!options.json && result.error !== undefined) return fail(folder, result.error, call)
  if (!options.json) {
    await print(result.written, call)
    return 0
  }
  const { written, error = null } = result
  const facts = {
    path: folder,
    page: written?.path ?? null,
    packages: written?.manifests ?? 0,
    scripts: written?.scripts ?? 0,
    bytes: written?.bytes ?? 0,
    error,
  }
  await writeJson([facts], output)
  return error === null ? 0 : 1
}

/** Makes the page for `ukit extract --page`. */
export async function pageAfterExtract(
  folder: string,
  call: AnyCall & { readonly options: { readonly force: boolean; readonly manifest: boolean } },
): Promise<ExitStatus> {
  const { written, error } = await attempt(folder, call, { force: call.options.force })
  if (error !== undefined) return fail(folder, error, call)
  // Standard output is the manifests' then.
  if (!call.options.manifest) await print(written, call)
  return 0
}

async function attempt(
  folder: string,
  { output, signal }: AnyCall,
  { title, force }: { readonly title?: string | undefined; readonly force: boolean },
): Promise<{ written?: WrittenPage; error?: string }> {
  try {
    const onProgress = (done: number, total: number) => output.progress.update(done, total, 'index.html', 'objects')
    return { written: await writePage(folder, { title, force, signal, onProgress }) }
  } catch (error) {
    signal.throwIfAborted()
    return { error: reasonOf(error) }
  } finally {
    output.progress.clear()
  }
}

async function print(written: WrittenPage | undefined, { output }: AnyCall): Promise<void> {
  if (written === undefined) return
  const { path, manifests, scripts, bytes } = written
  const { style } = output
  const size = `${shortBytes(bytes)} with ${plural(scripts, 'script')}`
  await output.write(`${style.green('ok')}  ${style.bold(printable(path))}: ${plural(manifests, 'package')}, ${size}\n`)
}

function fail(folder: string, error: string, { output }: AnyCall): ExitStatus {
  output.error(`${printable(folder)}: ${printable(error)}`)
  return 1
}
