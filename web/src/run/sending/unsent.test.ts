import { beforeEach, describe, expect, test } from 'vitest'
import { type Draft, draftOf, partsOf, textDraft } from '../messages/messages.ts'
import { UnsentIds } from './unsent.ts'

const NOTHING = new Set<string>()
let ids: UnsentIds
beforeEach(() => {
	let made = 0
	ids = new UnsentIds(() => `new_${++made}`)
})

describe('a message whose POST failed', () => {
	test('is sent again under the same id, so it is not executed twice', () => {
		const draft: Draft = {
			text: 'delete the cube',
			pictures: [{ type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AA==' }],
		}
		const id = ids.idFor('cnv_1', draft, NOTHING)
		const back = draftOf({ id, role: 'user', parts: partsOf(draft) })
		ids.keep('cnv_1', back, id)
		expect(ids.idFor('cnv_1', back, NOTHING)).toBe(id)
		// And again, after a second failure.
		ids.keep('cnv_1', back, id)
		expect(ids.idFor('cnv_1', back, NOTHING)).toBe(id)
	})

	test.each<[string, string, Draft, ReadonlySet<string>]>([
		['other words are another message', 'cnv_1', textDraft('delete the sphere'), NOTHING],
		['another conversation knows nothing of it', 'cnv_2', textDraft('delete the cube'), NOTHING],
		[
			'one that the server has after all is meant once more',
			'cnv_1',
			textDraft('delete the cube'),
			new Set(['msg_1']),
		],
	])('%s', (_name, conversationId, draft, shown) => {
		ids.keep('cnv_1', textDraft('delete the cube'), 'msg_1')
		expect(ids.idFor(conversationId, draft, shown)).toBe('new_1')
	})

	test('a message that was sent well leaves no id behind for the next one with its words', () => {
		ids.keep('cnv_1', textDraft('go on'), 'msg_1')
		expect(ids.idFor('cnv_1', textDraft('go on'), NOTHING)).toBe('msg_1')
		expect(ids.idFor('cnv_1', textDraft('go on'), NOTHING)).toBe('new_1')
	})
})
