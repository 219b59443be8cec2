import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const script = fileURLToPath(new URL('../../../../scripts/check-games.mjs', import.meta.url))
const made: string[] = []
afterAll(() => {
  for (const dir of made) rmSync(dir, { recursive: true, force: true })
})

/** Runs the script on a tree with one file of code and one game's folder. */
function check(code: string, path = 'packages/objects/src/ue2/texture.ts') {
  const root = mkdtempSync(join(tmpdir(), 'ukit-games-'))
  made.push(root)
  const files = {
    'packages/container/src/index.ts': 'export {}\n',
    'packages/core/src/games/some-game/index.ts': 'export {}\n',
    [path]: code,
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const run = spawnSync(process.execPath, [script, root], { encoding: 'utf8' })
  return { status: run.status, text: run.stderr }
}

test('a codec that asks for changes and features passes, and can name games in its evidence', () => {
  expect(
    check('// Some Game: 5 files\nif (ar.since(Feature.Word)) this.word = ar.u32(this.word, "word")\n').status,
  ).toBe(0)
})

test.each([
  ['a licensee version', 'const late = ar.licensee >= 28\n', /texture\.ts:1: 'ar\.licensee'/],
  ['a bare version', '\nif (ar.version >= 123) read()\n', /texture\.ts:2: 'ar\.version >= 123\)'/],
  [
    'a description of one game alone',
    '/** Some Game: the word. */\nword = 0\n',
    /texture\.ts:1: a description says 'Some Game: the word\.'/,
  ],
  [
    'a class of one game',
    '/** *Word (Some Game): one word.* */\nclass Word {}\n',
    /texture\.ts:1: a description says 'Word \(Some Game\): one word\.'/,
  ],
  [
    'what only one game’s packages have',
    '/** `None`, as a protector of Some Game packages writes it. */\nconst other = 1\n',
    /texture\.ts:1: a description says/,
  ],
  [
    'a row for one game',
    "rows = [\n  // Some Game's name for it (133/40).\n  ['PtrProperty'],\n]\n",
    /texture\.ts:2: a row is for one game/,
  ],
  ['a class of one company’s games', "if (name === 'BioMask4Property') read()\n", /texture\.ts:1: 'BioMask4Property'/],
  ['how their names begin', "const is = name.startsWith('bio_appr_')\n", /texture\.ts:1: 'bio_appr_' names a game/],
  ['a threshold of its own', "const own = { version: 5, evidence: 'readers' }\n", /texture\.ts:1: 'evidence:'/],
  ['a game', 'const isSomeGame = true\n', /texture\.ts:1: 'isSomeGame' names a game/],
  ['a game by its id', "if (line === 'some-game') read()\n", /texture\.ts:1: 'some-game' names a game/],
])('%s is refused', (_, code, message) => {
  const { status, text } = check(code)
  expect(status).toBe(1)
  expect(text).toMatch(message)
})

test.each([
  ['a licensee version', 'if (pkg.licensee === 29) build()\n', /build\.ts:1: 'licensee === 2'/],
  ['a bare version', 'const isLate = pkg.version < 600\n', /build\.ts:1: 'version < 600'/],
  ['which game a package is', "if (pkg.game.id === 'tiny') build()\n", /build\.ts:1: 'pkg\.game\.id === ''/],
  ['the line of a game', "if (context.line === 'tiny') build()\n", /build\.ts:1: 'context\.line === ''/],
  ['a game by its id', "const ids = ['some-game']\n", /build\.ts:1: 'some-game' names a game/],
  [
    'a description of one game alone',
    '/** Some Game: its texts. */\nconst texts = []\n',
    /a description says 'Some Game/,
  ],
])('%s is refused above the games too', (_, code, message) => {
  const { status, text } = check(code, 'packages/make/src/build.ts')
  expect(status).toBe(1)
  expect(text).toMatch(message)
})

test('texts for users may name games, and tables of games are exempt', () => {
  expect(check("const example = 'ukit game ~/SomeGame'\n", 'packages/cli/src/verbs/game.ts').status).toBe(0)
  const table = "const games = [['some-game', 'SomeGame.ini']]\n"
  expect(check(table, 'packages/game/src/settings/known-games.ts').status).toBe(0)
  expect(check(table, 'packages/game/src/settings/other.ts').status).toBe(1)
})
