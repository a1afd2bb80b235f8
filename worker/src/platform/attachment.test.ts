import { expect, test } from 'vitest'
import { attachment } from './attachment.ts'

const AT = Date.UTC(2026, 10, 30, 23, 59)

test.each([
	['Delete the floor', 'filename="Delete-the-floor-2026-11-30.md"'],
	['../../etc/passwd', 'filename="etc-passwd-2026-11-30.md"'],
	['a"; filename="evil.exe\r\nx: y', 'filename="a-filename-evil-exe-x-y-2026-11-30.md"'],
	['\u202egnp.exe', 'filename="gnp-exe-2026-11-30.md"'],
	['', 'filename="2026-11-30.md"'],
	[
		'Lösche das Tor',
		`filename="L-sche-das-Tor-2026-11-30.md"; filename*=UTF-8''L%C3%B6sche-das-Tor-2026-11-30.md`,
	],
	[
		'門を消す',
		`filename="2026-11-30.md"; filename*=UTF-8''${encodeURIComponent('門を消す')}-2026-11-30.md`,
	],
])('an export of %j is a file that every system takes', (title, name) => {
	expect(attachment(title, AT, 'md')).toBe(`attachment; ${name}`)
})

test('a long title leaves room for a path', () => {
	expect(attachment('😀 word '.repeat(100), AT, 'json').length).toBeLessThan(140)
})

test('a long title of rare characters is cut between two of them', () => {
	const title = `a${'𠮷'.repeat(100)}`
	expect(attachment(title, AT, 'md')).toContain(`${encodeURIComponent('𠮷')}-2026-11-30.md`)
})
