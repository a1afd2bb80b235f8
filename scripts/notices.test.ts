/** Licences ask that their text goes with the code. What a server serves without it, its operator may not serve. */
import { expect, test } from 'vitest'
import { noticesText, serverNotices } from './notices.ts'

const notices = await serverNotices()

test('lists what the Worker is bundled of, what that needs in turn, and the fonts', () => {
	const names = notices.map((notice) => notice.name)
	expect(names).toEqual(
		expect.arrayContaining([
			...['hono', 'zod', 'drizzle-orm', '@anthropic-ai/sdk', 'color-name'],
			...['@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono'],
		]),
	)
	expect(names.filter((name) => name.startsWith('@fairlead/'))).toEqual([])
	expect(new Set(names).size).toBe(names.length)
	expect(noticesText(notices)).toContain('Copyright')
})

test('nothing that is shipped asks for the source of what uses it', () => {
	const wrong = notices.filter(({ license }) => /GPL|SSPL|unknown/i.test(license))
	expect(wrong).toEqual([])
})
