import { data } from '../../data/client.js'
import type { PlaceInCode } from '../../data/code-calls.js'
import { opened, openFile, pathOf, shelf } from '../../state/packages.js'
import { currentPlace, go, leaveAt, settleAt } from '../../state/routes.js'

/**
 * *Shows where the name at a place of a source is declared*; back leads to the line that it was asked from.
 *
 * @returns what kept it from being shown.
 */
export async function goToDeclaration(from: PlaceInCode): Promise<string | undefined> {
  const found = await data.call('definition', from)
  if (found === undefined) return 'Nothing declares it.'
  const { package: packageName, class: className, to, line } = found
  const pkg = to === undefined ? undefined : opened.value.find(({ id }) => id === to.id)
  const place = { view: 'source', at: String(Math.max(1, line)) }
  if (pkg !== undefined && to !== undefined) {
    leaveAt(String(from.line))
    go({ file: pkg.fileName, object: pathOf(pkg, to.index), ...place })
    return undefined
  }
  const file = shelf.value.find(
    ({ name }) => name.slice(0, name.lastIndexOf('.')).toLowerCase() === packageName.toLowerCase(),
  )
  if (file === undefined) return `${packageName}.${className} declares it; the package is not open.`
  leaveAt(String(from.line))
  // The line is known when the package is open: it is asked for again.
  const before = currentPlace.value
  await openFile(file, { object: className, view: 'source' })
  const again = await data.call('definition', from)
  if (again !== undefined && currentPlace.value !== before) settleAt(String(Math.max(1, again.line)))
  return undefined
}
