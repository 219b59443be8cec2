import { classClashes } from './class-clashes.js'
import { missingLoads } from './dynamic-loads.js'
import { lostVariables } from './lost-variables.js'
import { serverSideBases } from './server-side.js'
import type { BuiltSources, PackageWarning } from './warning.js'

/** *What only somebody who reads packages can say*: all of it compiles, and goes wrong when it runs. */
export async function packageWarnings(built: BuiltSources): Promise<PackageWarning[]> {
  return [
    ...classClashes(built),
    ...(await serverSideBases(built)),
    ...(await missingLoads(built)),
    ...(await lostVariables(built)),
  ]
}
