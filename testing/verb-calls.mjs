// What each verb can be called with on one untrusted file, for the tests with limits on processor and memory
// and for `npm run fuzz -- --verbs`. The register of the command has every verb (`verbNames`), and a test
// compares the two: a new verb needs an entry here.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const REGISTER = fileURLToPath(new URL('../packages/cli/src/command/verbs.ts', import.meta.url))

/** The names of all verbs, as the command's own register lists them. */
export function verbNames() {
  return [...readFileSync(REGISTER, 'utf8').matchAll(/^ {6}'?([a-z0-9]+(?: [a-z0-9]+)?)'?: \{$/gm)].map(
    ([, name]) => name,
  )
}

const also =
  (...options) =>
  (verb, file) => [...verb, file, ...options]

/**
 * Calls with one untrusted file each. A call gets the words of the verb, the path of the file, and
 * `{ good, game, cores, folder, url }`: a package without faults, the folder of a game, folders of a Core.u
 * of UE1 and of UE3, the folder that the file is in, and an address whose every answer is the file. Results
 * are written below the current folder.
 */
export const VERB_CALLS = {
  info: [also(), also('--json'), also('--archives')],
  ls: [also(), also('--json'), also('--flat'), also('--class', 'Texture')],
  show: [
    also(),
    also('#0', '#1', '#2', '--json'),
    also('#0', '#3', '--hex'),
    also('#1', '--effective'),
    also('#2', '--all'),
  ],
  verify: [also(), also('--json'), (verb, file, { game }) => [...verb, file, '--game', game]],
  original: [also(), also('--json')],
  // It runs until it is stopped; what it serves is asked for by tests of its own.
  studio: [],
  plan: [also(), also('--isometric', '--png', '-o', 'plan.png'), also('--sheet')],
  t3d: [also(), also('-o', 'out.t3d')],
  'level check': [also(), also('--json')],
  duplicates: [also('--hashes'), (verb, file, { good }) => [...verb, file, good, '--json']],
  flags: [also(), also('--all', '--json'), also('--upkg')],
  diff: [
    (verb, file, { good }) => [...verb, file, good],
    (verb, file, { good }) => [...verb, good, file, '--json', '--all'],
    (verb, file) => [...verb, file, file],
  ],
  deps: [
    also('--objects', '--used'),
    also('--json'),
    also('--svg'),
    also('--mermaid', '--direct'),
    also('--release'),
    (verb, _file, { folder }) => [...verb, '--explain', 'Engine', '--game', folder],
    (verb, file, { game }) => [...verb, file, '--game', game],
  ],
  extract: [
    also('-o', 'out', '-f'),
    also('-o', 'out', '-f', '--mips', '--wav', '--psk', '--3d', '--sheet'),
    also('-o', 'out', '-f', '--json', '--format', 'dds'),
    also('-o', 'out', '-f', '--class', 'Class', '--manifest'),
  ],
  page: [(verb, _file, { folder }) => [...verb, folder, '-f'], also('--json')],
  import: [
    (verb, file, { good }) => [...verb, good, 'A.B', file, '-o', 'out.u', '-f'],
    (verb, file) => [...verb, file, 'A.B', file, '-o', 'out.u', '-f'],
    (verb, _file, { folder }) => [...verb, '--new', '69', 'out.u', folder, '-f'],
    (verb, file, { good }) => [...verb, good, '--exec', file, '-o', 'out.u', '-f'],
  ],
  copy: [also('out.u', '-f'), also('out.u', '-f', '--compress=zlib')],
  edit: [
    also('rename', '#0', 'Other', '-o', 'out.u', '-f'),
    also('remove', '#1', '-o', 'out.u', '-f'),
    also('guid', 'new', '-o', 'out.u', '-f'),
    (verb, file, { good }) => [...verb, good, 'add', 'A.B', 'Engine.Thing', file, '-o', 'out.u', '-f'],
    (verb, file, { good }) => [...verb, good, 'script', file, '-o', 'out.u', '-f'],
    (verb, file, { good }) => [...verb, good, '--edits', file, '-o', 'out.u', '-f'],
  ],
  conform: [
    (verb, file, { good }) => [...verb, file, good, '-o', 'out.u', '-f'],
    (verb, file, { good }) => [...verb, good, file, '--check', '--json'],
    (verb, file) => [...verb, file, file, '-o', 'out.u', '-f'],
  ],
  repair: [also('out.u', '-f'), also('out.u', '-f', '--drop', '--json')],
  decompile: [also(), also('--html'), also('--json'), also('--source', '-o', 'out', '-f')],
  disasm: [also(), also('--json')],
  assemble: [
    (verb, file, { good }) => [...verb, good, file, '-o', 'out.u', '-f'],
    (verb, file) => [...verb, file, file, '-o', 'out.u', '-f'],
  ],
  headers: [also(), also('-o', 'out', '-f')],
  int: [also(), also('-o', 'out', '-f'), (verb, file, { good }) => [...verb, good, '--compare', file], also('--json')],
  ucl: [also(), also('--json')],
  'script patch': [
    also('#0', '--source', 'function F() { }', '-n'),
    (verb, file, { good }) => [...verb, good, 'Thing.F', '--from', file, '-n'],
  ],
  make: [
    also('--verify'),
    (verb, file, { cores: [ue1] }) => [...verb, file, '--verify', '--packages', ue1],
    also('--verify', '--defaults', 'decompiled', '--json'),
    (verb, _file, { folder }) => [...verb, folder, '--new', '69', '--out', 'out.u', '--allow-missing', '--all'],
    (verb, _file, { folder, cores: [ue1] }) => [...verb, folder, '--new', '69', '--out', 'out.u', '--packages', ue1],
    (verb, _file, { folder, cores: [, ue3] }) => [...verb, folder, '--new', '868', '--out', 'out.u', '--packages', ue3],
    (verb, _file, { folder }) => [...verb, folder, '--new', '868', '--out', 'out.u', '--allow-missing', '--int'],
    (verb, file, { folder }) => [...verb, folder, '--ini', file, '--check'],
    (verb, file, { folder, cores: [ue1] }) => [
      ...[...verb, folder, '--new', '69', '--out', 'out.u', '--conform', file, '--packages', ue1],
    ],
  ],
  'script prove': [also(), also('--decompiled', '--json')],
  'script check': [
    (verb, file, { cores: [ue1] }) => [...verb, file, '--packages', ue1],
    (verb, file, { cores: [, ue3] }) => [...verb, file, '--packages', ue3, '--json'],
    (verb, _file, { folder, cores: [ue1] }) => [...verb, folder, '--packages', ue1],
    (verb, _file, { folder, cores: [, ue3] }) => [...verb, folder, '--packages', ue3, '--json'],
  ],
  'script tree': [also(), also('--json'), also('--dot'), also('--mermaid')],
  'script calls': [also(), also('--json'), also('--dot')],
  'script natives': [also(), also('--gaps')],
  'script unused': [also(), also('--json')],
  'script strings': [also(), also('--json')],
  'script grep': [
    (verb, file) => [...verb, 'function', file],
    (verb, file) => [...verb, 'a', file, '--bytecode', '--json'],
  ],
  'package move': [(verb, file, { good }) => [...verb, file, good, '#0', '-n'], also('Other.u', '#1', '-n', '--json')],
  'package embed': [
    (verb, file, { good }) => [...verb, good, file, '-n'],
    (verb, file, { good }) => [...verb, file, good, '-n'],
  ],
  'package takeout': [also('Other', '#0', '-n')],
  'package split': [also('Other.u', '#0', '-n')],
  'package merge': [
    (verb, file, { good }) => [...verb, good, file, '-n'],
    (verb, file, { good }) => [...verb, file, good, '-n'],
  ],
  'package retarget': [
    (verb, file) => [...verb, 'Engine', 'Other', file, '-n', '--missing', 'retarget'],
    (verb, file) => [...verb, 'Core.Object', 'Other.Thing', file, '-n', '--missing', 'leave'],
  ],
  'package fixup': [also('-n'), also('-n', '--remove', '--json')],
  'package stub': [(verb, file) => [...verb, 'Engine', file, '-o', 'Engine.u', '-n']],
  'package rename': [also('Other', '-n')],
  game: [
    (verb, _file, { folder }) => [...verb, folder],
    (verb, file) => [...verb, file, '--json'],
    (verb, _file, { folder }) => [...verb, folder, '--stock'],
  ],
  'game conflicts': [
    (verb, _file, { folder, game }) => [...verb, folder, game],
    (verb, file, { good }) => [...verb, file, good],
  ],
  join: [
    (verb, file, { folder }) => [...verb, '--server', folder, file],
    (verb, _file, { folder, game }) => [...verb, '--server', game, '--client', folder, 'Map'],
    (verb, file) => [...verb, '--server', file, 'Map'],
  ],
  serve: [(verb, _file, { folder }) => [...verb, folder, '--port', '0', '--cache', 'cache']],
  'redirect build': [(verb, _file, { folder }) => [...verb, folder, 'out', '-f', '--ignore-flags']],
  fetch: [
    (verb, file, { url }) => [...verb, url, nameOf(file), '-o', 'out', '-f', '--retries', '0', '--timeout', '5'],
    (verb, file, { url }) => [...verb, url, nameOf(file), '-o', 'out', '-f', '--format', 'uz2', '--retries', '0'],
  ],
  compress: [
    also('-o', 'out', '-f'),
    also('-o', 'out', '-f', '--format', 'uz', '--signature', '5678'),
    also('-o', 'out', '-f', '--format', 'uz3'),
  ],
  decompress: [also('-o', 'out', '-f')],
  'cache ls': [(verb, _file, { folder }) => [...verb, folder], also('--json')],
  'cache verify': [(verb, file, { folder }) => [...verb, folder, '--deep', '--ext', extensionOf(file)]],
  'cache restore': [(verb, file, { folder }) => [...verb, folder, '-o', 'out', '--ext', extensionOf(file)]],
  'cache clean': [(verb, _file, { folder }) => [...verb, folder, '--days', '1', '--dangling', '-n']],
  'cache add': [(verb, file) => [...verb, 'cache', file]],
  'umod ls': [also(), also('--flat', '--crc', '--json'), also('--readme')],
  'umod verify': [also(), also('--json')],
  'umod extract': [also('-o', 'out', '-f', '--sanitize', '--unpack', '--no-crc')],
  'umod create': [
    also('out.umod', '-f'),
    (verb, _file, { folder }) => [...verb, folder, 'out.umod', '-f', '--product', 'Mod', '--product-version', '1'],
    (verb, file, { folder }) => [...verb, folder, 'out.umod', '-f', '--description', file],
  ],
  'umod plan': [(verb, file, { game }) => [...verb, file, game], (verb, file, { folder }) => [...verb, file, folder]],
  'umod install': [
    (verb, file, { game }) => [...verb, file, game, '-f', '--ignore-requirements', '--ignore-crc'],
    (verb, file, { folder }) => [...verb, file, folder],
  ],
  'umod uninstall': [(verb, file, { folder }) => [...verb, nameOf(file), folder, '-n']],
}

/** Every call on one file: the name of its verb, and its words. */
export function callsOn(file, around) {
  return Object.entries(VERB_CALLS).flatMap(([verb, calls]) =>
    calls.map((call) => ({ verb, args: call(verb.split(' '), file, around) })),
  )
}

const nameOf = (file) => file.slice(file.lastIndexOf('/') + 1)
const extensionOf = (file) => /\.[^./]*$/.exec(file)?.[0] ?? '.uxx'
