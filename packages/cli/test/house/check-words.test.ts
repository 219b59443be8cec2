import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const script = fileURLToPath(new URL('../../../../scripts/check-words.mjs', import.meta.url))
const made: string[] = []
afterAll(() => {
  for (const dir of made) rmSync(dir, { recursive: true, force: true })
})

/** Runs the script on a tree with one file. */
function check(text: string, file = 'docs/page.md') {
  const root = mkdtempSync(join(tmpdir(), 'ukit-words-'))
  made.push(root)
  mkdirSync(join(root, dirname(file)), { recursive: true })
  writeFileSync(join(root, file), text)
  const run = spawnSync(process.execPath, [script, root], { encoding: 'utf8' })
  return { status: run.status, text: run.stderr }
}

test.each([
  'There is no package of this name, and the index is no longer used.\n',
  'A file that stands in the way. The user told us. Behind a proxy.\n',
  'The stand-in of a test; as many bytes as there are.\n',
])('plain English passes: %s', (text) => {
  expect(check(text)).toEqual({ status: 0, text: '' })
})

test.each([
  ['a file that is no package\n', /^docs\/page\.md:1: "is no package": write is not a …\n/],
  ['\nA library stands\nin for it.\n', /^docs\/page\.md:2: "stands in for": write replaces/],
  ['Whoever needs it\n', /^docs\/page\.md:1: "Whoever": write anyone who/],
  ['clients are told of it\n', /"told of": write reports/],
  ['/**\n * Most bytes\n * of a name. */\n', /^docs\/page\.md:2: "Most bytes of"/],
])('%j is refused, also across a line break', (text, message) => {
  const run = check(text)
  expect(run.status).toBe(1)
  expect(run.text).toMatch(message)
})

test('a number before "bytes" in a message is refused, since it may be one; constants are not', () => {
  const file = 'packages/core/src/read.ts'
  expect(check(`fail(\`found \${size} bytes\`)\n`, file)).toEqual({
    status: 1,
    text: expect.stringMatching(/^packages\/core\/src\/read\.ts:1: "1 bytes" is possible: write \$\{plural\(/),
  })
  for (const line of [`fail(\`at most \${MAX_SIZE} bytes\`)`, "fail(plural(size, 'byte'))", `// \${size} bytes`])
    expect(check(`${line}\n`, file)).toEqual({ status: 0, text: '' })
})

test('a bullet of the changelog has at most 25 words', () => {
  const bullet = (length: number) => `- ${'ab '.repeat(length).trimEnd()}\n`
  expect(check(bullet(25), 'CHANGELOG.md')).toEqual({ status: 0, text: '' })
  expect(check(`${bullet(3)}${bullet(20)}  and five words or six\n  more\n`, 'CHANGELOG.md')).toEqual({
    status: 1,
    text: expect.stringContaining('CHANGELOG.md:2: a bullet of 26 words: 25 at most'),
  })
  expect(check(bullet(35))).toEqual({ status: 0, text: '' })
})

const words = (length: number) => 'five '.repeat(length / 5).trimEnd()

test('prose wider than 110 columns is refused; tables, columns and code are not', () => {
  expect(check(`${words(110)}\n`)).toEqual({ status: 0, text: '' })
  expect(check(`short\n${words(115)}\n`)).toMatchObject({
    status: 1,
    text: expect.stringContaining('docs/page.md:2: over 110 columns'),
  })
  const wide = words(200)
  for (const line of [`| ${wide} |`, `--runs N   ${wide}`, `\`\`\`\n${wide}\n\`\`\``, `\`${wide}\`,`])
    expect(check(`${line}\n`)).toEqual({ status: 0, text: '' })
})

test('messages, titles and columns of comments wider than 120 columns are refused; code and data are not', () => {
  const file = 'scripts/tool.mjs'
  const refused = { status: 1, text: expect.stringContaining('scripts/tool.mjs:1: over 120 columns') }
  for (const line of [`fail('${words(120)}')`, `call(one) // ${words(120)}`, `//   --runs N   ${words(115)}`])
    expect(check(`${line}\n`, file)).toMatchObject(refused)
  const data = 'A1b2'.repeat(40)
  for (const line of [
    `fail('${words(100)}')`,
    `const data = '${data}'`,
    `call(${Array(30).fill('fiveTimes').join(', ')})`,
  ])
    expect(check(`${line}\n`, file)).toEqual({ status: 0, text: '' })
})
