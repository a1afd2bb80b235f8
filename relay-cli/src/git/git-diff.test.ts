/** The lines of a file with secrets are in no diff, whatever it is called on the other side. */
import { beforeEach, describe, expect, it } from 'vitest'
import { call, put, result, terminal, useRepository } from './test-kit.ts'

useRepository()

describe('a diff leaves out a file that was, or became, one with secrets', () => {
	const KEYS = Array.from({ length: 20 }, (_, n) => `KEY${n}=GIT-SECRET-${n}\n`).join('')
	const rename = (from: string, to: string) => {
		terminal('mv', from, to)
		terminal('commit', '-q', '-m', `${from} to ${to}`)
	}
	beforeEach(() => {
		put('notes.txt', KEYS)
		terminal('add', '.')
		terminal('commit', '-q', '-m', 'Notes')
		terminal('branch', 'two')
	})
	const expectHidden = async (args: object) => {
		const all = await result('diff', args)
		expect(JSON.stringify(all)).not.toContain('GIT-SECRET')
		expect(all['note']).toContain('notes.txt (.env)')
	}

	it('by one rename, in both directions, also if it is named', async () => {
		rename('notes.txt', '.env')
		for (const path of [undefined, '.', 'notes.txt'])
			await expectHidden({ since: 'two', ...(path === undefined ? {} : { path }) })
		expect(await result('diff', { since: 'two', path: '.env' })).toMatchObject({
			diff: expect.stringContaining('GIT-SECRET'),
		})
		terminal('branch', 'secret')
		terminal('switch', '-q', 'two')
		await expectHidden({ since: 'secret' })
	})

	it('by several, with changes, and if it is tracked no longer', async () => {
		rename('notes.txt', 'values.txt')
		put('values.txt', KEYS.replace('KEY3=', 'OTHER='))
		terminal('add', '.')
		rename('values.txt', '.env')
		put('.gitignore', '.env\n')
		terminal('add', '.')
		terminal('rm', '-q', '--cached', '.env')
		terminal('commit', '-q', '-m', 'Ignored')
		await expectHidden({ since: 'two' })
	})

	it('before it is committed', async () => {
		terminal('mv', 'notes.txt', '.env')
		await expectHidden({ staged: true })
		await expectHidden({ since: 'HEAD' })
	})

	it('while it shows other renames', async () => {
		rename('notes.txt', 'list.txt')
		const all = await result('diff', { since: 'two' })
		expect(all['diff']).toContain('-KEY0=')
		expect(all).not.toHaveProperty('note')
	})
})

describe('what a diff or a log begins with', () => {
	it('is a commit, not a tree that has the files of a secret folder at its top', async () => {
		put('.aws/config', 'GIT-SECRET\n')
		put('config', 'open\n')
		terminal('add', '.')
		terminal('commit', '-q', '-m', 'Keys')
		terminal('tag', 'plain')
		terminal('tag', '-a', '-m', 'Tree', 'tree', 'HEAD:.aws')
		const tree = terminal('rev-parse', 'HEAD:.aws').trim()
		const file = terminal('rev-parse', 'HEAD:.aws/config').trim()
		for (const since of [tree, tree.slice(0, 8), 'tree', 'HEAD^{tree}', file, 'HEAD~1..HEAD', 'x'])
			for (const args of [{ since }, { since, path: 'config' }])
				for (const action of ['diff', 'log'])
					expect(await call(action, args), `${action} ${since}`).toMatchObject({
						error: { code: 'invalid_arguments', hint: 'Name a commit, a branch or a tag.' },
					})
		for (const since of ['HEAD~1', 'plain', 'main@{0}', terminal('rev-parse', 'HEAD').trim()])
			await result('diff', { since })
		expect(await result('diff', { since: 'HEAD~1', path: 'config' })).toMatchObject({
			diff: expect.stringContaining('+open'),
		})
	})
})

describe('a diff of nothing says why', () => {
	it('names new files, which are not compared', async () => {
		put('new.txt', 'a\n')
		for (const args of [{}, { path: 'new.txt' }])
			expect(await result('diff', args)).toMatchObject({
				files: 0,
				note: expect.stringContaining('not compared: new.txt.'),
			})
	})

	it('says that git tracks no such file', async () => {
		expect(await result('diff', { path: 'nope.txt' })).toMatchObject({
			note: 'Git tracks nothing at nope.txt.',
		})
		expect(await result('diff')).not.toHaveProperty('note')
	})
})
