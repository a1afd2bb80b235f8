/** Errors of a model name the thing that a person can look at. */
import { expect, test } from 'vitest'
import { failureNotice } from './provider-failures.ts'

test('a lost connection to a person’s own server leads to its address in the settings', () => {
	const own = failureNotice('network', '@home/qwen3:8b')
	expect(own).toMatchObject({
		code: 'model_network',
		text: expect.stringContaining('the model server @home'),
		hint: expect.stringMatching(/address in the settings.*continue\.$/),
	})
	const theirs = failureNotice('network', 'anthropic/claude-sonnet-5')
	expect(theirs.code).toBe('model_network')
	expect(theirs.hint).not.toContain('address')
})
