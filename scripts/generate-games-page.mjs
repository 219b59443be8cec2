// Writes docs/format/games.md, the page of all games that ukit distinguishes, from the table in the code.
//
//   npm run build && node scripts/generate-games-page.mjs           writes the page
//   npm run build && node scripts/generate-games-page.mjs --check   fails if the page is out of date

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PackageTag } from '../packages/container/build/index.js'
import { deviationText, GAMES } from '../packages/core/build/index.js'

const page = new URL('../docs/format/games.md', import.meta.url)
const text = render()

if (process.argv.includes('--check')) {
  if (!existsSync(page) || readFileSync(page, 'utf8') !== text) {
    console.error('docs/format/games.md is not what the table of games says; run: node scripts/generate-games-page.mjs')
    process.exitCode = 1
  }
} else {
  writeFileSync(page, text)
  console.log(`${fileURLToPath(page)}: ${GAMES.length} games`)
}

function render() {
  const deviating = GAMES.filter((game) => game.deviations !== undefined || game.layout !== undefined)
  const withFiles = GAMES.filter((game) => game.evidence === 'files')
  return [
    '# Games',
    '',
    'Made by `scripts/generate-games-page.mjs` from the table in `packages/core/src/games`; do not edit.',
    '',
    `ukit knows ${GAMES.length} games by name. ${deviating.length} of them deviate from the engine, in container`,
    `or objects. Evidence *files*: real packages of ${withFiles.length} games were read and written back byte for`,
    'byte. Evidence *readers*: public readers of these files say so, and no file was available; what is read by such',
    'facts is written back byte for byte in tests with packages made for the purpose.',
    '',
    'Versions are file/licensee. Those in brackets belong to other games too, so that only imported packages (or,',
    'for a deviating container, whether the summary fits) decide. A tag is the first word if it is not',
    `${hex(PackageTag.Standard)}. If no versions are known, open the package with \`--game <id>\`.`,
    '',
    ...[1, 2, 3].flatMap((engine) => section(engine)),
    '## What cannot be read',
    '',
    '| game | why |',
    '| --- | --- |',
    ...GAMES.filter((game) => game.limits !== undefined).map((game) => `| ${cell(game.name)} | ${cell(game.limits)} |`),
    '| Lineage II | Wrapper numbers other than 111, 120, 121, 211, 212, 411–414, 611–614, 811, ' +
      '820, 821, 911 and 912: no public source describes them. 411–414 and 611–614 are written only ' +
      'with the key pair of the community. |',
    '| Mass Effect Legendary Edition | Tables and objects are compressed with Oodle, which is ' +
      'proprietary; the summary is read. |',
    '',
  ].join('\n')
}

function section(engine) {
  const games = GAMES.filter((game) => game.engine === engine)
  return [
    `## Unreal Engine ${engine}`,
    '',
    '| id | game | versions | deviates | told by imports | evidence |',
    '| --- | --- | --- | --- | --- | --- |',
    ...games.map(
      (game) =>
        `| \`${game.id}\` | ${cell(game.name)} | ${versions(game)} | ${cell((game.deviations ?? []).map(deviationText).join('; '))} | ${(game.imports ?? []).map((name) => `\`${name}\``).join(', ')} | ${game.evidence ?? 'readers'} |`,
    ),
    '',
  ]
}

function versions(game) {
  const tags = (game.tags ?? []).map((tag) => `tag ${hex(tag)}`)
  const builds = game.builds.map((build) => {
    const text = `${span(build.version)}/${build.licensee[1] === 0xffff ? 'any' : span(build.licensee)}`
    return build.byContent ? `[${text}]` : text
  })
  return [...tags, ...builds].join(', ') || '–'
}

function span([from, to]) {
  return from === to ? `${from}` : `${from}–${to}`
}

function hex(value) {
  return `0x${value.toString(16).toUpperCase().padStart(8, '0')}`
}

function cell(text) {
  return text.replaceAll('|', '\\|')
}
