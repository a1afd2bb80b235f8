/** Errors of a model name the thing that a person can look at. */
import { expect, test } from 'vitest'
import { failureNotice, retryReason } from './provider-failures.ts'

test('a lost connection to a person’s own server leads to its address in the settings', () => {
	const own = failureNotice('network', '@home/qwen3:8b')
	expect(own).toMatchObject({
		code: 'model_network',
		text: expect.stringContaining('the model server @home'),
		hint: expect.stringMatching(
			/under Your model servers, remove the server and add it again.*continue\.$/,
		),
	})
	const theirs = failureNotice('network', 'anthropic/claude-sonnet-5')
	expect(theirs.code).toBe('model_network')
	expect(theirs.hint).not.toContain('address')
})

test('a person’s own server that fails is not called overloaded, and its log is the place to look', () => {
	const own = failureNotice('server_error', '@home/qwen3:8b')
	expect(own.text).toBe('The model server @home answered with an error several times.')
	expect(own.hint).toContain('own log')
	expect(retryReason('server_error', '@home/qwen3:8b')).toBe(
		'The model server @home answered with an error',
	)
	expect(retryReason('server_error', 'anthropic/claude-sonnet-5')).toBe(
		'The model provider answered with an error',
	)
})

test('a web page at a wrong address leads to the place where that address is set', () => {
	const own = failureNotice('web_page', '@home/qwen3:8b')
	expect(own.text).toMatch(/the model server @home answered with a web page/)
	expect(own.hint).toMatch(/under Your model servers, remove the server and add it again/)
	expect(failureNotice('web_page', 'openai/gpt').hint).toContain('OPENAI_BASE_URL')
})

test.each(['network', 'web_page', 'no_key', 'key_locked', 'own_key', 'asks_key'] as const)(
	'%s of a person’s own server leads to where it is removed and added',
	(kind) => {
		expect(failureNotice(kind, '@home/qwen3:8b').hint).toContain('under Your model servers')
	},
)

test('a request that a person’s own server rejects does not lead to a log that they cannot read', () => {
	expect(failureNotice('invalid', '@home/qwen3:8b').hint).toMatch(/Its own log/)
})
