/** Unity's logs hold its arguments, and among them the user's access token: no tool gives it out. */
import { describe, expect, it } from 'vitest'
import { stride } from '../../../test/volume.ts'
import { searchFiles } from './search/search-files.ts'
import { onDisk, place, put, run, useFolder } from './test-kit.ts'

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

const found = async (path: string, regex: string): Promise<number> =>
	(
		await searchFiles(
			place.project,
			{ regex, path, ignore_case: false, context: 0, limit: 50 },
			new AbortController().signal,
		)
	).total

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

it('a private key is read and searched without any of its lines, whatever the page begins with', async () => {
	const body = [
		'KbPA/+Qx7cVn2mTz9LrY4sWd8HgJf3KpRa6EuBi1XoCe5NvMq0ZtGyUhSjDl+zOL',
		'EGUcwYsvSKH2aTq9ZrXp3mVnB7kLd4sWf8HgJxYcR6EuBi1XoCe5NvMq0ZtGyUhS',
		'Lm3+qyNm+Qi5UHd=',
	]
	put(
		'run.log',
		['-----BEGIN PRIVATE KEY-----', ...body, '-----END PRIVATE KEY-----', 'A line', ''].join('\n'),
	)
	for (let offset = 1; offset <= 5; offset++) {
		const shown = (await content('run.log', { offset })).split('\n')
		expect(shown.slice(0, Math.max(0, 5 - offset)).join()).toMatch(
			/^(-----BEGIN PRIVATE KEY-----)?[,(hidden)]*$/,
		)
		expect(shown.slice(-3)).toEqual(['-----END PRIVATE KEY-----', 'A line', ''])
	}
	for (const line of body)
		expect(await found('run.log', line.slice(3, 9).replace('+', '.'))).toBe(0)
})

it('the passwords of an Android build are hidden on lines of their own', async () => {
	put('run.log', '-keystorePass\nhunter2\n-keyaliasPass\nhunter2\n-quit\n')
	expect(await content('run.log')).toBe('-keystorePass\n(hidden)\n-keyaliasPass\n(hidden)\n-quit\n')
})

it('an unfinished last line shows no beginning of a secret', async () => {
	const secret = `ghp_${'Pl4ntedQ'.repeat(5)}`
	const long = 'Pl4ntedQ7'.repeat(7)
	for (const whole of [secret, long])
		for (let cut = 8; cut <= whole.length; cut += stride(7)) {
			put('run.log', `one\nlogged in with ${whole.slice(0, cut)}`)
			expect(await content('run.log'), `${cut}`).toMatch(
				/^one\n(?:logged in with )?\((?:unfinished|hidden)\)$/,
			)
			expect(await found('run.log', whole.slice(0, 6))).toBe(0)
		}
	for (const shown of [
		'at Assets/Player2/Walk3.cs',
		'Loaded 12 scenes',
		'Build succeeded',
		'v1.2.3',
	])
		for (const end of ['', '\n']) {
			put('run.log', `one\n${shown}${end}`)
			expect(await content('run.log')).toBe(`one\n${shown}${end}`)
			expect(await found('run.log', shown)).toBe(1)
		}
	// Once it is finished, it is shown as what it is.
	put('run.log', 'one\nspawned Player2Controller')
	expect(await content('run.log')).toBe('one\nspawned (unfinished)')
	put('run.log', 'one\nspawned Player2Controller\n')
	expect(await content('run.log')).toBe('one\nspawned Player2Controller\n')
	expect(await found('run.log', 'Player2')).toBe(1)
})

it('a log whose last line may be half a secret is not appended to: longer, it could be shown', async () => {
	const begun = `one\nlogged in with ${'Pl4ntedQ7'.repeat(5)}`
	put('run.log', begun)
	expect(await run('append_to_file', { path: 'run.log', content: '/x\n' })).toMatchObject({
		error: { code: 'denied' },
	})
	expect(onDisk('run.log')).toBe(begun)
	put('run.log', `${begun}\n`)
	expect(await run('append_to_file', { path: 'run.log', content: 'two\n' })).toMatchObject({
		result: { diff: expect.stringMatching(/^\+two$/m) },
	})
})

it('an edit of a log shows and changes every line but those with a secret', async () => {
	put('run.log', LOG)
	const edit = (find: string, more: object = {}) =>
		run('edit_file', { path: 'run.log', edits: [{ find, replace: 'X', ...more }] })
	expect(await edit('A line that helps')).toMatchObject({
		status: 'ok',
		result: { diff: expect.stringContaining('-A line that helps\n') },
	})
	for (const guess of ['hunter2', 'Bearer h', '-accessToken\nhunter2', '-accessToken', 'Token\n'])
		expect(await edit(guess, { replace_all: true }), guess).toMatchObject({
			error: { code: 'no_match' },
		})
	expect(await edit('Authorization: Bearer hunter')).not.toMatchObject({
		error: { message: expect.stringContaining('2hunter') },
	})
	expect(onDisk('run.log')).toBe(LOG.replace('A line that helps', 'X'))
})

it('other files are read as they are', async () => {
	put('Assets/Net.cs', LOG)
	expect(await content('Assets/Net.cs')).toBe(LOG)
})
