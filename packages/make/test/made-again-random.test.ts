import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Guid } from '@ukit/container'
import { PackageSet } from '@ukit/core'
import { openFile } from '@ukit/core/node'
import type { PackageFormat } from '@ukit/make'
import { findProject, ProjectMaker } from '@ukit/make/node'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SWEEPS } from '../../../testing/sweep.js'

// A package that is rebuilt after each of many changes, in any order, compared with a build of the same texts
// from scratch.

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ukit-again-'))
})
afterEach(() => rm(folder, { recursive: true }))

const OPTIONS = { all: true, backup: false, baseNames: [], guid: new Guid(1, 2, 3, 4) }

/** Numbers that are the same each time: 32 bits of a linear congruential generator (Numerical Recipes). */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Random = (below: number) => number

/** Replaces one of the matches of a regular expression. */
function oneOf(text: string, of: RegExp, random: Random, replaced: (found: string) => string): string {
  const all = [...text.matchAll(of)]
  const found = all[random(all.length)]
  if (found === undefined) return text
  return text.slice(0, found.index) + replaced(found[0]) + text.slice(found.index + found[0].length)
}

const BODY = /^[ \t]*(?:simulated |static )*(?:function|event)\s[^;{}]*\)\s*\{/gim
const inBody = (code: (n: number) => string) => (text: string, random: Random, n: number) =>
  oneOf(text, BODY, random, (found) => `${found}\n\t${code(n)}\n`)

const CHANGES: readonly ((text: string, random: Random, n: number) => string)[] = [
  inBody((n) => `local int Extra${n}; Extra${n} = ${n};`),
  // Names that are written elsewhere in a different case, objects of other packages, native functions.
  inBody((n) => `local name Said; Said = '${n % 2 === 0 ? 'SACKS' : `Never${n % 3}`}';`),
  inBody(() => "local class<Object> Kind; Kind = class'Subsystem';"),
  inBody(() => 'local Object Thing; Thing = None;'),
  inBody((n) => `const Extra = ${n};`),
  (text, random) => oneOf(text, /\n[ \t]*[A-Z]\w* = [\w.]+;/gi, random, () => ''),
  (text, _, n) => `// Changed ${n} times.\n${text}`,
  (text, _, n) => text.replace(/^(class\b[^;]*;)/im, `$1\nvar int Added${n};`),
  (text, _, n) =>
    text.replace(/^(?=defaultproperties)/im, `function Added${n}(optional int A) { local int B; B = A; }\n`),
  (text, random) => oneOf(text, /\n(?:simulated )?function \w+\(\)\s*\{[^{}]*\}/g, random, () => ''),
  (text, _, n) => text.replace(/\benum\s+\w+\s*\{/i, `$&\n\tTAG_${n},`),
  (text, random) => oneOf(text, /=-?\d+(?:\.\d+)?$/gm, random, () => `=${random(50)}`),
  (text, random) => oneOf(text, /^\t\w+=[^(\n]*\n/gm, random, () => ''),
  (text) =>
    text.replace(/extends (?:Inventory|Info)\b/, (found) =>
      /Info/.test(found) ? 'extends Inventory' : 'extends Info',
    ),
]

/** Changes of a package: every kind once, in any order; in the sweep several times. */
const STEPS = SWEEPS ? 7 * CHANGES.length : CHANGES.length

/** The numbers below `count` in a random order. */
function shuffled(count: number, random: Random): number[] {
  const left = Array.from({ length: count }, (_, i) => i)
  return Array.from({ length: count }, () => left.splice(random(left.length), 1)[0] ?? 0)
}

/** Classes that refer to each other, which UE2 and UE3 accept too. */
const OWN: Readonly<Record<string, string>> = {
  Mill: `class Mill extends Object;
enum EGrain { GRAIN_Rye, GRAIN_Wheat };
struct Sack { var int Weight; var EGrain Of; };
var() EGrain Grain;
var Sack Sacks[2];
var() name Owner;
function int Grind(int Count) { local int i; for (i = 0; i < Count; i++) Sacks[0].Weight = i; return i; }
function Rest() { Owner = 'Nobody'; }
state Turning
{
	function Rest() { GotoState(''); }
Begin:
	Grind(3);
}
defaultproperties
{
	Owner=Someone
	Grain=GRAIN_Wheat
}
`,
  Tower: `class Tower extends Mill;
var Mill Next;
var int Floors;
function int Grind(int Count) { local Tower Above; Above = Tower(Next); if (Above == None) return 0; return Super.Grind(Count + Floors); }
function Rest() { Super.Rest(); Next.Rest(); }
defaultproperties
{
	Floors=3
	Owner=Someone
}
`,
  Info: 'class Info extends Object;\nvar int Pages;\nfunction Read() { Pages = 3; }\ndefaultproperties\n{\n\tPages=7\n}\n',
  Inventory:
    'class Inventory extends Object;\nvar int Pages;\nfunction Count() { Pages = 4; }\ndefaultproperties\n{\n\tPages=5\n}\n',
  Book: `class Book extends Info;
var Mill Made;
function Open() { Made.Rest(); Pages = Made.Grind(2); Log("opened"); }
defaultproperties
{
	Pages=9
}
`,
}

/** A game: Core from the examples' sources, and a package to change. */
async function game(format: PackageFormat, name: string): Promise<string> {
  await cp(new URL('../../../examples/game', import.meta.url), folder, { recursive: true })
  const core = join(folder, 'Core.u')
  const project = await findProject({ folders: [join(folder, 'Core')], out: core })
  const { packages } = await new ProjectMaker({
    ...OPTIONS,
    project,
    packages: new PackageSet(),
    format,
  }).make()
  expect(packages.flatMap(({ problems }) => problems)).toEqual([])
  const classes = join(folder, name, 'Classes')
  await mkdir(classes, { recursive: true })
  if (name === 'Mills') for (const [own, text] of Object.entries(OWN)) await writeFile(join(classes, `${own}.uc`), text)
  return core
}

it.each<readonly [string, PackageFormat, string, readonly string[], number]>([
  ['UE1', { version: 69 }, 'Engine', ['Actor', 'Inventory', 'Pawn', 'Weapon', 'GameInfo', 'Mutator'], 1],
  ['UE1', { version: 69 }, 'Mills', Object.keys(OWN), 2],
  ['UE2', { version: 128, licensee: 29 }, 'Mills', Object.keys(OWN), 3],
  ['UE3', { version: 868 }, 'Mills', Object.keys(OWN), 4],
])(
  'after random changes a package of %s (%o) %s has the same bytes as when built from scratch',
  async (_, format, name, classes, seed) => {
    const core = await openFile(await game(format, name))
    const others = new PackageSet((wanted) => (wanted.toLowerCase() === 'core' ? core : undefined))
    const makerTo = async (place: string, again: boolean) => {
      await mkdir(join(folder, place), { recursive: true })
      const out = join(folder, place, `${name}.u`)
      const project = await findProject({ folders: [join(folder, name)], out })
      const maker = new ProjectMaker({ ...OPTIONS, project, packages: others, again })
      return async () => {
        await rm(out, { force: true })
        const { packages } = await maker.make()
        const built = packages.every((one) => one.built)
        const problems = packages.flatMap((one) =>
          one.problems.map(({ file, line, message }) => ({ file, line, message })),
        )
        return { problems, bytes: built ? new Uint8Array(await readFile(out)) : undefined }
      }
    }
    const again = await makerTo('again', true)
    const first = await again()
    expect(first.problems).toEqual([])
    const original = new Map<string, string>()
    const place = (own: string) => join(folder, name, 'Classes', `${own}.uc`)
    for (const own of classes) original.set(own, await readFile(place(own), 'utf8'))
    const texts = new Map(original)
    const random = numbers(seed)
    const put = (own: string, text: string) => writeFile(place(own), text).then(() => texts.set(own, text))
    let changed = 0
    const kinds = Array.from({ length: STEPS / CHANGES.length }, () => shuffled(CHANGES.length, random)).flat()
    for (const [step, kind] of kinds.entries()) {
      const own = classes[random(classes.length)] ?? ''
      const before = texts.get(own) ?? ''
      const change = CHANGES[kind]
      const goesBack = random(8) === 0
      await put(own, goesBack ? (original.get(own) ?? '') : (change?.(before, random, step) ?? before))
      const made = await again()
      expect(made).toEqual(await (await makerTo('from-nothing', false))())
      if (made.bytes === undefined) await put(own, original.get(own) ?? '')
      else changed++
    }
    expect(changed).toBeGreaterThan(STEPS / 2)
  },
)
