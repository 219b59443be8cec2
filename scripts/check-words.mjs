#!/usr/bin/env node
// Checks texts, comments and pages for phrases that are not idiomatic English, or that people stumble over:
// those in the table "Words" in CONTRIBUTING.md that can be found without false alarms. Also checks that
// comments, prose, messages and titles of tests are wrapped, and bullets of the changelog short. Plain Node.
//
//   node scripts/check-words.mjs [ROOT]      ROOT is the repository (default: the one this script is in)
//
// Exit status: 0 fine, 1 something was found (one line each: file:line: what, and what to write), 2 wrong
// usage.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Phrases as regular expressions, in which a blank may also be the end of a line. */
const RULES = [
  [
    '(?<!there )\\b(?:is|are|was|were) no (?!longer|more|need|other|larger|smaller|greater|less|later|worse|better|different|doubt|way|reason|such)[a-z]+',
    'is not a …',
  ],
  ['stands? in for', 'replaces, takes the place of'],
  ['(?:tells?|told) of', 'reports, is reported; is told about'],
  ['whoever', 'anyone who, or name who it is'],
  ['(?:least|most|fewest) bytes of', 'minimum (maximum) number of bytes of'],
  ['for ever', 'forever'],
  ['(?:to|cannot|can) be had', 'available, cannot be read'],
  ['in vain', 'without success, or say what was not found'],
  ['one behind the other', 'one after the other'],
  ['right behind', 'directly after'],
  ['(?:gives?|given) away', 'offers, serves'],
  ['(?:is|are|was|were) there already', 'already exists'],
  ['anew', 'again'],
  ['at hand', 'available'],
  ['nobody (?:understands|declares|closes)', 'is not understood, is undeclared, is unclosed'],
  ['in the place of', 'instead of, replaces'],
  ['turn(?:s|ed)? round', 'reversed, negated, swapped'],
  ['put right', 'repaired, corrected'],
  ['the very (?:bytes?|same|lines?|files?|script)', 'exactly the'],
  ['(?:bits|pixels|channels|bytes) a (?:pixel|side|channel)', 'per pixel, side, channel'],
  ['(?:frames|samples) a second', 'per second'],
  ['without regard to case', 'ignoring case'],
  ['holds? good', 'is valid'],
  ['half way', 'halfway'],
  ['who (?:needs|refers to) whom', 'which package needs which, all references'],
].map(([phrase, instead]) => ({
  pattern: new RegExp(`\\b${phrase}\\b`.replaceAll(' ', '\\s+(?:(?:\\*|//|#)\\s+)?'), 'gi'),
  instead,
}))

/**
 * A number before "bytes" in a message, which may become "1 bytes"; not constants, nor the words of UCC, which
 * counts like that.
 */
const BYTES = /(?<!overflowed by )\$\{(?![\w.]*[A-Z]{2}\w*\}|hex\()[^{}]+\} bytes\b/

const FOLDERS = ['packages', 'docs', 'scripts', 'bench', 'testing', 'examples', '.ci', '.']
const TEXTS = /\.(?:ts|js|mjs|md|jsonc)$/
/** Files that are generated, contain data from elsewhere, or are about the phrases themselves. */
const SKIPPED =
  /(?:^|\/)(?:node_modules|dist|build|coverage|generated|data|lists|results|api)$|^docs\/format\/(?:objects|tables|games)$/
const GENERATED = /^docs\/format\/(?:README|games)\.md$/
/** The last column of comments and prose; code is wrapped by the formatter. */
const MARGIN = 110
/**
 * The last column of messages, titles of tests and comments after code, the same as the formatter's for code.
 */
const CODE_MARGIN = 120
/** Maximum number of words of a bullet of the changelog. */
const BULLET = 25
/** Six words in a row, which code does not have. */
const SENTENCE = /(?:\b[a-z]+[,;:]? ){6}/
/** A rule's exemption, or a line that is one regular expression. */
const UNBREAKABLE = /biome-ignore|^\s*\/[^/*].*\/\w*,?$/
/** The beginning of a line that only contains a comment. */
const COMMENT = /^\s*(?:\/\/|\/\*|\*)/
/** Lines of a page that cannot be wrapped: tables, headings, targets of links, HTML. */
const UNBROKEN = /^\s*(?:\||#|<|\[[^\]]+\]:)/
const EXEMPT = ['scripts/check-words.mjs', 'packages/cli/test/house/check-words.test.ts', 'CONTRIBUTING.md']

if (process.argv.length > 3) {
  console.error('usage: node scripts/check-words.mjs [ROOT]')
  process.exit(2)
}
const root = resolve(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..'))
const problems = []
let count = 0
for (const folder of FOLDERS) checkFolder(join(root, folder), folder !== '.')
for (const line of problems) console.error(line)
if (problems.length > 0) {
  console.error(`check-words: ${problems.length} found in ${count} files`)
  process.exit(1)
}
console.log(`check-words: ${count} files`)

function checkFolder(folder, withSubfolders) {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name)
    const shown = relative(root, path).split(sep).join('/')
    if (entry.isDirectory()) {
      if (withSubfolders && !SKIPPED.test(shown)) checkFolder(path, true)
    } else if (TEXTS.test(entry.name) && !EXEMPT.includes(shown)) {
      count++
      checkText(shown, readFileSync(path, 'utf8'))
    }
  }
}

function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}

function checkText(file, text) {
  for (const { pattern, instead } of RULES) {
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const line = text.slice(0, index).split('\n').length
      const phrase = found.replace(/\s+(?:(?:\*|\/\/|#)\s+)?/g, ' ')
      problems.push(`${file}:${line}: "${phrase}": write ${instead}`)
    }
  }
  if (/^packages\/\w+\/src\//.test(file)) checkNumbers(file, text)
  if (!GENERATED.test(file)) checkMargin(file, text)
  if (file === 'CHANGELOG.md') checkBullets(text)
}

/** Bullets of the changelog are short. */
function checkBullets(text) {
  for (const { 0: bullet, index } of text.matchAll(/^- .*\n?(?: {2}.*\n?)*/gm)) {
    const words = bullet.slice(2).trim().split(/\s+/).length
    if (words <= BULLET) continue
    const line = text.slice(0, index).split('\n').length
    problems.push(`CHANGELOG.md:${line}: a bullet of ${words} words: ${BULLET} at most`)
  }
}

function checkNumbers(file, text) {
  for (const [index, line] of text.split('\n').entries()) {
    if (!COMMENT.test(line) && BYTES.test(line))
      problems.push(`${file}:${index + 1}: "1 bytes" is possible: write ${'${'}plural(number, 'byte')}`)
  }
}

function checkMargin(file, text) {
  const isPage = file.endsWith('.md')
  if (!isPage) checkCodeMargin(file, text)
  let inCode = false
  for (const [index, line] of text.split('\n').entries()) {
    if (isPage && /^\s*```/.test(line)) inCode = !inCode
    if (inCode || [...line].length <= MARGIN) continue
    if (isPage ? UNBROKEN.test(line) : !COMMENT.test(line) || line.includes('biome-ignore')) continue
    // Columns, as in the usage of a command, are laid out by hand; a path or a span of code is not broken.
    if (/\S {3,}\S/.test(line)) continue
    if (
      line
        .replace(COMMENT, '')
        .replace(/`[^`]*`/g, '')
        .trim()
        .includes(' ')
    )
      problems.push(`${file}:${index + 1}: over ${MARGIN} columns: wrap the text`)
  }
}

function checkCodeMargin(file, text) {
  for (const [index, line] of text.split('\n').entries()) {
    const isLong = [...line].length > CODE_MARGIN && !UNBREAKABLE.test(line)
    if (isLong && (COMMENT.test(line) ? /\S {3,}\S/.test(line) : SENTENCE.test(line)))
      problems.push(`${file}:${index + 1}: over ${CODE_MARGIN} columns: wrap the text`)
  }
}
