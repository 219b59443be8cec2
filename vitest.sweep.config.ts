import base from './vitest.config.js'

const { test } = base
// The tests that take a sample of the real files, or fewer random runs, otherwise: those which use
// testing/sweep.ts.
const include = [
  'packages/cli/test/{bombs,corpus,deps,killed}.test.ts',
  'packages/codecs/test/{uz,uz-corpus}.test.ts',
  'packages/container/test/tables/scan-table.test.ts',
  'packages/core/test/corpus/packages.test.ts',
  'packages/edit/test/{build,between-corpus,convert-version,corpus-edits,moved-bodies-corpus,transfer-corpus}.test.ts',
  'packages/edit/test/repair/{repair,salvage}.test.ts',
  'packages/game/test/{cache/cache-killed,deps/corpus,flags}.test.ts',
  'packages/make/test/{corpus,made-again-random}.test.ts',
  'packages/media/test/{corpus,mesh-corpus,outcomes-corpus,picture-corpus}.test.ts',
  'packages/import/test/importers/{import-truetype,skeletal-corpus}.test.ts',
  'packages/media/test/skeletal/corpus.test.ts',
  'packages/objects/test/script/{corpus,walk-tokens}.test.ts',
  'packages/script/test/decompile/lone-corpus.test.ts',
  'packages/script/test/listing/corpus.test.ts',
  'packages/script/test/parser/corpus-texts.test.ts',
  'packages/script/test/prove/corpus.test.ts',
  'packages/umod/test/{fuzz,install}.test.ts',
]

export default { ...base, test: { ...test, include, env: { ...test?.env, UKIT_SWEEP: '1' } } }
