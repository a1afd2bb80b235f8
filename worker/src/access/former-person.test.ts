import { expect, test } from 'vitest'
import { withoutPerson } from './former-person.ts'

const ADA = 'usr_0000000000000000000000ada'
const BOB = { kind: 'session', id: 'usr_bob', userId: 'usr_bob', name: 'Bob' }
const FORMER = { kind: 'session', id: 'deleted', userId: null, name: 'Deleted user' }

test('messages of a deleted person stay, others keep their names', () => {
	const stored = {
		metadata: { by: { kind: 'session', id: ADA, userId: ADA, name: 'Ada' }, createdAt: 1 },
		parts: [
			{ type: 'text', text: 'Ada was here' },
			{ type: 'data-approval', data: { author: BOB } },
			{ data: { author: { kind: 'token', id: 'atk_1', userId: ADA, name: 'Ada (script)' } } },
			{ data: { createdBy: ADA, text: `see ${ADA}` } },
		],
	}
	expect(JSON.parse(withoutPerson(JSON.stringify(stored), ADA))).toEqual({
		metadata: { by: FORMER, createdAt: 1 },
		parts: [
			{ type: 'text', text: 'Ada was here' },
			{ type: 'data-approval', data: { author: BOB } },
			{ data: { author: { kind: 'token', id: 'atk_1', userId: null, name: 'Deleted user' } } },
			{ data: { createdBy: 'deleted', text: 'see deleted' } },
		],
	})
})

test('an author as lists have it, and a text that is not JSON, lose the deleted person', () => {
	const by = JSON.stringify({ kind: 'session', id: ADA, name: 'Ada' })
	expect(JSON.parse(withoutPerson(by, ADA))).toEqual({
		kind: 'session',
		id: 'deleted',
		name: 'Deleted user',
	})
	expect(withoutPerson(`data: ${ADA}`, ADA)).toBe('data: deleted')
	expect(withoutPerson('{"a": 1}', ADA)).toBe('{"a": 1}')
})
