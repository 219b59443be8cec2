// Writes docs/format/: one page for each record and class of a package, made from the codec that reads and
// writes it.
//
//   node scripts/generate-format-pages.mjs           writes the pages
//   node scripts/generate-format-pages.mjs --check   fails if a page is out of date
//
// A codec is one `serialize` (or `serializeNative`) method in which every field is one expression; this reads
// the expressions with TypeScript's own parser.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const out = join(root, 'docs/format')
/** The folders of the codecs, by the folder of their pages. */
const rooms = {
  tables: join(root, 'packages/container/src/tables'),
  objects: join(root, 'packages/objects/src'),
  games: join(root, 'packages/core/src/games'),
}

/** What a method of the archive stores. */
const STORED = {
  u8: 'u8',
  u16: 'u16',
  i16: 'i16',
  u32: 'u32',
  i32: 'i32',
  u64: 'u64',
  f32: 'f32',
  f64: 'f64',
  guid: 'GUID (4 × u32)',
  index: 'index',
  compactIndex: 'compact index',
  count: 'i32 count',
  indexCount: 'index count',
  string: 'string',
  zeroTerminated: 'zero-terminated text',
  name: 'name',
  nameNumber: 'i32 (since names have numbers)',
  object: 'object reference',
  bytes: 'bytes',
  opaque: 'bytes that are not understood',
  floats: 'f32 …',
  ints: 'i32 …',
  uints: 'u32 …',
  shorts: 'i16 …',
  ushorts: 'u16 …',
  i32s: 'i32 …',
  flagsLow: 'u64',
  skippable: 'i32: position of the end',
  added: 'what the game has here',
}

/** What a helper of objects/common stores, by its name; `…` means the declared type of the field. */
const HELPERS = {
  byteArray: 'index count, bytes',
  blockArray: 'index count, blocks of bytes',
  lazyBytes: 'position of the end (since 62), index count, bytes',
  lazyRecords: 'position of the end (since 62), index count, …',
  recordArray: 'count, …',
  objectArray: 'count, object references',
  nameArray: 'count, names',
  stringArray: 'count, strings',
  string: 'string',
  floatArray: 'count, f32 …',
  intArray: 'count, i32 …',
  uintArray: 'count, u32 …',
  shortArray: 'count, i16 …',
  ushortArray: 'count, u16 …',
  vectorArray: 'count, vectors (3 × f32)',
  stringMap: 'count, pairs of strings',
  vector: '3 × f32',
  plane: '4 × f32',
  rotator: '3 × i32',
}

const thresholds = readThresholds()
const features = readFeatures()
const pages = new Map()
for (const [room, source] of Object.entries(rooms)) for (const file of filesBelow(source)) collect(room, source, file)
const index = renderIndex()
pages.set('README.md', index)
finish(process.argv.includes('--check'))

function filesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesBelow(path) : path.endsWith('.ts') ? [path] : []
    })
}

function parse(file) {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true)
}

/** Named thresholds: name → version and evidence, from versions.ts. */
function readThresholds() {
  const found = new Map()
  const visit = (node) => {
    if (
      ts.isPropertyAssignment(node) &&
      ts.isCallExpression(node.initializer) &&
      node.initializer.expression.getText() === 'since'
    ) {
      const [version, evidence] = node.initializer.arguments
      found.set(node.name.getText(), { version: version.getText(), evidence: textOf(evidence) })
    }
    ts.forEachChild(node, visit)
  }
  visit(parse(join(root, 'packages/container/src/versions.ts')))
  return found
}

/** The text of a string in the source; empty for anything else. */
function textOf(node) {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : ''
}

/** Features that only games have: name → the games, from features.ts. */
function readFeatures() {
  const found = new Map()
  const visit = (node) => {
    if (
      ts.isPropertyAssignment(node) &&
      ts.isCallExpression(node.initializer) &&
      node.initializer.expression.getText() === 'only'
    ) {
      found.set(node.name.getText(), textOf(node.initializer.arguments[0]))
    }
    ts.forEachChild(node, visit)
  }
  visit(parse(join(root, 'packages/container/src/features.ts')))
  return found
}

/** Finds the records of a file and makes a page for each. */
function collect(room, source, file) {
  const tree = parse(file)
  const inFile = new Map(tree.statements.filter(ts.isClassDeclaration).map((node) => [node.name?.text, node]))
  for (const node of inFile.values()) {
    const method =
      methodOf(node, 'serializeStandard') ?? methodOf(node, 'serializeNative') ?? methodOf(node, 'serialize')
    if (method?.body === undefined || node.name === undefined) continue
    const rows = withoutRepeats(rowsOf(method.body, { node, conditions: [], depth: 0 }))
    if (rows.length === 0) continue
    const folder = relative(source, dirname(file))
    const path = join(room, folder, `${node.name.text}.md`)
    pages.set(path, renderPage(node, rows, relative(root, file), path))
  }
}

/** Removes repeated rows: a field that is read in one way and written in another has two equal rows. */
function withoutRepeats(rows) {
  const seen = new Set()
  return rows.filter((row) => {
    const text = JSON.stringify(row)
    return !seen.has(text) && seen.add(text)
  })
}

function methodOf(node, name) {
  return node.members.find((member) => ts.isMethodDeclaration(member) && member.name.getText() === name)
}

/** One row for each field that a block passes through the archive, with the conditions around it. */
function rowsOf(block, context) {
  return block.statements.flatMap((statement) => rowsOfStatement(statement, context))
}

function rowsOfStatement(statement, context) {
  if (ts.isIfStatement(statement)) return rowsOfIf(statement, context)
  if (ts.isBlock(statement)) return rowsOf(statement, context)
  if (ts.isForStatement(statement) || ts.isForOfStatement(statement)) return rowsOfLoop(statement, context)
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap((declaration) =>
      declaration.initializer === undefined ? [] : rowsOfExpression(declaration.initializer, context),
    )
  }
  if (ts.isExpressionStatement(statement)) return rowsOfExpression(statement.expression, context)
  return []
}

function rowsOfIf(statement, context) {
  const condition = statement.expression.getText().replace(/\s+/g, ' ')
  // Whether the archive reads or writes affects how a field is stored, not which.
  if (/^!?ar\.isLoading$/.test(condition)) {
    const both = [statement.thenStatement, statement.elseStatement].filter((one) => one !== undefined)
    return both.flatMap((one) => rowsOfStatement(one, context))
  }
  const then = { ...context, conditions: [...context.conditions, describeCondition(condition)] }
  const rows = rowsOfStatement(statement.thenStatement, then)
  if (statement.elseStatement === undefined) return rows
  const otherwise = { ...context, conditions: [...context.conditions, `not (${describeCondition(condition)})`] }
  return [...rows, ...rowsOfStatement(statement.elseStatement, otherwise)]
}

function rowsOfLoop(statement, context) {
  return rowsOfStatement(statement.statement, { ...context, depth: context.depth + 1 })
}

function rowsOfExpression(expression, context) {
  const rows = []
  const visit = (node, conditions) => {
    if (ts.isConditionalExpression(node)) {
      const condition = describeCondition(node.condition.getText().replace(/\s+/g, ' '))
      visit(node.condition, conditions)
      visit(node.whenTrue, [...conditions, condition])
      visit(node.whenFalse, [...conditions, `not (${condition})`])
      return
    }
    if (ts.isCallExpression(node)) {
      const row = rowOfCall(node, { ...context, conditions })
      if (row !== undefined) {
        rows.push(...row)
        return
      }
    }
    ts.forEachChild(node, (child) => visit(child, conditions))
  }
  visit(expression, context.conditions)
  return rows
}

/** The rows of one call; none if it does not involve the archive. */
function rowOfCall(call, context) {
  const callee = call.expression
  if (ts.isIdentifier(callee) && call.arguments[0]?.getText() === 'ar') return rowsOfHelper(call, callee.text, context)
  if (!ts.isPropertyAccessExpression(callee)) return undefined
  const method = callee.name.text
  const on = callee.expression.getText()
  if (on === 'this' && call.arguments.some((argument) => argument.getText() === 'ar')) {
    for (let node = context.node; node !== undefined; node = baseOf(node)) {
      const own = methodOf(node, method)
      if (own?.body !== undefined) return rowsOf(own.body, { ...context, node })
    }
    return []
  }
  if (on === 'super')
    return [{ ...rowBase(context), field: '', stored: `everything of ${superOf(context.node)}`, doc: '' }]
  if (on !== 'ar') return undefined
  if (
    method === 'flagsHigh' ||
    method === 'enter' ||
    method === 'leave' ||
    method === 'since' ||
    method === 'checkCount'
  )
    return []
  const field =
    call.arguments.map((argument) => (ts.isStringLiteralLike(argument) ? argument.text : undefined)).find(Boolean) ?? ''
  if (method === 'record' || method === 'records')
    return [{ ...rowBase(context), field, stored: storedRecord(method, call), doc: docOf(context.node, field) }]
  if (method === 'skippable') {
    const row = { ...rowBase(context), field, stored: STORED.skippable, doc: docOf(context.node, field) }
    const body = call.arguments.find((argument) => ts.isArrowFunction(argument))?.body
    return [
      row,
      ...(body === undefined ? [] : ts.isBlock(body) ? rowsOf(body, context) : rowsOfExpression(body, context)),
    ]
  }
  if (method === 'added') {
    const own = call.arguments[3]?.text ?? 'added'
    return [{ ...rowBase(context), field: own, stored: STORED.added, doc: docOf(context.node, own) }]
  }
  const stored = STORED[method]
  if (stored === undefined) return undefined
  return [{ ...rowBase(context), field, stored, doc: docOf(context.node, field) }]
}

/**
 * A function that passes a field through the archive: one row, by the function's name or the declared type of
 * the field.
 */
function rowsOfHelper(call, name, context) {
  // These functions ask about a field and do not store it.
  if (/^(?:has|is)[A-Z]/.test(name)) return []
  const field = fieldOfHelper(call)
  const declared = declaredType(context.node, field)
  const known = HELPERS[name]
  if (known === undefined && declared === '') return undefined
  const stored =
    known === undefined
      ? declared
      : known.endsWith('…') && !/[fiu]\d/.test(known)
        ? known.replace('…', declared || '…')
        : known
  return [{ ...rowBase(context), field, stored, doc: docOf(context.node, field) }]
}

/** The field that a helper is for, from what its result is assigned to, its arguments, or its name. */
function fieldOfHelper(call) {
  const assigned = ts.isBinaryExpression(call.parent) ? call.parent.left : undefined
  const given = [assigned, ...call.arguments].find(
    (node) =>
      node !== undefined && ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword,
  )
  const told = call.arguments.filter(ts.isStringLiteralLike).at(-1)?.text
  return given?.name.text ?? told ?? ''
}

/** The type of a field of the class, as written, or the class of its initial value. */
function declaredType(node, field) {
  const member = node.members.find(
    (candidate) =>
      (ts.isPropertyDeclaration(candidate) || ts.isGetAccessorDeclaration(candidate)) &&
      candidate.name.getText() === field,
  )
  if (member === undefined) return ''
  const written =
    member.type?.getText() ??
    (member.initializer !== undefined && ts.isNewExpression(member.initializer)
      ? member.initializer.expression.getText()
      : '')
  return written
    .replace(/\(ObjectSource \| null\)/g, 'object reference')
    .replace(/ObjectSource \| null/g, 'object reference')
    .replace(/\[\]$/, ' …')
    .replace(/ \| undefined$/, '')
}

function rowBase({ conditions, depth }) {
  return { condition: conditions.join('; '), depth }
}

function storedRecord(method, call) {
  const created = call.getText().match(/new (\w+)\(/)?.[1]
  const typed = created ?? call.arguments[0]?.getText().replace(/^this\./, '') ?? 'record'
  return method === 'records' ? `${typed} …` : typed
}

/** A condition in words if it tests a version, otherwise the code of the condition. */
function describeCondition(text) {
  const games = text.replace(/!?ar\.since\(Feature\.(\w+)\)/g, (call, name) =>
    call.startsWith('!') ? `not: ${features.get(name)} (${name})` : `${features.get(name)} (${name})`,
  )
  const named = games.replace(/!?ar\.since\(Version\.(\w+)\)/g, (call, name) => {
    const version = thresholds.get(name)?.version ?? '?'
    return call.startsWith('!') ? `version < ${version} (${name})` : `version ≥ ${version} (${name})`
  })
  return named === text ? `\`${text}\`` : named.replaceAll(/([!=<>&|]=?=?\s*)?\bar\.(\w+)/g, (match) => match)
}

/** The class that a class extends, in its own file or in one that it imports by its path. */
function baseOf(node) {
  const name = node.heritageClauses === undefined ? undefined : superOf(node)
  const { statements, fileName } = node.getSourceFile()
  const classIn = (list, wanted) => list.find((other) => ts.isClassDeclaration(other) && other.name?.text === wanted)
  for (const statement of statements.filter(ts.isImportDeclaration)) {
    const bindings = statement.importClause?.namedBindings
    if (bindings === undefined || !ts.isNamedImports(bindings) || !statement.moduleSpecifier.text.startsWith('.'))
      continue
    const found = bindings.elements.find((element) => element.name.text === name)
    if (found === undefined) continue
    const file = join(dirname(fileName), statement.moduleSpecifier.text.replace(/\.js$/, '.ts'))
    return classIn(parse(file).statements, (found.propertyName ?? found.name).text)
  }
  return classIn(statements, name)
}

function superOf(node) {
  const clause = node.heritageClauses?.find((candidate) => candidate.token === ts.SyntaxKind.ExtendsKeyword)
  return clause?.types[0]?.expression.getText() ?? 'the class above'
}

/** The comment above a field of the class. */
function docOf(node, field) {
  const member = node.members.find(
    (candidate) =>
      (ts.isPropertyDeclaration(candidate) || ts.isGetAccessorDeclaration(candidate)) &&
      candidate.name.getText() === field,
  )
  return member === undefined ? '' : commentOf(member)
}

function commentOf(node) {
  return ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .map((comment) => ts.getTextOfJSDocComment(comment.comment) ?? '')
    .join('\n\n')
}

function renderPage(node, rows, file, path) {
  const up = '../'.repeat(path.split('/').length - 1)
  const extended = superOf(node)
  const lines = [
    `# ${node.name.text}`,
    '',
    ...(node.heritageClauses === undefined ? [] : [`Extends ${extended}.`, '']),
    commentOf(node),
    '',
    '| field | stored as | when | meaning |',
    '| --- | --- | --- | --- |',
    ...rows.map(({ field, stored, condition, depth, doc }) => {
      const name = field === '' ? '' : `\`${field}\``
      return `| ${depth > 0 ? '· '.repeat(depth) : ''}${name} | ${cell(stored)} | ${cell(condition)} | ${cell(doc)} |`
    }),
    '',
    `Made from [\`${file}\`](${up}../../${file}); [how to read this](${up}README.md).`,
    '',
  ]
  return lines.join('\n').replace(/\n{3,}/g, '\n\n')
}

function cell(text) {
  return text
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')
    .replace(/\{@link (\w+)\}/g, '$1')
}

function renderIndex() {
  const paths = [...pages.keys()].sort()
  const groups = new Map()
  for (const path of paths) {
    const group = dirname(path)
    groups.set(group, [...(groups.get(group) ?? []), path])
  }
  return [
    '# The format, record by record',
    '',
    'Made from the codecs by `scripts/generate-format-pages.mjs`: what these pages say is what ukit reads and',
    'writes.',
    '',
    'Integers are little-endian in little-endian packages and big-endian in the others. *index*: a compact index',
    'of 1 to 5 bytes up to version 177, an i32 since. *string*: an index that counts units with the terminator',
    '(negative: 16-bit units), then the units. *name*: an index into the name table, and an i32 number since',
    'version 343. *object reference*: an index; positive an export, negative an import, 0 none. *…*: as many as a',
    'count before it says. `·`: repeated.',
    '',
    'Facts that real files corrected, and games that deviate, have pages of their own in this folder, written by',
    'hand or by a script of their own.',
    '',
    ...[...groups].flatMap(([group, members]) => [
      `## ${group.replaceAll('/', ' · ')}`,
      '',
      ...members.map((path) => `- [${path.slice(group.length + 1, -3)}](${path})`),
      '',
    ]),
    '## Thresholds',
    '',
    '| name | version | evidence |',
    '| --- | --- | --- |',
    ...[...thresholds].map(([name, { version, evidence }]) => `| ${name} | ${version} | ${cell(evidence)} |`),
    '',
  ].join('\n')
}

function finish(check) {
  const wrong = [...pages].filter(
    ([path, text]) => !existsSync(join(out, path)) || readFileSync(join(out, path), 'utf8') !== text,
  )
  const stale = Object.keys(rooms)
    .flatMap((room) => markdownBelow(join(out, room)))
    .filter((path) => !pages.has(path))
  if (check) {
    for (const [path] of wrong) console.error(`docs/format/${path} is not what the codecs say`)
    for (const path of stale) console.error(`docs/format/${path} describes a record that is gone`)
    if (wrong.length + stale.length > 0) {
      console.error('run: npm run docs:format')
      process.exitCode = 1
    }
    return
  }
  for (const path of stale) rmSync(join(out, path))
  for (const [path, text] of wrong) {
    mkdirSync(dirname(join(out, path)), { recursive: true })
    writeFileSync(join(out, path), text)
  }
  console.log(`docs/format: ${pages.size} pages, ${wrong.length} written, ${stale.length} removed`)
}

function markdownBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? markdownBelow(path) : [relative(out, path)]
  })
}
