import { highlightHtml, lex } from '@ukit/script/syntax'
import { expect, it } from 'vitest'

it('a text as HTML has a class for each token, and special characters of HTML are escaped', () => {
  expect(highlightHtml(lex('if (a < 1.5) B("<&>", \'n\'); // c'))).toBe(
    '<span class="uc-keyword">if</span> (a &lt; <span class="uc-number">1.5</span>) ' +
      'B(<span class="uc-string">&quot;&lt;&amp;&gt;&quot;</span>, <span class="uc-name">\'n\'</span>); ' +
      '<span class="uc-comment">// c</span>',
  )
})
