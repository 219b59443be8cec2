import type { ClassType, Member, StructType, ValueType } from '@ukit/container'
import type { StockClasses } from './stock-classes.js'

/**
 * *A table of stock classes in its text form*, which `data/stock/README.md` describes. A class is read when
 * it is first asked for.
 */
export function parseStockTable(text: string): StockClasses {
  const blocks = new Map<string, string>()
  for (const block of text.split(/\n(?=\S)/)) {
    const key = firstWord(block).toLowerCase()
    if (key !== '') blocks.set(key, block)
  }
  let structs: ReadonlyMap<string, string> | undefined
  const parsed = new Map<string, ClassType>()
  let arrays: Map<string, ValueType[]> | undefined
  let enums: Map<string, readonly string[]> | undefined
  const find = (key: string): ClassType | undefined => {
    const block = blocks.get(key)
    if (block === undefined) return undefined
    let type = parsed.get(key)
    if (type === undefined) {
      type = parseClass(block)
      parsed.set(key, type)
    }
    return type
  }
  return {
    class: find,
    arraysNamed: (key) => {
      arrays ??= indexArrays(text)
      return arrays.get(key) ?? []
    },
    struct: (key) => {
      structs ??= indexStructs(blocks)
      return find(structs.get(key) ?? '')?.structs?.find((struct) => struct.name.toLowerCase() === key)
    },
    enum: (key) => {
      enums ??= indexEnums(text)
      return enums.get(key)
    },
  }
}

/** The class that declares each struct; of two structs with one name the first. */
function indexStructs(blocks: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, block] of blocks) {
    for (const [, name = ''] of block.matchAll(/^ \.(\S+)/gm)) {
      const struct = name.toLowerCase()
      if (!found.has(struct)) found.set(struct, key)
    }
  }
  return found
}

/** The names of every enum's values; of two enums with one name the first. */
function indexEnums(text: string): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const [, name = '', values = ''] of text.matchAll(/^ =(\S+) (.*)$/gm)) {
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, values.split(' '))
  }
  return found
}

/** The different types of arrays by the name of the variable, without those that only a game's class has. */
function indexArrays(text: string): Map<string, ValueType[]> {
  const codes = new Map<string, Set<string>>()
  for (const [, name = '', code = ''] of text.matchAll(/^ {1,2}([^ .\n]\S*) (a:\S*)(?!.* g$)/gm)) {
    const key = name.toLowerCase()
    // Of which class objects are makes no other layout.
    const layout = code.replace(/([:,][ok])=[^,]*/g, '$1')
    const list = codes.get(key)
    if (list === undefined) codes.set(key, new Set([layout]))
    else list.add(layout)
  }
  return new Map([...codes].map(([key, list]) => [key, [...list].map(parseType)]))
}

function firstWord(line: string): string {
  const space = line.indexOf(' ')
  const end = line.indexOf('\n')
  if (space < 0 || end < 0) return line.slice(0, Math.max(space, end) < 0 ? line.length : Math.max(space, end))
  return line.slice(0, Math.min(space, end))
}

function parseClass(block: string): ClassType {
  const [head = '', ...lines] = block.split('\n')
  const [name = '', superName] = head.split(' ')
  const members: Member[] = []
  const structs: (StructType & { members: Member[] })[] = []
  for (const line of lines) {
    if (line.startsWith(' =')) continue
    if (line.startsWith(' .')) structs.push(parseStruct(line.slice(2)))
    else if (line.startsWith('  ')) structs.at(-1)?.members.push(parseMember(line.slice(2)))
    else if (line.startsWith(' ')) members.push(parseMember(line.slice(1)))
  }
  return { name, super: superName, members, structs }
}

function parseStruct(line: string): StructType & { members: Member[] } {
  const [name = '', superName = '-', flags] = line.split(' ')
  return {
    name,
    super: superName === '-' ? undefined : superName,
    members: [],
    flags: flags === undefined ? undefined : Number(flags),
  }
}

function parseMember(line: string): Member {
  const [name = '', type = '', ...rest] = line.split(' ')
  const dim = rest.find((word) => word !== 't' && word !== 'g')
  return {
    name,
    type: parseType(type),
    dim: dim === undefined ? 1 : Number(dim),
    ...(rest.includes('t') ? { transient: true } : {}),
  }
}

const PLAIN = {
  i: 'int',
  B: 'bool',
  f: 'float',
  c: 'component',
  I: 'interface',
  n: 'name',
  s: 'str',
  d: 'delegate',
  p: 'pointer',
  t: 'string',
} as const

function parseType(code: string): ValueType {
  const rest = code.slice(2)
  switch (code.charAt(0)) {
    case 'b':
      return rest === '' ? { kind: 'byte' } : { kind: 'byte', enum: rest }
    case 'S':
      return { kind: 'struct', struct: rest }
    case 'a':
      return { kind: 'array', inner: rest === '' ? undefined : parseType(rest) }
    case 'm': {
      const [key = '', value = ''] = rest.split(',')
      return { kind: 'map', key: parseType(key), value: parseType(value) }
    }
    case 'o':
    case 'k':
      return { kind: code.startsWith('o') ? 'object' : 'class', ...(rest === '' ? {} : { class: rest }) }
    default: {
      const kind = Object.entries(PLAIN).find(([letter]) => letter === code)?.[1]
      return { kind: kind ?? 'pointer' }
    }
  }
}
