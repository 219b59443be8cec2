import base from './vitest.config.js'

const { test } = base
// The tests that take a sample of the real files, or fewer random runs, otherwise: those which use
// testing/sweep.ts.
const include = [
  'packages/codecs/test/uz-corpus.test.ts',
  'packages/core/test/corpus/packages.test.ts',
  'packages/edit/test/repair/salvage.test.ts',
  'packages/umod/test/install.test.ts',
  'packages/edit/test/{build,between-corpus,convert-version,corpus-edits,moved-bodies-corpus,transfer-corpus}.test.ts',
  'packages/media/test/skeletal/corpus.test.ts',
  'packages/media/test/import/skeletal-corpus.test.ts',
  'packages/media/test/{corpus,mesh-corpus,outcomes-corpus,picture-corpus}.test.ts',
  'packages/script/test/parser/corpus-texts.test.ts',
  'packages/script/test/listing/corpus.test.ts',
  'packages/script/test/prove/corpus.test.ts',
  'packages/make/test/corpus.test.ts',
]

export default { ...base, test: { ...test, include, env: { ...test?.env, UKIT_SWEEP: '1' } } }
