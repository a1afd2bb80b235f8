import { expect, test } from 'vitest'
import { lastFourOf } from './model-keys.ts'

test.each([
	['sk-ant-0123456789', '6789'],
	['lm-studio', 'dio'],
	['ollama', 'ma'],
	['ab', ''],
])('of %s, %j is shown', (key, shown) => {
	expect(lastFourOf(key)).toBe(shown)
})
