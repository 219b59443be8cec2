import type { Compiler } from '../../compilers/compiler.js'

const WORDS: Compiler['words'] = {
  ownClass: { without: ['hidedropdown'], last: [{ word: 'dynamicrecompile', bits: 0x40_0000 }] },
  ptrClass: 'PtrProperty',
}

const EARLY: Compiler = { words: WORDS }

const COMPILER: Compiler = {
  words: WORDS,
  declarations: {
    // The first two are also in the Engine of UT2004.
    nativeWithoutWord: ['engine.savedmove', 'engine.console', 'engine.shadowprojector', 'engine.l2ntimelight'],
  },
}

/**
 * *The compiler of Lineage II's packages with a licensee version*; no available file shows that of versions
 * before 123.
 */
export function lineageCompiler(version: number, licensee: number): Compiler | undefined {
  if (licensee < 2) return undefined
  return version < 123 ? EARLY : COMPILER
}
