import { expect, test } from 'vitest'
import { hashSecret, mintSecret, sameSecret } from './secrets.ts'

test('secrets are long, safe in headers, and never the same', () => {
	const minted = Array.from({ length: 100 }, mintSecret)
	for (const secret of minted) expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
	expect(new Set(minted).size).toBe(100)
})

test('the stored hash is SHA-256, so that tokens stay valid over releases', async () => {
	expect(await hashSecret('abc')).toBe(
		'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
	)
})

test.each([
	['same', 'same', true],
	['same', 'samE', false],
	['same', 'same ', false],
	['', 'same', false],
])('"%s" against "%s": %s', async (given, expected, equal) => {
	expect(await sameSecret(given, expected)).toBe(equal)
})
