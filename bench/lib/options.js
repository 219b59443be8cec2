// The command-line options of bench.
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** The checkout that contains bench. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export const HELP = `npm run bench -- [options]

  --only PARTS     of opening, startup, verify, objects, codecs, redirect-codecs, edit, extract, import, levels,
                   scale, script, script-parse, script-compile, make, installer, install, redirect, versus,
                   separated by commas (all; versus only with --vs)
  --runs N         processes for each variant, alternating (5)
  --seconds S      how long a process that repeats its work goes on (1)
  --short          everything once, with little of it: shows in less than a minute that each part still works,
                   not how fast anything is
  --files PATH     a file, a folder or a glob (* and **) instead of ../shared/corpus*; may be given
                   several times
  --against DIR    another checkout of ukit, built, to open the same files with: for example the last
                   release
  --vs COMMAND     another program's command to time beside ours: {file} means one file, {files} all;
                   may be given several times
  --ours ARGS      what our command does beside --vs ("info {file}"); takes {file} or {files} as the other one does
  --json FILE      write the figures
  --markdown FILE  write the main figures as a page
`

/** @returns the options, checked; throws what parseArgs throws. */
export function parseOptions(args, parts) {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', default: false },
      only: { type: 'string' },
      runs: { type: 'string' },
      seconds: { type: 'string' },
      short: { type: 'boolean', default: false },
      files: { type: 'string', multiple: true },
      against: { type: 'string' },
      vs: { type: 'string', multiple: true, default: [] },
      ours: { type: 'string', default: 'info {file}' },
      json: { type: 'string' },
      markdown: { type: 'string' },
    },
  })
  const chosen = values.only?.split(',') ?? parts
  const unknown = chosen.find((part) => !parts.includes(part))
  if (unknown !== undefined) throw new RangeError(`--only: expected some of ${parts.join(', ')}, found ${unknown}`)
  return {
    help: values.help,
    parts: chosen.filter((part) => part !== 'versus' || values.vs.length > 0),
    runs: positive('--runs', values.runs ?? (values.short ? '1' : '5')),
    seconds: positive('--seconds', values.seconds ?? (values.short ? '0.01' : '1')),
    short: values.short,
    /** How much of something to measure. */
    size: (whole, short) => (values.short ? short : whole),
    files: values.files?.map((path) => resolve(path)),
    against: values.against === undefined ? undefined : resolve(values.against),
    vs: values.vs,
    ours: values.ours,
    json: values.json,
    markdown: values.markdown,
  }
}

function positive(name, text) {
  const value = Number(text)
  if (value > 0 && Number.isFinite(value)) return value
  throw new RangeError(`${name}: expected a number above 0, found ${text}`)
}
