import {
  type Drawing,
  type DrawnPackage,
  dotText,
  drawingOf,
  gatherDependencies,
  mermaidText,
  openInstall,
  svgText,
  TableReader,
} from '@ukit/game'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ut99Install } from '../../../../testing/installs.js'

async function towerDrawing(): Promise<Drawing> {
  const install = await openInstall(await ut99Install(), '/ut99')
  const reader = new TableReader(install.files)
  const file = (await install.packages()).find(({ name }) => name === 'DM-Tower')
  if (file === undefined) throw new Error('no map')
  return drawingOf(await gatherDependencies([await reader.tables(file)], install, reader))
}

function drawn(id: string, name: string, kind: DrawnPackage['kind'] = 'code'): DrawnPackage {
  return {
    id,
    name,
    kind,
    size: kind === 'missing' ? undefined : 1000,
    path: kind === 'missing' ? undefined : `/g/${name}.u`,
    start: id === 'p0',
    error: undefined,
  }
}

const text = (pieces: Iterable<string>) => [...pieces].join('')

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The boxes of a picture by the names in them, and the number of arrows. */
function readSvg(svg: string): { boxes: Map<string, Box>; arrows: number } {
  const box = /<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" rx="7"[^>]*\/><text [^>]*>([^<]*)</g
  const boxes = new Map<string, Box>()
  for (const [, x, y, width, height, name = ''] of svg.matchAll(box)) {
    const [left, top] = [Number(x), Number(y)]
    boxes.set(name, { left, right: left + Number(width), top, bottom: top + Number(height) })
  }
  return { boxes, arrows: svg.match(/<path [^>]*marker-(?:start|end)=/g)?.length ?? 0 }
}

describe('a picture of dependencies', () => {
  it('shows kinds, sizes, counts and missing packages', async () => {
    const drawing = await towerDrawing()
    expect(drawing.packages.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'DM-Tower map',
      'SkyCity texture',
      'Foregone music',
      'Engine code',
      'AmbOutside sound',
      'MissingTex missing',
      'MyMod code',
      'Botpack code',
      'Core code',
    ])
    expect(
      drawing.needs
        .filter(({ from }) => from.name === 'DM-Tower')
        .map(({ to, objects, missing }) => [to.name, objects, missing]),
    ).toEqual([
      ['SkyCity', 5, 2],
      ['Foregone', 1, 0],
      ['Engine', 2, 0],
      ['AmbOutside', 3, 1],
      ['MissingTex', 2, 2],
      ['MyMod', 1, 0],
      ['Botpack', 1, 0],
    ])
    const dot = text(dotText(drawing))
    expect(dot).toContain('p0 -> p1 [label="5 (2 missing)", color="#c42b25"')
    expect(dot).toMatch(/p5 \[label="MissingTex\\nmissing".*dashed/)
    const mermaid = text(mermaidText(drawing))
    expect(mermaid).toContain('p0["DM-Tower<br/>835 B"]:::map')
    expect(mermaid).toContain('p0 -->|"5 (2 missing)"| p1')
    expect(mermaid).toMatch(/linkStyle 0,3,4 stroke:#c42b25/)
    const svg = text(svgText(drawing))
    expect(svg).toContain('<title>/ut99/Textures/SkyCity.utx</title>')
    expect(svg).toContain('<title>MissingTex was not found</title>')
    expect(svg.match(/url\(#arrow-missing\)/g)).toHaveLength(3)
  })

  it('escapes names in each format', () => {
    const evil = '"];x\\<script>&amp;\n`end`#quot;|{}\'\u0000\ud800'
    const drawing: Drawing = {
      packages: [drawn('p0', evil), drawn('p1', 'Größe城')],
      needs: [{ from: drawn('p0', evil), to: drawn('p1', 'x'), objects: 1, missing: 0 }],
    }
    // Control characters and half a pair are replaced by a sign. In DOT, quote and backslash are escaped;
    expect(text(dotText(drawing))).toContain(
      'label="\\"];x\\\\<script>&amp;amp;\ufffd`end`#quot;|{}\'\ufffd\ufffd\\n1.0 kB"',
    )
    // in Mermaid, everything except letters, digits and a few signs is an entity;
    expect(text(mermaidText(drawing))).toContain(
      'p0["#34;#93;#59;x#92;#60;script#62;#38;amp#59;#65533;#96;end#96;#35;quot#59;#124;#123;#125;#39;#65533;#65533;<br/>1.0 kB"]',
    )
    expect(text(mermaidText(drawing))).toContain('p1["Größe城<br/>1.0 kB"]')
    // in SVG, the five signs of XML are entities.
    const svg = text(svgText({ packages: drawing.packages, needs: [] }))
    expect(svg).toContain('&quot;];x\\&lt;script&gt;&amp;amp;\ufffd')
    expect(svg).not.toContain('<script')
  })

  it.each([
    ['DOT', dotText],
    ['Mermaid', mermaidText],
    ['SVG', svgText],
  ])('%s has no character that is acted on unseen', (_, draw) => {
    const drawing: Drawing = { packages: [drawn('p0', 'A\u202etxt.u\u0085\u2066\u001b[2J')], needs: [] }
    expect(text(draw(drawing))).not.toMatch(/[^\P{Cc}\n]|[\u202e\u2066]/u)
  })

  it('puts users to the left of their needs, without overlaps, for any graph', () => {
    const graph = fc.integer({ min: 1, max: 25 }).chain((count) =>
      fc.record({
        count: fc.constant(count),
        edges: fc.uniqueArray(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), {
          selector: ([a, b]) => a * 100 + b,
          maxLength: 60,
        }),
      }),
    )
    fc.assert(
      fc.property(graph, ({ count, edges }) => {
        const packages = Array.from({ length: count }, (_, i) => drawn(`p${i}`, `Package${i}`))
        const needs = edges.flatMap(([a, b]) => {
          const [from, to] = [packages[a], packages[b]]
          return from === undefined || to === undefined || from === to ? [] : [{ from, to, objects: 1, missing: 0 }]
        })
        const { boxes, arrows } = readSvg(text(svgText({ packages, needs })))
        expect(boxes.size).toBe(count)
        expect(arrows).toBe(needs.length)
        const all = [...boxes.values()]
        for (const [i, one] of all.entries()) {
          for (const other of all.slice(i + 1)) {
            const apart =
              one.right < other.left || other.right < one.left || one.bottom < other.top || other.bottom < one.top
            expect(apart).toBe(true)
          }
        }
        // Without circles, every arrow points to the right.
        if (edges.some(([a, b]) => a > b)) return
        for (const { from, to } of needs) {
          expect(boxes.get(from.name)?.right ?? Number.NaN).toBeLessThan(boxes.get(to.name)?.left ?? Number.NaN)
        }
      }),
    )
  })

  it('is drawn for a chain of thousands without running out of stack', () => {
    const packages = Array.from({ length: 5000 }, (_, i) => drawn(`p${i}`, `P${i}`))
    const needs = packages.slice(1).flatMap((to, i) => {
      const from = packages[i]
      return from === undefined ? [] : [{ from, to, objects: 1, missing: 0 }]
    })
    const { boxes, arrows } = readSvg(text(svgText({ packages, needs })))
    expect([boxes.size, arrows]).toEqual([5000, 4999])
  })
})
