import * as deusEx from '@ukit/core/games/deus-ex'
import { expect, it } from 'vitest'
import { HandMade } from '../../../../../testing/bytes.js'
import { check, object, ue1 } from '../../../../../testing/objects.js'

it('Deus Ex: parts of conversations', () => {
  const labels = new HandMade().u8(0, 2).shortString('Yes').shortString('No').bytes()
  const event = check(() => new deusEx.ConEventRandomLabel(), labels, ue1(68))
  expect(event.labels.map(String)).toEqual(['Yes', 'No'])
  const list = check(() => new deusEx.ConAudioList(), new HandMade().u8(0, 2, 5, 0x86).bytes(), ue1(68))
  expect(list.sounds).toEqual([object(5), object(-6)])
  const text = check(() => new deusEx.ExtString(), new HandMade().u8(0).shortString('long').bytes(), ue1(68))
  expect(text.text.text).toBe('long')
})
