import { expect, test } from 'vitest'
import { SecretLocked } from '../platform/sealed-secret.ts'
import { keepSecret, mintHookSecret, readSecret, signingBytes } from './kept-secret.ts'

const KEY = { SECRETS_KEY: 'the server’s key' }

test('a signing secret is not in what is stored, and is read back', async () => {
	const secret = mintHookSecret()
	expect(signingBytes(secret)).toHaveLength(32)
	for (const proof of ['standard', 'github'] as const) {
		const kept = await keepSecret(secret, proof, 'aut_1', KEY)
		expect(kept).toMatch(/^aes-gcm-2:/)
		expect(kept).not.toContain(secret.slice('whsec_'.length))
		expect(await readSecret(kept, 'aut_1', KEY)).toBe(secret)
	}
})

test('a kept secret opens only under its key and for its automation, and not if a byte of it was changed', async () => {
	const kept = await keepSecret(mintHookSecret(), 'standard', 'aut_1', KEY)
	await expect(readSecret(kept, 'aut_1', { SECRETS_KEY: 'another key' })).rejects.toThrow(
		SecretLocked,
	)
	await expect(readSecret(kept, 'aut_1', {})).rejects.toThrow(SecretLocked)
	await expect(readSecret(kept, 'aut_2', KEY)).rejects.toThrow(SecretLocked)
	const changed = kept.replace(/.(?=.{8}$)/, (sign) => (sign === 'A' ? 'B' : 'A'))
	await expect(readSecret(changed, 'aut_1', KEY)).rejects.toThrow(SecretLocked)
})

test('a bearer is kept as its hash, with or without a key', async () => {
	const secret = mintHookSecret()
	const kept = await keepSecret(secret, 'bearer', 'aut_1', KEY)
	expect(kept).toMatch(/^sha256:[0-9a-f]{64}$/)
	expect(await keepSecret(secret, 'bearer', 'aut_1', {})).toBe(kept)
})

test('a secret that was kept without a key is still read once there is one', async () => {
	const secret = mintHookSecret()
	const kept = await keepSecret(secret, 'standard', 'aut_1', {})
	expect(await readSecret(kept, 'aut_1', KEY)).toBe(secret)
})
