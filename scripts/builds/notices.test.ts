/** Licences require their text to accompany the code: without it, an operator may not serve the code. */
import { expect, test } from 'vitest'
import { noticesText, serverNotices } from './notices.ts'

const notices = await serverNotices()

test('the notices list the Worker’s packages, their dependencies, and the fonts', () => {
	const names = notices.map((notice) => notice.name)
	expect(names).toEqual(
		expect.arrayContaining([
			'hono',
			'zod',
			'drizzle-orm',
			'@anthropic-ai/sdk',
			'color-name',
			'@fontsource-variable/inter',
			'@fontsource-variable/jetbrains-mono',
		]),
	)
	expect(names.filter((name) => name.startsWith('@fairlead/'))).toEqual([])
	// Two packages may need two versions of a third.
	const versions = notices.map(({ name, version }) => `${name}@${version}`)
	expect(new Set(versions).size).toBe(versions.length)
	expect(noticesText(notices)).toContain('Copyright')
})

test('no shipped package has a copyleft licence', () => {
	const wrong = notices.filter(({ license }) => /GPL|SSPL|unknown/i.test(license))
	expect(wrong).toEqual([])
})
