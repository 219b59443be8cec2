import type { Link } from '../data/package-calls.js'
import { showObject } from '../state/packages.js'

/** A reference; one that leads somewhere is a button. */
export function LinkText({ link }: { readonly link: Link }) {
  const { text, to } = link
  const short = /^\w+'(.*)'$/.exec(text)?.[1] ?? text
  if (to === undefined)
    return (
      <span class="dead-link" title={`${text}: its package is not open`}>
        {short}
      </span>
    )
  return (
    <button type="button" class="link" title={text} onClick={() => showObject(to.id, to.index)}>
      {short}
    </button>
  )
}
