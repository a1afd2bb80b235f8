/** A stolen database gives away no key, and a changed SECRETS_KEY loses none. */
import { expect, test } from 'vitest'
import { isSealedAnew, SecretLocked, seal, unseal } from './sealed-secret.ts'

const OLD = { SECRETS_KEY: 'the old secret' }
const ROTATING = { SECRETS_KEY: 'the new secret', SECRETS_KEY_PREVIOUS: 'the old secret' }
const NEW = { SECRETS_KEY: 'the new secret' }
const KEY = 'sk-ant-0123456789'

const sealed = (keys: typeof OLD | typeof ROTATING, boundTo = 'usr_1 anthropic') =>
	seal(KEY, boundTo, keys, 'model keys')
const opened = (kept: string, keys: object, boundTo = 'usr_1 anthropic') =>
	unseal(kept, boundTo, keys, 'model keys')

test('the same secret is never kept as the same text, and nothing of it stands in it', async () => {
	const kept = await Promise.all(Array.from({ length: 50 }, () => sealed(OLD)))
	expect(new Set(kept).size).toBe(50)
	for (const text of kept) {
		expect(text).toMatch(/^aes-gcm-2:/)
		expect(text).not.toContain(KEY.slice(-4))
		expect(await opened(text, OLD)).toBe(KEY)
	}
})

test('a sealed secret opens in no other row, for no other purpose, and not once a character has changed', async () => {
	const kept = await sealed(OLD)
	await expect(opened(kept, OLD, 'usr_2 anthropic')).rejects.toThrow(SecretLocked)
	await expect(opened(kept, OLD, 'usr_1 openai')).rejects.toThrow(SecretLocked)
	const other = unseal(kept, 'usr_1 anthropic', OLD, 'mcp server secrets')
	await expect(other).rejects.toThrow(SecretLocked)
	for (const at of [12, 30, kept.length - 5]) {
		const sign = kept[at] === 'A' ? 'B' : 'A'
		const changed = kept.slice(0, at) + sign + kept.slice(at + 1)
		await expect(opened(changed, OLD)).rejects.toThrow(SecretLocked)
	}
})

test('the old form of a secret is read after a rotation with the previous key, and the new form without it', async () => {
	const before = await sealed(OLD)
	expect(await opened(before, ROTATING)).toBe(KEY)
	expect(await isSealedAnew(before, ROTATING)).toBe(false)
	await expect(opened(before, NEW)).rejects.toThrow(SecretLocked)

	const after = await sealed(ROTATING)
	expect(await isSealedAnew(after, ROTATING)).toBe(true)
	expect(await opened(after, NEW)).toBe(KEY)
	await expect(opened(after, OLD)).rejects.toThrow(SecretLocked)
	await expect(opened(after, {})).rejects.toThrow(SecretLocked)
})

test('a secret that an older version kept, without the key’s name, is still read', async () => {
	const [, iv, text] = (await sealed(OLD)).slice('aes-gcm-2:'.length).split('.')
	const older = `aes-gcm:${iv}.${text}`
	expect(await opened(older, OLD)).toBe(KEY)
	expect(await opened(older, ROTATING)).toBe(KEY)
	expect(await isSealedAnew(older, OLD)).toBe(false)
})
