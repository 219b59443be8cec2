import { plural } from '@ukit/text/internal'
import type { ClassProblem } from './class-source.js'
import type { DecompiledClass } from './decompile-class.js'

/** Members of a class that are only a comment in its source, or have parts that are, with the reason. */
export function memberProblems({ problems, resisted }: DecompiledClass): ClassProblem[] {
  const code = resisted.map(({ object, count }) => {
    const parts = plural(count, 'part', 'parts', count.toLocaleString('en'))
    return { object, message: `${parts} of its code could only be written as a comment` }
  })
  return [...problems, ...code]
}
