import { describe, expect, test } from 'vitest'
import { keptSearch, searchOf, viewOf } from './address.ts'

describe('the address holds what the editor pane shows', () => {
	test.each([
		'',
		'?tab=inspector&object=46210',
		'?tab=console',
		'?tab=changes&answer=msg_1',
		'?tab=changes&answer=msg_1&step=step-3',
		'?tab=changes&answer=msg_1&from=step-3',
		'?tab=changes&object=-12&answer=msg_1&pane=editor',
		'?pane=chats',
	])('%s', (search) => {
		expect(searchOf(viewOf(search))).toBe(search)
	})

	test('values that no address has are left out', () => {
		expect(viewOf('?tab=No%20where&pane=chat&utm=1')).toEqual(viewOf(''))
	})

	test('an object’s id is kept as it is, whatever it contains', () => {
		const view = { ...viewOf(''), tab: 'inspector', objectId: 'a&tab=console #?' }
		expect(viewOf(searchOf(view))).toEqual(view)
	})

	test('another conversation keeps the editor, not the answer of the previous one', () => {
		expect(keptSearch('?tab=changes&object=7&answer=msg_1&pane=chats')).toBe(
			'?tab=changes&object=7',
		)
	})
})
