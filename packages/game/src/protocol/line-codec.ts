import { PackageError } from '@ukit/files'
import {
  BOOL,
  COUNT,
  FILE_NAME,
  type FieldPlace,
  FLAGS,
  GENERATION,
  GUID,
  INT32,
  type LineField,
  PACKAGE_NAME,
  TEXT,
  unexpectedValue,
} from './line-fields.js'
import type { KnownMessage, Message, Pair } from './messages.js'

/**
 * Maximum number of characters of a line. The longest real lines, a `LOGIN` with all options of a player or a
 * `USES`, have some hundred; a peer that sends more without a line end is not a program of the game.
 */
export const MAX_LINE_LENGTH = 4096

/** How the fields of a word are written in its line: each with a key, or as everything after the word. */
type LineShape<M extends KnownMessage> = {
  readonly [K in Exclude<keyof M, 'word' | 'more'>]-?: FieldShape<Exclude<M[K], undefined>>
}

interface FieldShape<T> {
  /** `GUID` for `GUID=…`; `null` for everything after the word. */
  readonly key: string | null
  readonly value: LineField<T>
  readonly required: boolean
}

const required = <T>(key: string, value: LineField<T>): FieldShape<T> => ({ key, value, required: true })
const optional = <T>(key: string, value: LineField<T>): FieldShape<T> => ({ key, value, required: false })
const unnamed = <T>(value: LineField<T>): FieldShape<T> => ({ key: null, value, required: true })

/** Every word with its fields, in the order in which they are written. */
const LINES: { readonly [M in KnownMessage as M['word']]: LineShape<M> } = {
  HELLO: { revision: required('REVISION', INT32), minVer: optional('MINVER', INT32), ver: optional('VER', INT32) },
  UPGRADE: { minVer: required('MINVER', INT32), ver: required('VER', INT32) },
  CHALLENGE: { ver: optional('VER', INT32), challenge: required('CHALLENGE', INT32), stats: optional('STATS', BOOL) },
  NETSPEED: { rate: unnamed(COUNT) },
  LOGIN: { response: required('RESPONSE', INT32), url: optional('URL', TEXT) },
  FAILURE: { text: unnamed(TEXT) },
  FAILCODE: { code: unnamed(TEXT) },
  USES: {
    guid: required('GUID', GUID),
    pkg: required('PKG', PACKAGE_NAME),
    flags: required('FLAGS', FLAGS),
    size: required('SIZE', COUNT),
    gen: optional('GEN', GENERATION),
    fname: optional('FNAME', FILE_NAME),
    realGen: optional('REALGEN', GENERATION),
  },
  DLMGR: {
    class: required('CLASS', TEXT),
    params: optional('PARAMS', TEXT),
    compression: optional('COMPRESSION', BOOL),
  },
  WELCOME: { level: required('LEVEL', FILE_NAME), lone: optional('LONE', BOOL), game: optional('GAME', TEXT) },
  HAVE: { guid: required('GUID', GUID), gen: required('GEN', GENERATION) },
  SKIP: { guid: required('GUID', GUID) },
  UNLOAD: { guid: required('GUID', GUID) },
  JOIN: {},
  USERFLAG: { value: unnamed(INT32) },
  STATICRATE: { rate: unnamed(COUNT) },
  DYNAMICRATE: { rate: unnamed(COUNT) },
}

type WordShape = readonly [name: string, shape: FieldShape<unknown>]

const WORDS: ReadonlyMap<string, readonly WordShape[]> = new Map(
  Object.entries(LINES).map(([word, shape]) => [word, Object.entries(shape)]),
)

/**
 * *Reads one line of the control channel*, without its line end.
 *
 * The grammar: a word, then `KEY=value` pairs, separated by blanks. A value ends at a blank; a value that
 * contains blanks is in double quotes, which have no escapes. Words and keys are read ignoring case. Unknown
 * keys are kept in `more`, and lines with an unknown word become `OTHER`, because engines and games add some.
 *
 * @throws {PackageError} `limit` for a line that is too long; `bad-value` for control characters, a key that
 *   is missing or occurs twice, or an invalid value. The `offset` is a position in the line, in characters.
 */
export function parseLine(text: string): Message {
  checkLine(text)
  const word = /^\S*/.exec(text)?.[0] ?? ''
  const shapes = WORDS.get(word.toUpperCase())
  if (shapes === undefined) {
    if (word === '') throw unexpectedValue('a word', text, { field: 'line', offset: 0 })
    return { word: 'OTHER', text }
  }
  const name = word.toUpperCase()
  const message: { readonly word: string; [field: string]: unknown } = { word: name }
  const whole = shapes.find(([, { key }]) => key === null)
  if (whole !== undefined) {
    const [field, { value }] = whole
    // One blank ends the word; everything after it is the text, including blanks.
    message[field] = value.read(text.slice(word.length + 1), { field: name, offset: word.length + 1 })
    checkComplete(message, shapes, text)
    return message
  }
  const pairs = readPairs(text, word.length, name)
  for (const [field, { key, value }] of shapes) {
    const at = pairs.findIndex((pair) => pair.key.toUpperCase() === key)
    const [pair] = at < 0 ? [] : pairs.splice(at, 1)
    if (pair !== undefined) message[field] = value.read(pair.value, { field: `${name}.${key}`, offset: pair.offset })
  }
  if (pairs.length > 0) message['more'] = pairs.map((pair): Pair => [pair.key, pair.value])
  checkComplete(message, shapes, text)
  return message
}

/**
 * *Writes one line of the control channel*, without its line end. Reading the line gives the same message.
 *
 * @throws {PackageError} as `parseLine`, for values that cannot be written in a line, including a text with
 *   both blanks and quotes.
 */
export function formatLine(message: Message): string {
  if (message.word === 'OTHER') {
    checkLine(message.text)
    return message.text
  }
  const { word } = message
  const parts: string[] = [word]
  for (const [field, { key, value, required }] of WORDS.get(word) ?? []) {
    const found = Object.entries(message).find(([name]) => name === field)?.[1]
    const place = { field: key === null ? word : `${word}.${key}` }
    if (found === undefined) {
      if (required) throw unexpectedValue(`a value for ${field}`, 'nothing', place)
    } else if (key === null) parts.push(value.write(found, place))
    else parts.push(pairText(key, value.write(found, place), place))
  }
  for (const [key, value] of message.more ?? []) {
    const place = { field: `${word}.${key}` }
    if (!/^[^\s="]+$/.test(key)) throw unexpectedValue('a key without blanks, quotes and "="', key, place)
    parts.push(pairText(key, value, place))
  }
  const line = parts.join(' ')
  checkLine(line)
  return line
}

/**
 * Checks that no required field is missing. The values were already read by the codecs that `LINES` has for
 * the fields.
 */
function checkComplete(
  message: { readonly word: string },
  shapes: readonly WordShape[],
  text: string,
): asserts message is KnownMessage {
  for (const [field, { key, required }] of shapes)
    if (required && !Object.hasOwn(message, field))
      throw unexpectedValue(`${key}=`, text, { field: `${message.word}.${key}` })
}

function pairText(key: string, value: string, place: FieldPlace): string {
  if (!/\s/.test(value) && !value.startsWith('"')) return `${key}=${value}`
  if (value.includes('"'))
    throw unexpectedValue('a value without double quotes, since it contains blanks', value, place)
  return `${key}="${value}"`
}

interface PlacedPair {
  readonly key: string
  readonly value: string
  readonly offset: number
}

function readPairs(text: string, start: number, word: string): PlacedPair[] {
  const pairs: PlacedPair[] = []
  const seen = new Set<string>()
  const pattern = /\s*(?:([^\s="]+)=(?:"([^"]*)"(?=\s|$)|([^\s"]\S*)?(?=\s|$)))?/y
  pattern.lastIndex = start
  while (pattern.lastIndex < text.length) {
    const from = pattern.lastIndex
    const [whole = '', key, quoted, plain] = pattern.exec(text) ?? []
    if (key === undefined) {
      if (from + whole.length === text.length) break
      const place = { field: word, offset: from + whole.length }
      throw unexpectedValue('KEY=value, with blanks between and quotes closed', text.slice(from + whole.length), place)
    }
    const value = quoted ?? plain ?? ''
    const offset = from + whole.length - value.length - (quoted === undefined ? 0 : 1)
    // The engine uses the first one; a line with two is probably meant to be read in two ways.
    if (seen.has(key.toUpperCase())) throw unexpectedValue(`${key}= once`, text, { field: `${word}.${key}`, offset })
    seen.add(key.toUpperCase())
    pairs.push({ key, value, offset })
  }
  return pairs
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a line must not contain control characters
const CONTROL = /[\u0000-\u001f\u007f]/

function checkLine(text: string): void {
  if (text.length > MAX_LINE_LENGTH) {
    const message = `expected a line of at most ${MAX_LINE_LENGTH} characters, found ${text.length}`
    throw new PackageError('limit', message, { field: 'line' })
  }
  const at = text.search(CONTROL)
  if (at < 0) return
  throw unexpectedValue('text without control characters', `character ${text.charCodeAt(at)}`, {
    field: 'line',
    offset: at,
  })
}
