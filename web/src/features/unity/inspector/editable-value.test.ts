import { expect, test } from 'vitest'
import { isEditable } from './editable-value.tsx'

test.each([
	['a text', 'Hello', true],
	['no text', '', true],
	['a number', 0, true],
	['off', false, true],
	['a vector', [0, 1, 0], true],
	['a text of two lines, which a field of one would join', 'Hello\nWorld', false],
	['a reference', { instanceId: '1204' }, false],
	['nothing', null, false],
])('a field for %s', (_, value, has) => {
	expect(isEditable(value)).toBe(has)
})
