import { useMemo, useState } from 'preact/hooks'
import { data } from '../../data/client.js'
import type { CodeText as Code, HoverText } from '../../data/code-calls.js'
import { countText } from '../../parts/amount.js'
import { Called } from '../../parts/state-message.js'
import { useCall } from '../../parts/use-call.js'
import { currentPlace, go } from '../../state/routes.js'
import type { ViewProps } from '../views.js'
import { CodeText } from './code-text.js'
import { Comparison } from './comparison.js'
import { goToDeclaration } from './go-to-declaration.js'
import { builtInWords, type NameServices, ownerWords } from './name-services.js'
import { Outline } from './outline.js'

/** The source of a class, or of the class that a function is in. */
export function CodeView({ pkg, facts }: ViewProps) {
  const state = useCall('code', facts === undefined ? undefined : { id: pkg.id, index: facts.index })
  return <Called state={state}>{(code) => <Source code={code} />}</Called>
}

function Source({ code }: { readonly code: Code }) {
  const { text, isDecompiled, notes, class: of, outline } = code
  const [said, setSaid] = useState<HoverText | string | undefined>()
  const names = useMemo<NameServices | undefined>(() => {
    if (of === undefined) return undefined
    let last: AbortController | undefined
    return {
      hover: (line, column) => data.call('hover', { ...of, line, column }).catch(() => undefined),
      define: (line, column) => void goToDeclaration({ ...of, line, column }).then(setSaid, () => undefined),
      onPlace(line, column) {
        last?.abort()
        last = new AbortController()
        data.call('hover', { ...of, line, column }, last).then(setSaid, () => undefined)
      },
    }
  }, [of?.id, of?.index])
  const place = currentPlace.value
  const line = lineAt(place.at) ?? code.line
  // Going to the line where one is shows it again.
  const show = useMemo(() => (line === undefined ? undefined : { line }), [place, line])
  const goTo = (to: number) => go({ ...place, view: 'source', at: String(to) })
  return (
    <div class={outline.length === 0 ? 'code' : 'code has-outline'}>
      <div class="code-words">
        <span>
          {isDecompiled ? 'Decompiled: the package has no text of it.' : 'As the package has it.'}
          {notes.length === 0 ? null : <span title={notes.join('\n')}> {countText(notes.length, 'note')}</span>}
        </span>
        {of === undefined || isDecompiled ? null : <Comparison at={of} onLine={goTo} />}
        <span class="code-said" aria-live="polite">
          {typeof said === 'string' ? said : said === undefined ? null : <Said of={said} />}
        </span>
      </div>
      <CodeText text={text} language="unrealscript" label="Source" show={show} names={names} />
      {outline.length === 0 ? null : <Outline entries={outline} onLine={goTo} />}
    </div>
  )
}

/** The line that an address names. */
function lineAt(at: string | undefined): number | undefined {
  return at !== undefined && /^\d{1,9}$/.test(at) ? Number(at) : undefined
}

/** What the name at the caret is. */
function Said({ of: { kind, declaration, owner, standIn } }: { readonly of: HoverText }) {
  return (
    <span title={standIn === undefined ? undefined : builtInWords(standIn)}>
      <code>{declaration}</code> <span class="dim">{ownerWords(kind, owner)}</span>
    </span>
  )
}
