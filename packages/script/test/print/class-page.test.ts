import { htmlPage, markdownPage } from '@ukit/script/syntax'
import { expect, it } from 'vitest'

const BASE = 'class Base extends Object;\n\nvar int Count;\n\nfunction Go(int Times)\n{\n    Count = Times; // <b>\n}\n'
const CHILD = 'class Child extends Base;\n\nvar string Count2;\n\nfunction Stay()\n{\n    Go(Count);\n}\n'
const CLASSES = [
  { name: 'Base', text: BASE },
  { name: 'Child', text: CHILD },
]

/** The text of a piece of HTML. */
function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
}

it('a page contains each text unchanged, and every link has a target on it', () => {
  const html = htmlPage('My "mod"', CLASSES)
  const texts = [...html.matchAll(/<pre>(.*?)<\/pre>/gs)].map(([, inside = '']) => plain(inside))
  expect(texts).toEqual([BASE, CHILD])
  const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))
  const links = [...html.matchAll(/ href="#([^"]*)"/g)].map(([, id = '']) => decodeURIComponent(id))
  expect(links.filter((link) => !ids.has(link))).toEqual([])
  expect(html).toContain('<title>My &quot;mod&quot;</title>')
})

it('names of the superclass link to it, own names take precedence', () => {
  const html = htmlPage('Mod', CLASSES)
  const child = html.slice(html.indexOf('<h2 id="child">'))
  expect(child).toContain('<a href="#Base.Go">Go</a>(<a href="#Base.Count">Count</a>)')
  expect(child).toContain('<a href="#Child.Stay">Stay</a>')
  expect(child).toContain('<a href="#base">Base</a>')
  const other = htmlPage('Mod', [{ name: 'Base', text: BASE.replace('Times;', 'Other.Count;') }])
  expect(other).toContain('<a href="#Base.Count">Count</a> = Other.Count;')
  const own = htmlPage('Mod', [
    { name: 'Base', text: BASE },
    { name: 'Child', text: CHILD.replace('Count2', 'Count') },
  ])
  expect(own.slice(own.indexOf('<h2 id="child">'))).toContain('(<a href="#Child.Count">Count</a>)')
})

it('classes that extend each other in a cycle, and names with any characters, do no harm', () => {
  const html = htmlPage('<x>', [
    { name: 'A"><script>', text: 'class A extends B;' },
    { name: 'B', text: 'class B extends B;\nfunction F() {}' },
  ])
  expect(html).not.toContain('<script')
  expect(html).not.toContain('<x>')
})

it('Markdown has a heading and a block for each class, with a fence that the text cannot close', () => {
  const page = markdownPage('Mod_1', [{ name: 'A', text: 'class A; // ```\n' }])
  expect(page).toBe('# Mod\\_1\n\n- [A](#a)\n\n## A\n\n````unrealscript\nclass A; // ```\n````\n')
})
