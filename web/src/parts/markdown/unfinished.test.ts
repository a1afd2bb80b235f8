import { describe, expect, test } from 'vitest'
import { closeOpen } from './unfinished.ts'

describe('text that is still being written', () => {
	test.each([
		['A **bold word', 'A **bold word**'],
		['A **bold** word', 'A **bold** word'],
		['An *emphasised', 'An *emphasised*'],
		['2 * 3 is six', '2 * 3 is six'],
		['Say `Time.del', 'Say `Time.del`'],
		['Say `a * b` and', 'Say `a * b` and'],
		['See [the docs](https://docs.uni', 'See the docs'],
		['See [the do', 'See the do'],
		[
			'See [the docs](https://docs.unity3d.com) for',
			'See [the docs](https://docs.unity3d.com) for',
		],
		['![a picture](data:image/png;base64,AAA', ''],
		['Next **', 'Next '],
		['- one **two', '- one **two**'],
		['* one\n* two', '* one\n* two'],
		['~~gone', '~~gone~~'],
		['**done**\n\nand `open', '**done**\n\nand `open`'],
		['```cs\nint a = b * c; // [x', '```cs\nint a = b * c; // [x'],
		['```cs\nint a;\n```\n\nThen **bold', '```cs\nint a;\n```\n\nThen **bold**'],
	])('%s', (written, shown) => {
		expect(closeOpen(written)).toBe(shown)
	})
})
