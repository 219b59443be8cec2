import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const VERBS = fileURLToPath(new URL('../../src/verbs', import.meta.url))

const sources = readdirSync(VERBS, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join(VERBS, path), 'utf8') }))

test('verbs are in folders by group', () => {
  expect(sources.filter(({ path }) => !/[/\\]/.test(path))).toEqual([])
})

/** Code that exists once, elsewhere, and must not appear in a verb again. */
const ONCE: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['the usage and summary of a verb: in the register', /^ {2}(?:usage|summary): /m],
  ['the words of --force', /short: 'f'/],
  ['what the word after --game means', /^ {2}game: \{\n {4}takes/m],
  ['casts of option values to text', /(?:String\(options\b|typeof options\S* === 'string')/],
  ['the brackets of the array of --json', /\[\\n['$]|\\n\]\\n/],
  ['values packed into an option as JSON', /JSON\.parse\((?:String\()?options/],
]

test.each(ONCE)('no verb has %s', (_what, pattern) => {
  expect(sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([])
})

/** Verbs that find out one thing from all their files, or change all of them together. */
const TOGETHER = new Set([
  'duplicates',
  'deps',
  'script check',
  'script tree',
  'script calls',
  'script natives',
  'script unused',
  'script strings',
  'script grep',
  'package retarget',
  'package fixup',
])

/** The register: the words before a verb's arguments, these, and the file that its code is in. */
const REGISTER = [
  ...readFileSync(join(VERBS, '../command/verbs.ts'), 'utf8').matchAll(
    /usage: '([a-z ]+) ([^']*)',[^}]*import\('\.\.\/verbs\/([^']+)\.js'\)/g,
  ),
].map(([, verb = '', words = '', file = '']) => ({ verb, words, file: `${file}.ts` }))

test('every verb that goes through files one by one is a BatchVerb', () => {
  const onFiles = REGISTER.filter(
    ({ verb, words }) => /\bFILE…|^IN…|^FILE \[PATH…\]/.test(words) && !TOGETHER.has(verb),
  )
  expect(onFiles.length).toBeGreaterThan(12)
  const isBatch = (file: string) => sources.some(({ path, text }) => path === file && text.includes(': BatchVerb<'))
  expect(onFiles.filter(({ file }) => !isBatch(file)).map(({ verb }) => verb)).toEqual([])
})
