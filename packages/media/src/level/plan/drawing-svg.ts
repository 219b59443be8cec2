import { escapeHtml } from '@ukit/text/internal'
import { areaOf, type Drawing, type DrawingItem, type Points } from './drawing.js'

/**
 * *A drawing as SVG.*
 *
 * @param width pixels that viewers show it with; its own by default.
 */
export function drawingSvg({ width, height, title, background, items }: Drawing, shown = width): string {
  const size = `viewBox="0 0 ${number(width)} ${number(height)}" width="${number(shown)}" height="${number((height * shown) / width)}"`
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" stroke-linecap="round" stroke-linejoin="round">`,
    `<title>${escapeHtml(title)}</title>`,
    `<rect width="100%" height="100%" fill="${background}"/>`,
    ...items.map(itemSvg).filter((one) => one !== ''),
    '</svg>',
  ]
  return `${parts.join('\n')}\n`
}

function itemSvg(item: DrawingItem): string {
  if (item.kind === 'text') return textSvg(item)
  if (item.kind === 'area') {
    if (item.polygons.length === 0) return ''
    const edge =
      item.edge === undefined
        ? ''
        : ` stroke="${item.color}" stroke-width="${item.edge}"${opacity('stroke', item.opacity)}`
    return element(
      item.polygons.map(closed).join(''),
      `fill="${item.color}"${opacity('fill', item.opacity)}${edge}`,
      item,
    )
  }
  if (item.lines.length === 0) return ''
  const look = `stroke="${item.color}" stroke-width="${number(item.width)}"${opacity('stroke', item.opacity)} fill="none"`
  return element(item.lines.map(open).join(''), look, item)
}

function element(d: string, look: string, { title }: { readonly title?: string | undefined }): string {
  return title === undefined
    ? `<path d="${d}" ${look}/>`
    : `<path d="${d}" ${look}><title>${escapeHtml(title)}</title></path>`
}

function textSvg({ x, y, text, size, color, anchor, halo }: Extract<DrawingItem, { kind: 'text' }>): string {
  const where = anchor === undefined || anchor === 'start' ? '' : ` text-anchor="${anchor}"`
  const around =
    halo === undefined
      ? ''
      : ` stroke="${halo}" stroke-width="${number(size / 4)}" stroke-opacity="0.8" paint-order="stroke"`
  return `<text x="${number(x)}" y="${number(y)}" font-size="${number(size)}" fill="${color}"${where}${around}>${escapeHtml(text)}</text>`
}

function opacity(what: 'fill' | 'stroke', value: number | undefined): string {
  return value === undefined || value === 1 ? '' : ` ${what}-opacity="${value}"`
}

/** All wind the same way: of two that do not, the common part would not be filled. */
function closed(points: Points): string {
  const corners = cornersOf(points)
  return `M${(areaOf(points) < 0 ? corners.reverse() : corners).join('L')}Z`
}

function open(points: Points): string {
  return `M${cornersOf(points).join('L')}`
}

function cornersOf(points: Points): string[] {
  const corners: string[] = []
  for (let i = 0; i + 1 < points.length; i += 2) corners.push(`${number(points[i] ?? 0)} ${number(points[i + 1] ?? 0)}`)
  return corners
}

/** With one decimal: a drawing has a hundred thousand of them. */
function number(value: number): string {
  return String(Math.round(value * 10) / 10)
}
