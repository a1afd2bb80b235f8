import { expect, test } from 'vitest'
import { temporaryFolder } from '../../relay-cli/test/kit/support.ts'
import { setupToken } from './setup-token.ts'

test('a sign-in token that could be guessed is refused before anything starts', async () => {
	const folder = temporaryFolder()
	try {
		const given = (token?: string) =>
			setupToken(folder.path, token === undefined ? {} : { FAIRLEAD_SETUP_TOKEN: token })
		await expect(given('a-short-token')).rejects.toThrow(/needs at least 20/)
		expect(await given('a-token-of-20-or-more')).toBe('a-token-of-20-or-more')
		const own = await given()
		expect(own.length).toBeGreaterThan(20)
		expect(await given('')).toBe(own)
	} finally {
		folder.remove()
	}
})
