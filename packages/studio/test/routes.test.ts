import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePlace, placeText } from '../src/state/routes.js'

test('a place is in the address, whatever its names contain', () => {
  const text = fc.string({ minLength: 1 })
  fc.assert(
    fc.property(
      text,
      fc.option(text, { nil: undefined }),
      fc.option(text, { nil: undefined }),
      fc.option(text, { nil: undefined }),
      (file, object, view, at) => {
        expect(parsePlace(placeText({ file, object, view, at }))).toEqual({ file, object, view, at })
      },
    ),
  )
})

test('a line of a source is in the address', () => {
  const place = { file: 'A:1.u', object: 'B:2', view: 'source', at: '12' }
  expect(placeText(place)).toBe('#/pkg/A%3A1.u/B%3A2@source?12')
  expect(parsePlace(placeText(place))).toEqual(place)
})

test('what is not a place is the start', () => {
  expect(parsePlace('')).toEqual({})
  expect(parsePlace('#/elsewhere')).toEqual({})
  expect(parsePlace('#/pkg/%E0%A4%A')).toEqual({ file: '%E0%A4%A', object: undefined, view: undefined, at: undefined })
})
