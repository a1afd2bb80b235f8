/** A file keeps its encoding, byte by byte, and a file that is not text is not taken for it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { codeOf, place, put, run, useFolder } from '../test-kit.ts'

useFolder()

const PATH = 'Assets/a.txt'
const bytesOnDisk = (): Buffer => readFileSync(join(place.project, PATH))
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()
const FILES: readonly (readonly [string | undefined, (text: string) => Buffer])[] = [
	[undefined, (text) => Buffer.from(text)],
	['utf-8-bom', (text) => Buffer.from(`\uFEFF${text}`)],
	['utf-16le', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
	['utf-16be', (text) => utf16be(`\uFEFF${text}`)],
	['utf-16le', (text) => Buffer.from(text, 'utf16le')],
	['utf-16be', (text) => utf16be(text)],
	['windows-1252', (text) => Buffer.from(text.replaceAll('€', '\x80'), 'latin1')],
]

describe.each(FILES)('a file in %s', (encoding, written) => {
	it.each(['\n', '\r\n'])(
		'is read, edited, appended to and overwritten as it is (%j)',
		async (eol) => {
			const file = (...lines: string[]) => written(lines.map((line) => line + eol).join(''))
			put(PATH, file('Straße 12', '5 €'))
			expect(await run('read_file', { path: PATH })).toMatchObject({
				result: { content: 'Straße 12\n5 €\n', totalLines: 2, ...(encoding ? { encoding } : {}) },
			})
			const edits = [{ find: '12\n5', replace: '13\nÜ\n6' }]
			expect(codeOf(await run('edit_file', { path: PATH, edits }))).toBe('ok')
			expect(bytesOnDisk()).toEqual(file('Straße 13', 'Ü', '6 €'))
			expect(codeOf(await run('append_to_file', { path: PATH, content: 'é\n' }))).toBe('ok')
			expect(bytesOnDisk()).toEqual(file('Straße 13', 'Ü', '6 €', 'é'))
			const outcome = await run('write_file', { path: PATH, content: 'Zürich\n' })
			expect(bytesOnDisk()).toEqual(file('Zürich'))
			expect(outcome).toMatchObject({ result: { bytes: file('Zürich').length } })
		},
	)
})

it('a character that the encoding lacks is refused, not replaced', async () => {
	const before = Buffer.from('Stra\xdfe\n', 'latin1')
	for (const content of ['a\nx → y\n', '😀', '\uFFFD']) {
		put(PATH, before)
		expect(await run('write_file', { path: PATH, content })).toMatchObject({
			error: { code: 'unsupported', message: expect.stringContaining('windows-1252') },
		})
		expect(bytesOnDisk()).toEqual(before)
	}
})

it.each<[string, Buffer]>([
	['zeros', Buffer.alloc(100)],
	['a mark and zeros', Buffer.from('efbbbf000102', 'hex')],
	['UTF-32', Buffer.from('fffe000041000000', 'hex')],
	['half a character of UTF-16', Buffer.from('fffe410042', 'hex')],
	['half a pair of UTF-16', Buffer.from('fffe00d84100', 'hex')],
	['control characters', Buffer.from('abc\x01\xff', 'latin1')],
	['a compressed file', Buffer.from('1f8b0808e5c3f9a4b6ddeeaa99', 'hex')],
	['a sound', Buffer.from(Array.from({ length: 4_000 }, (_, i) => (i * 7919) % 256))],
	['numbers in two bytes', Buffer.from(Uint16Array.from({ length: 99 }, (_, i) => i).buffer)],
])('%s are no text: they are neither read nor changed', async (_what, bytes) => {
	put(PATH, bytes)
	expect(codeOf(await run('read_file', { path: PATH }))).toBe('unsupported')
	expect(codeOf(await run('write_file', { path: PATH, content: 'x' }))).toBe('unsupported')
	expect(bytesOnDisk()).toEqual(bytes)
})
