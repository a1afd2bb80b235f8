import { expect, test } from 'vitest'
import { parseFault } from './misbehave.ts'

test('faults are parsed from text, and invalid text is explained', () => {
	expect(parseFault('slow=200@unity_query/3')).toEqual({
		kind: 'slow',
		ms: 200,
		method: 'unity_query',
		every: 3,
	})
	expect(() => parseFault('explode')).toThrow(/one of: slow, modal/)
	expect(() => parseFault('slow')).toThrow(/needs milliseconds/)
	expect(() => parseFault('drop-after=5')).toThrow(/takes no milliseconds/)
	expect(() => parseFault('slow=1/0')).toThrow(/1st/)
})
