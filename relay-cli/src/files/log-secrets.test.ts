/** Unity's logs hold its arguments, and among them the user's access token: no tool gives it out. */
import { describe, expect, it } from 'vitest'
import { searchFiles } from './search/search-files.ts'
import { place, put, run, useFolder } from './test-kit.ts'

useFolder()

const LOG = [
	'COMMAND LINE ARGUMENTS:',
	'/opt/Unity/Editor/Unity',
	'-accessToken',
	'hunter2-hunter2',
	'-projectPath',
	'/home/ada/Maze',
	'Unity -accessToken hunter2 -quit',
	'Authorization: Bearer hunter2hunter2',
	'A line that helps',
].join('\n')

const content = async (path: string, more: object = {}): Promise<string> => {
	const outcome = await run('read_file', { path, ...more })
	return outcome.status === 'ok' ? (outcome.result as { content: string }).content : ''
}

describe.each(['Logs/Editor.log', 'Logs/Import.log', 'Editor.log', 'build.LOG'])('%s', (path) => {
	it('is read without secrets, whatever the page begins with', async () => {
		put(path, LOG)
		const whole = await content(path)
		expect(whole).not.toContain('hunter2')
		for (const kept of ['-accessToken', '-projectPath\n/home/ada/Maze\n', 'A line that helps'])
			expect(whole).toContain(kept)
		const lines = whole.split('\n')
		expect(lines).toHaveLength(LOG.split('\n').length)
		for (let offset = 1; offset <= lines.length; offset++)
			expect(await content(path, { offset, limit: 1 })).toBe(
				`${lines[offset - 1]}${offset < lines.length ? '\n' : ''}`,
			)
	})

	it('is searched without them: neither text, nor context, nor whether an expression matches', async () => {
		put(path, LOG.replaceAll('\n', '\r\n'))
		const search = (regex: string) =>
			searchFiles(
				place.project,
				{ regex, path, ignore_case: false, context: 3, limit: 50 },
				new AbortController().signal,
				{ ripgrep: null },
			)
		const found = await search('line that helps|projectPath')
		expect(found.total).toBe(2)
		expect(JSON.stringify(found)).not.toContain('hunter2')
		for (const guess of ['^hunter', 'accessToken h', 'Bearer hunter2']) {
			const { total, files } = await search(guess)
			expect({ total, files }).toEqual({ total: 0, files: 0 })
		}
	})
})

it('other files are read as they are', async () => {
	put('Assets/Net.cs', LOG)
	expect(await content('Assets/Net.cs')).toBe(LOG)
})
