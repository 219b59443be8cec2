import { verifyPackage } from '@ukit/inspect'
import type { CheckedPackage, FoundProblem } from '../check-calls.js'
import type { OpenedPackages } from './opened.js'
import type { Work } from './serve.js'

/** Problems that are listed: nobody reads more. */
const MOST_LISTED = 500
/** Objects from one word of progress to the next. */
const OBJECTS_AT_A_TIME = 256

/** What is wrong with a package. */
export async function checkOf(
  packages: OpenedPackages,
  { id }: { readonly id: number },
  { signal, progress }: Work,
): Promise<CheckedPackage> {
  const { pkg } = packages.get(id)
  const { problems, understood } = await verifyPackage(pkg, {
    packages: packages.set,
    signal,
    onProgress: (done, total) => {
      if (done % OBJECTS_AT_A_TIME === 0) progress({ done, total, label: `checking ${pkg.name}` })
    },
  })
  const rows = new Map<string, number>()
  if (problems.length > 0) for (const { path, index } of pkg.exports) if (!rows.has(path)) rows.set(path, index)
  const listed = [...problems].sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'))
  return {
    problems: listed.slice(0, MOST_LISTED).map(
      ({ severity, message, object, offset }): FoundProblem => ({
        severity,
        message,
        object: object ?? undefined,
        index: object === null ? undefined : rows.get(object),
        offset: offset ?? undefined,
      }),
    ),
    total: problems.length,
    understood,
  }
}
