import { useMemo, useState } from 'preact/hooks'
import type { Dependencies } from '../../data/check-calls.js'
import { openNamed } from '../../state/packages.js'
import { BOX, layoutOf } from './graph-layout.js'

/** *What a package needs, drawn*: what is missing is marked, what is at hand opens when it is clicked. */
export function DependencyGraph({ graph }: { readonly graph: Dependencies }) {
  const { width, height, places } = useMemo(() => layoutOf(graph), [graph])
  const [over, setOver] = useState<number | undefined>()
  return (
    <div class="graph">
      <svg width={width + 2} height={height} viewBox={`-1 0 ${width + 2} ${height}`} aria-label="What it needs">
        {graph.needs.map(({ from, to }) => {
          const [a, b] = [places[from], places[to]]
          if (a === undefined || b === undefined) return null
          const isNear = over === from || over === to
          return (
            <path
              key={`${from}/${to}`}
              class={isNear ? 'edge near' : 'edge'}
              d={curve(a.x + BOX.width, a.y, b.x, b.y)}
            />
          )
        })}
        {places.map(({ index, x, y }) => {
          const { name = '', isFound = false } = graph.packages[index] ?? {}
          const open = () => void openNamed(name)
          const isButton = isFound && index > 0
          return (
            <g
              key={index}
              class={`node${isFound ? '' : ' missing'}`}
              transform={`translate(${x} ${y - BOX.height / 2})`}
              onPointerEnter={() => setOver(index)}
              onPointerLeave={() => setOver(undefined)}
              {...(isButton
                ? {
                    role: 'button',
                    tabIndex: 0,
                    'aria-label': `Open ${name}`,
                    onClick: open,
                    onKeyDown: (event: KeyboardEvent) => {
                      if (event.key === 'Enter' || event.key === ' ') open()
                    },
                  }
                : {})}
            >
              <title>{isFound ? name : `${name}: not open`}</title>
              <rect width={BOX.width} height={BOX.height} rx={5} />
              <text x={9} y={15}>
                {isFound ? '' : '✕ '}
                {name.length > 18 ? `${name.slice(0, 17)}…` : name}
              </text>
            </g>
          )
        })}
      </svg>
      {graph.isCut ? <p class="dim">It needs more packages than are drawn.</p> : null}
    </div>
  )
}

/** From the right of one box to the left of another; one that leads back goes round. */
function curve(x1: number, y1: number, x2: number, y2: number): string {
  const bend = Math.max(30, Math.abs(x2 - x1) / 2)
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`
}
