import { expect, test } from 'vitest'
import { isPlainName, shownName } from './client-name.ts'

test.each([
	['Claude Code', 'Claude Code'],
	['  Claude\n\nCode\u202E\u0007 ', 'Claude Code'],
	['x'.repeat(100), 'x'.repeat(60)],
	['\u200B\n', null],
	['Fairlead', null],
	['\u200BFAIRLEAD approvals', null],
	['\u3164', null],
	['F airlead', null],
])('a name %j is shown as %j', (name, shown) => {
	expect(shownName(name)).toBe(shown)
})

test.each([
	'a\nb',
	'a\u202Eb',
	'a\u200Bb',
	'Fairlead',
	'fairLEAD support',
	' Fairlead',
	// Nothing is shown.
	'\u3164',
	'\u2800',
	' \u3164\u2800 ',
	'\u3000',
	'\u115F\uFE0F',
	'',
	// Separators, accents, other letters and digits.
	'F airlead',
	'Fair-lead',
	'f.a.i.r.l.e.a.d',
	'«Fairlead»',
	'★ Fairlead',
	'Fair\u3164lead',
	'Faírlead',
	'Fаirlead',
	'Ғаігӏеаԁ',
	'ꓝꓮꓲꓣꓡꓰꓮꓓ',
	'Fairleаd',
	'Fa1rlead',
	'FairIead',
	'Fairl3ad',
	'F4ir|ead',
	'ꜰᴀɪʀʟᴇᴀᴅ',
	'𝐅𝐚𝐢𝐫𝐥𝐞𝐚𝐝',
	'Ｆａｉｒｌｅａｄ',
	'Ⓕairlead',
	'🅵🅰🅸🆁🅻🅴🅰🅳',
	'🇫🇦🇮🇷🇱🇪🇦🇩',
	'Fairłeađ',
	// Letters of two scripts.
	'Clаude',
	'Cursоr',
	'Αcme tools',
	'Gemіni CLI',
])('%j cannot be registered', (name) => {
	expect(isPlainName(name)).toBe(false)
})

test('other names can be registered', () => {
	for (const name of [
		'Claude Code',
		'Łódź 2',
		'コード',
		'Редактор Unity',
		'Έργο 2',
		'VS Code エディタ',
		'Unity工具',
		'Fair Trade',
		'Air Lead',
		'Claude for Fairlead',
		'⚡️ Tool',
		'Ελλάδα CLI',
		'1',
		'Fairly',
	])
		expect(isPlainName(name), name).toBe(true)
})
