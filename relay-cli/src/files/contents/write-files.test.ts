import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { place, put, run, useFolder } from '../test-kit.ts'

useFolder()

test.each([
	['write_file', { content: 'text' }],
	['append_to_file', { content: 'text' }],
	['edit_file', { edits: [{ find: 'a', replace: 'b' }] }],
] as const)('%s leaves a binary file as it is, and says what to do', async (method, args) => {
	const bytes = Buffer.from([1, 0, 2])
	put('Assets/x', bytes)
	expect(await run(method, { path: 'Assets/x', ...args })).toMatchObject({
		status: 'error',
		error: {
			code: 'unsupported',
			message: 'Assets/x is not text. Nothing was changed.',
			hint: expect.stringContaining('another path'),
		},
	})
	expect(readFileSync(join(place.project, 'Assets/x'))).toEqual(bytes)
})
