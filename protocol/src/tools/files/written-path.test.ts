/** Nobody is asked about a call that its own words refuse. */
import { expect, it } from 'vitest'
import { resolveCall } from '../index.ts'
import { refusedPlace } from './written-path.ts'

function refused(tool: string, args: Record<string, unknown>): string | undefined {
	const resolved = resolveCall(tool, args)
	if (!resolved.ok) throw new Error(resolved.error.message)
	return refusedPlace(resolved.call, 'plain')?.message
}

it.each(['move_file', 'copy_file'])(
	'%s into itself, onto itself, and of the whole folder',
	(tool) => {
		const into = (from: string, to: string) => refused(tool, { from, to })
		expect(into('src', 'src/inner')).toBe('src/inner is inside src.')
		expect(into('./src/', 'src\\a\\b')).toBe('src/a/b is inside src.')
		expect(into('src/a.ts', 'src/./a.ts')).toBe('Both paths are the same. Nothing was changed.')
		expect(into('.', 'copy')).toBe('The path names the project folder itself.')
		expect(into('src', './')).toBe('The path names the project folder itself.')
		for (const to of ['src2', 'src2/inner', 'lib/src', 'SRC', 'a'])
			expect(into('src', to)).toBeUndefined()
		expect(into('src/inner', 'src')).toBeUndefined()
	},
)

it.each([
	['delete_file', {}],
	['write_file', { content: '' }],
	['append_to_file', { content: 'x' }],
])('%s of the whole folder', (tool, more) => {
	expect(refused(tool, { path: '.', ...more })).toBe('The path names the project folder itself.')
	expect(refused(tool, { path: 'a', ...more })).toBeUndefined()
})

it('the whole folder is looked at', () => {
	expect(refused('list_directory', { path: '.' })).toBeUndefined()
	expect(refused('search_files', { regex: 'x', path: '.' })).toBeUndefined()
})
