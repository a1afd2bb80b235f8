import { describe, expect, test } from 'vitest'
import { takeFile } from './take-file.ts'
import { MAX_TEXT_FILE_CHARS, readTextFile } from './text-file.ts'

const file = (name: string, ...parts: BlobPart[]) => new File(parts, name)
const words = async (of: File): Promise<string> => {
	const read = await readTextFile(of)
	return read.ok ? read.words : read.reason
}

describe('a text file in a message', () => {
	test('stands under its name, fenced, in the language of its ending', async () => {
		expect(await words(file('Player.cs', 'class Player\r\n{\r\n}\r\n'))).toBe(
			'Player.cs:\n```cs\nclass Player\n{\n}\n```\n',
		)
		expect(await words(file('Makefile', 'all:'))).toBe('Makefile:\n```\nall:\n```\n')
	})

	test('with fences of its own does not end before its end', async () => {
		expect(await words(file('a.md', '```js\n1\n```\n````'))).toContain('\n`````md\n')
	})

	test.each([
		['UTF-8 with a mark', new Uint8Array([0xef, 0xbb, 0xbf, 0xc3, 0xa9])],
		['UTF-16, little end first', new Uint8Array([0xff, 0xfe, 0xe9, 0])],
		['UTF-16, big end first', new Uint8Array([0xfe, 0xff, 0, 0xe9])],
	])('is read as %s', async (_, bytes) => {
		expect(await words(file('a.txt', bytes))).toBe('a.txt:\n```txt\né\n```\n')
	})
})

describe('a file that is left out says why', () => {
	test.each([
		[
			'bytes that are no text',
			file('a.dll', new Uint8Array([0x4d, 0x5a, 0x90, 0, 3])),
			'neither a text',
		],
		['a damaged text', file('a.txt', new Uint8Array([0xc3, 0x28])), 'neither a text'],
		['an empty one', file('a.cs', ' \n'), 'it is empty'],
		['a long one', file('a.cs', 'x'.repeat(MAX_TEXT_FILE_CHARS + 1)), 'longer than 60,000'],
		['a huge one', file('a.cs', 'x'.repeat(MAX_TEXT_FILE_CHARS * 4 + 1)), 'longer than 60,000'],
	])('%s', async (_, of, why) => {
		expect(await readTextFile(of)).toEqual({ ok: false, reason: expect.stringContaining(why) })
	})

	test('a folder', async () => {
		const folder = file('Scripts')
		folder.arrayBuffer = () => Promise.reject(new DOMException('', 'NotFoundError'))
		expect(await takeFile(folder, [], null)).toEqual({
			ok: false,
			reason: '“Scripts” was not attached: it is a folder, or cannot be read.',
		})
	})
})
