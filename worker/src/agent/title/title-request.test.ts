import { expect, test } from 'vitest'
import { READ_ONLY_MARK } from '../model/prompt.ts'
import { titleOf } from '../providers/demo/title.ts'
import { titleRequest } from './title-request.ts'

const MODEL = { modelId: 'demo', facts: { efforts: [], maxOutputTokens: null } } as never

test('a conversation that may only look is named for what was said, not for the mark before it', () => {
	const parts = [READ_ONLY_MARK, 'count the lamps'].map((text) => ({ type: 'text' as const, text }))
	const request = titleRequest(MODEL, [{ role: 'user', parts }], [])
	expect(JSON.stringify(request?.messages)).not.toContain(READ_ONLY_MARK)
	expect(titleOf(request?.messages ?? [])).toBe('count the lamps')
})
