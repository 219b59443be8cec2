import { plural } from '@ukit/text/internal'
import type { Install } from '../install/install.js'
import { extensionOf } from '../paths.js'
import type { InstallProblem } from '../problem.js'
import type { ShippedFiles } from '../stock/shipped-files.js'
import type { CheckedPackage } from './checked-package.js'

/**
 * Finds packages that need each other in a circle: none of them can be compiled or loaded before the others,
 * and none can be offered alone.
 *
 * In UE3, only script is checked, since mutual references are normal in content. Circles of packages that the
 * game ships are left out.
 */
export async function circlesOf(
  install: Install,
  packages: readonly CheckedPackage[],
  shipped?: ShippedFiles,
): Promise<InstallProblem[]> {
  const taking = packages.filter(
    ({ file, tables }) => tables !== undefined && (install.generation !== 3 || extensionOf(file.fileName) === 'u'),
  )
  const numbers = new Map(taking.map(({ file }, number) => [file.path, number]))
  const needs: number[][] = []
  for (const [number, { tables }] of taking.entries()) {
    const targets = new Set<number>()
    for (const name of tables?.roots ?? []) {
      const { found } = await install.resolve(name)
      const target = found === undefined ? undefined : numbers.get(found.path)
      if (target !== undefined && target !== number) targets.add(target)
    }
    needs.push([...targets])
  }
  const isOwn = (number: number) => shipped?.isOwn(taking[number]?.file.path ?? '') === true
  const circles = componentsOf(needs).filter((members) => !members.every(isOwn))
  return circles.map((members) => {
    const circle = shortestCircle(members, needs)
    const nameOf = (number: number) => taking[number]?.file.name ?? ''
    const way = [...circle, circle[0] ?? 0].map(nameOf).join(' needs ')
    const more = members.length - circle.length
    return {
      kind: 'circular' as const,
      message: `${way}${more > 0 ? `; ${plural(more, 'more package is', 'more packages are')} in this circle` : ''}`,
      paths: [...circle, ...members.filter((one) => !circle.includes(one))].map((one) => taking[one]?.file.path ?? ''),
    }
  })
}

/**
 * Sets of more than one package that can all reach each other: Tarjan's algorithm, with an explicit stack
 * since circles may be long.
 */
function componentsOf(edges: readonly (readonly number[])[]): number[][] {
  const order = new Int32Array(edges.length).fill(-1)
  const low = new Int32Array(edges.length)
  const onStack = new Uint8Array(edges.length)
  const stack: number[] = []
  const found: number[][] = []
  let counter = 0
  const enter = (node: number) => {
    order[node] = counter
    low[node] = counter++
    stack.push(node)
    onStack[node] = 1
    return { node, next: 0 }
  }
  for (let start = 0; start < edges.length; start++) {
    if (order[start] !== -1) continue
    const work = [enter(start)]
    for (let top = work.at(-1); top !== undefined; top = work.at(-1)) {
      const { node } = top
      const target = edges[node]?.[top.next++]
      if (target === undefined) {
        work.pop()
        const parent = work.at(-1)?.node
        if (parent !== undefined) low[parent] = Math.min(low[parent] ?? 0, low[node] ?? 0)
        if (low[node] === order[node]) {
          const members = stack.splice(stack.lastIndexOf(node))
          for (const member of members) onStack[member] = 0
          if (members.length > 1) found.push(members.sort((a, b) => a - b))
        }
      } else if (order[target] === -1) work.push(enter(target))
      else if (onStack[target] === 1) low[node] = Math.min(low[node] ?? 0, order[target] ?? 0)
    }
  }
  return found.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
}

/** The shortest path from the first member back to itself. */
function shortestCircle(members: readonly number[], edges: readonly (readonly number[])[]): number[] {
  const [start = 0] = members
  const inside = new Set(members)
  const from = new Map<number, number>()
  const queue = [start]
  for (let i = 0; i < queue.length; i++) {
    const node = queue[i] ?? start
    for (const target of edges[node] ?? []) {
      if (target === start) {
        const circle = [node]
        for (let at = node; at !== start; ) {
          at = from.get(at) ?? start
          circle.unshift(at)
        }
        return circle
      }
      if (!inside.has(target) || from.has(target)) continue
      from.set(target, node)
      queue.push(target)
    }
  }
  return [...members]
}
