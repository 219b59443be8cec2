import { useMemo, useState } from 'preact/hooks'
import type { CodeLines } from '../../data/code-calls.js'
import { Called, Empty } from '../../parts/state-message.js'
import { useCall } from '../../parts/use-call.js'
import type { ViewProps } from '../views.js'
import { CodeText } from './code-text.js'

/** The code of a function or state as the engine runs it, beside the source that it comes from. */
export function BytecodeView({ pkg, facts }: ViewProps) {
  const state = useCall('codeLines', facts === undefined ? undefined : { id: pkg.id, index: facts.index })
  return (
    <Called state={state}>
      {(lines) => (lines === undefined ? <Empty>It has no code of its own.</Empty> : <Beside lines={lines} />)}
    </Called>
  )
}

/** Lines of both sides that are marked. */
interface Marks {
  readonly text: readonly number[]
  readonly code: readonly number[]
}

function Beside({ lines: { listing, text, line, pairs, isWhole } }: { readonly lines: CodeLines }) {
  const [marks, setMarks] = useState<Marks>({ text: [], code: [] })
  const { ofText, ofCode } = useMemo(() => sides(pairs), [pairs])
  const show = useMemo(() => (line === undefined ? undefined : { line }), [line])
  if (text === '') return <CodeText text={listing} language="plain" label="Bytecode" />
  return (
    <div class="beside">
      <p class="code-words">
        {isWhole
          ? 'Choose a line on either side: what belongs to it is marked on the other.'
          : / {2}\/\/ no code\s*$/.test(listing)
            ? 'It has no code of its own; its functions and states have.'
            : pairs.length === 0
              ? 'The source does not compile to this code, so no lines belong together.'
              : 'The source compiles to other code from some statement on: lines belong together up to there.'}
      </p>
      <CodeText
        text={text}
        language="unrealscript"
        label="Source"
        show={show}
        marks={marks.text}
        onLine={(at) => setMarks({ text: [at], code: ofText.get(at) ?? [] })}
      />
      <CodeText
        text={listing}
        language="plain"
        label="Bytecode"
        marks={marks.code}
        onLine={(at) => setMarks({ text: ofCode.get(at) ?? [], code: [at] })}
      />
    </div>
  )
}

/** Which lines of one side belong to a line of the other. */
function sides(pairs: CodeLines['pairs']) {
  const ofText = new Map<number, number[]>()
  const ofCode = new Map<number, number[]>()
  for (const { code, from, to } of pairs)
    for (let line = from; line <= to; line++) {
      ofText.set(line, [...(ofText.get(line) ?? []), code])
      ofCode.set(code, [...(ofCode.get(code) ?? []), line])
    }
  return { ofText, ofCode }
}
