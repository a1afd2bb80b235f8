import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { TOOLS } from '@fairlead/protocol/tools'
import { plain } from '@fairlead/protocol/view/labels/label'
import { sentencesBy } from '@fairlead/protocol/view/labels/labels'
import { beforeEach, describe, expect, it } from 'vitest'
import { place } from '../programs/test-kit.ts'
import { gitProgram } from './git-process.ts'
import { at, call, evil, put, result, terminal, useRepository } from './test-kit.ts'

useRepository()

describe('git', () => {
	it('commits what is named and nothing else, and tells it in status, diff and log', async () => {
		put('Assets/Spin.cs', '// two\n')
		put('Assets/New name.cs', '')
		put('Assets/Other.cs', '')
		terminal('add', 'Assets/Other.cs')
		expect(await result('status')).toEqual({
			branch: 'main',
			upstream: null,
			ahead: 0,
			behind: 0,
			total: 3,
			files: expect.arrayContaining([
				{ path: 'Assets/Spin.cs', state: ' M' },
				{ path: 'Assets/New name.cs', state: '??' },
				{ path: 'Assets/Other.cs', state: 'A ' },
			]),
		})
		expect(await result('diff')).toMatchObject({
			files: 1,
			diff: expect.stringContaining('-// one\n+// two\n'),
		})
		const paths = ['Assets/Spin.cs', 'Assets/New name.cs']
		const message = 'Spin $(touch made)\n\nMore'
		const made = await result('commit', { message, paths })
		expect(made).toMatchObject({ subject: 'Spin $(touch made)', author: 'Ada', files: 2 })
		expect(await result('log', { limit: 1 })).toMatchObject({ commits: [{ sha: made['sha'] }] })
		expect(await result('status')).toMatchObject({ total: 1 })
	})

	it('says of a commit which open files it has as they were saved', async () => {
		put('Assets/Scenes/Main.unity', 'scene\n')
		put('Assets/Spin.cs', '// two\n')
		const noteOf = async (...paths: string[]) =>
			(await result('commit', { message: 'Change', paths }))['note']
		expect(await noteOf('Assets/Spin.cs')).toBeUndefined()
		expect(await noteOf('Assets/Scenes')).toContain('Assets/Scenes/Main.unity')
		put('Assets/Scenes/Main.unity', 'changed\n')
		expect(await noteOf('.')).toContain('Assets/Scenes/Main.unity')
	})

	it('hides what looks like a secret in subjects, authors and names of branches', async () => {
		const token = `ghp_${'16C7e42F292c6912E7710c838347Ae178B4a'}`
		put('Assets/Spin.cs', '// two\n')
		terminal('add', '.')
		const message = 'Use password=hunter2secret99 https://bob:pw@host'
		terminal('commit', '--quiet', `--author=${token} <a@example.com>`, `--message=${message}`)
		terminal('branch', token)
		const listed = await result('branches')
		expect(listed).toMatchObject({ branches: ['main'], total: 1, current: 'main' })
		expect(listed['note']).toContain('One branch is left out')
		const { commits } = await result('log', { limit: 1 })
		expect(commits).toMatchObject([{ author: '(hidden)' }])
		await result('switch', { name: token })
		const told = JSON.stringify([listed, commits, await result('status'), await result('branches')])
		for (const secret of [token, 'hunter2secret99', 'bob:pw']) expect(told).not.toContain(secret)
	})

	it('switches to a branch that it creates, and keeps changes that would be lost', async () => {
		await result('switch', { name: 'feature/a', create: true })
		put('Assets/Spin.cs', '// two\n')
		await result('commit', { message: 'Two', paths: ['Assets'] })
		put('Assets/Spin.cs', '// three\n')
		expect(await call('switch', { name: 'main' })).toMatchObject({
			error: { message: expect.stringContaining('would be overwritten') },
		})
		expect(readFileSync(at('Assets/Spin.cs'), 'utf8')).toBe('// three\n')
		expect(await result('branches')).toMatchObject({ current: 'feature/a', total: 2 })
	})

	it('names the scenes that an open editor may still show as they were, and knows its branches', async () => {
		await result('switch', { name: 'b', create: true })
		put('Assets/Main.unity', 'b')
		put('Assets/Other.txt', 'b')
		await result('commit', { message: 'B', paths: ['Assets'] })
		const { note } = (await result('switch', { name: 'main' })) as { note: string }
		expect(note).toContain('Assets/Main.unity. An editor that has one open')
		expect(note).not.toContain('Other')
		expect(await call('switch', { name: 'c' })).toMatchObject({
			error: { code: 'not_found', hint: expect.stringContaining('create: true') },
		})
	})

	it('does not start a batch file as git', () => {
		const windows = (ending: string) => ({
			platform: 'win32' as const,
			isProgram: (path: string) => path.endsWith(ending),
		})
		const env = { PATH: place.project, SystemRoot: 'C:\\Windows' }
		expect(gitProgram(place.project, env, windows('git.exe'))).toContain('git.exe')
		expect(() => gitProgram(place.project, env, windows('git.cmd'))).toThrow('batch file')
	})

	it.each([
		['switch', { name: '--orphan' }],
		['push', { branch: '+main', to: ['x'] }],
		['push', { branch: 'main', remote: 'ext::sh -c touch% made', to: ['x'] }],
		['push', { branch: 'main:other', to: ['x'] }],
		['log', { since: '--output=made' }],
		['diff', { since: '--ext-diff' }],
	])('%s takes no option or address: %j', async (action, args) => {
		expect(await call(action, args)).toMatchObject({ error: { code: 'invalid_arguments' } })
	})

	it('stays in the project', async () => {
		for (const path of ['../x', '/etc/passwd', '.git/config'])
			for (const [action, args] of [
				['diff', { path }],
				['commit', { message: 'x', paths: [path] }],
			] as const)
				expect((await call(action, args)).status, path).toBe('error')
		terminal('config', 'core.worktree', join(place.project, '..', 'home'))
		mkdirSync(join(place.project, '..', 'home'), { recursive: true })
		expect(await call('status')).toMatchObject({ error: { code: 'outside_project' } })
	})

	it('tells of the project alone, in a repository around it', async () => {
		rmSync(at('.git'), { recursive: true })
		const around = join(place.project, '..')
		execFileSync('git', ['init', '-q'], { cwd: around })
		writeFileSync(join(around, 'beside.txt'), '')
		expect(await result('status')).toMatchObject({
			total: 1,
			files: [{ path: 'Assets/Spin.cs', state: '??' }],
		})
	})

	it('leaves files with secrets out of a diff', async () => {
		put('.env', 'KEY=one\n')
		terminal('add', '.')
		terminal('commit', '-q', '-m', 'Oops')
		put('.env', 'KEY=two\n')
		const all = await result('diff')
		expect(all).toMatchObject({ files: 1, note: expect.stringContaining('secrets') })
		expect(all['diff']).toBe('')
		expect(await result('diff', { path: '.env' })).toMatchObject({
			diff: expect.stringContaining('KEY=two'),
		})
	})

	it('leaves them out where a file became a folder, and a folder a file', async () => {
		put('Assets/Backend/credentials.json', '{"k":"GIT-SECRET"}')
		terminal('add', '.')
		terminal('commit', '-q', '-m', 'Folder')
		terminal('switch', '-q', '--create', 'file')
		rmSync(at('Assets/Backend'), { recursive: true })
		put('Assets/Backend', 'now a file\n')
		terminal('add', '.')
		terminal('commit', '-q', '-m', 'File')
		for (const [branch, since] of [
			['file', 'main'],
			['main', 'file'],
		] as const) {
			terminal('switch', '-q', branch)
			for (const more of [{}, { path: 'Assets/Backend' }, { path: 'Assets' }]) {
				const all = await result('diff', { since, ...more })
				expect(all).toMatchObject({ files: 2, note: expect.stringContaining('secrets') })
				expect(JSON.stringify(all)).not.toContain('GIT-SECRET')
			}
		}
	})

	it('says what is missing: a repository, git itself', async () => {
		place.env = { PATH: place.project }
		expect(await call('status')).toMatchObject({
			error: { message: 'Git is not installed on that computer.' },
		})
		place.env = process.env
		rmSync(at('.git'), { recursive: true })
		expect(await call('status')).toMatchObject({
			error: { message: 'The project is not in a Git repository.' },
		})
	})

	it('makes a repository where there is none, once', async () => {
		rmSync(at('.git'), { recursive: true })
		expect(await result('init')).toMatchObject({
			branch: 'main',
			note: expect.stringContaining('.gitignore'),
		})
		expect(await result('status')).toMatchObject({ branch: 'main', total: 1 })
		expect(await call('init')).toMatchObject({ error: { code: 'conflict' } })
	})
})

describe('a repository above the project', () => {
	const above = (...args: string[]): string =>
		execFileSync('git', args, { cwd: join(place.project, '..'), encoding: 'utf8', stdio: 'pipe' })
	beforeEach(() => {
		rmSync(at('.git'), { recursive: true })
		above('init', '-q', '-b', 'main')
		above('config', 'user.name', 'Ada')
		above('config', 'user.email', 'ada@example.com')
	})

	it("that ignores it is not the project's", async () => {
		writeFileSync(join(join(place.project, '..'), '.gitignore'), '*\n')
		for (const action of ['status', 'diff', 'log', 'branches'])
			expect(await call(action)).toMatchObject({
				error: { code: 'not_found', message: expect.stringContaining('of its own') },
			})
		expect(await call('switch', { name: 'x', create: true })).toMatchObject({
			error: { code: 'not_found' },
		})
		expect(above('branch', '--list')).toBe('')
		expect(await result('init')).toMatchObject({ branch: 'main' })
	})

	it('that tracks it is named, and the project gets none of its own', async () => {
		above('add', '.')
		expect(await call('init')).toMatchObject({
			error: {
				code: 'conflict',
				message: expect.stringContaining(`${basename(join(place.project, '..'))} (..)`),
			},
		})
		expect(existsSync(at('.git'))).toBe(false)
	})

	it('that holds it is named, and its branch is not switched', async () => {
		above('add', '.')
		above('commit', '-q', '-m', 'All')
		put('Assets/New.cs', '')
		expect(await result('status')).toMatchObject({
			top: '..',
			files: [{ path: 'Assets/New.cs', state: '??' }],
		})
		expect(await call('switch', { name: 'x', create: true })).toMatchObject({
			error: { code: 'outside_project' },
		})
		expect(above('branch', '--show-current').trim()).toBe('main')
		const message = 'New'
		const made = await result('commit', { message, paths: ['Assets/New.cs'] })
		const repository = basename(join(place.project, '..'))
		expect(made).toMatchObject({ top: '..', repository, files: 1 })
		const input = { action: 'commit', message, paths: ['Assets/New.cs'] }
		const { labelOf } = sentencesBy(() => TOOLS.git)
		const said = labelOf({ tool: 'git', state: 'done', input, result: made })
		expect(plain(said)).toBe(`Committed New to the repository ${repository} above the project`)
	})

	it('that has none of its files is not changed, until the project has its own', async () => {
		writeFileSync(join(place.project, '..', 'settings'), '')
		above('add', 'settings')
		above('commit', '-q', '-m', 'Settings of the home folder')
		above('remote', 'add', 'origin', 'elsewhere')
		expect(await result('status')).toMatchObject({ top: '..', total: 1 })
		for (const [action, args] of [
			['commit', { message: 'Spin', paths: ['Assets'] }],
			['switch', { name: 'x', create: true }],
			['push', { branch: 'main', to: ['elsewhere'] }],
		] as const)
			expect(await call(action, args), action).toMatchObject({
				error: {
					code: 'outside_project',
					message: expect.stringContaining(`${basename(join(place.project, '..'))} (..)`),
					hint: expect.stringContaining('init'),
				},
			})
		expect(above('log', '--format=%s').trim()).toBe('Settings of the home folder')
		expect(above('status', '--porcelain')).not.toContain('A ')
		await result('init')
		terminal('config', 'user.name', 'Ada')
		terminal('config', 'user.email', 'ada@example.com')
		const made = await result('commit', { message: 'Spin', paths: ['Assets'] })
		expect(made).toMatchObject({ subject: 'Spin', files: 1 })
		expect(made).not.toHaveProperty('top')
		expect(above('log', '--format=%s').trim()).toBe('Settings of the home folder')
	})
})

describe.skipIf(process.platform === 'win32')('programs that a repository names', () => {
	it('do not run when it is read, committed to or switched', async () => {
		put('.gitattributes', '*.cs diff=spy\n')
		for (const [key, value] of Object.entries({
			'core.fsmonitor': evil('fsmonitor'),
			'diff.external': evil('external'),
			'diff.spy.command': evil('driver'),
			'diff.spy.textconv': evil('textconv'),
			'core.pager': evil('pager'),
			'core.editor': evil('editor'),
			'gpg.program': evil('gpg'),
			'commit.gpgSign': 'true',
			'core.hooksPath': join(place.project, '..', 'hooks'),
		}))
			terminal('config', key, value)
		mkdirSync(join(place.project, '..', 'hooks'))
		for (const hook of ['pre-commit', 'commit-msg', 'post-checkout', 'post-commit'])
			evil(`hooks/${hook}`)
		put('Assets/Spin.cs', '// two\n')
		for (const action of ['status', 'diff', 'log', 'branches']) await result(action)
		const made = await result('commit', { message: 'Two', paths: ['Assets'] })
		expect(made['note']).toContain('pre-commit')
		await result('switch', { name: 'other', create: true })
		expect(existsSync(at('ran'))).toBe(false)
	})

	it('do not filter files: reads leave them out, a commit is refused', async () => {
		put('.gitattributes', '*.cs filter=spy\n')
		terminal('config', 'filter.spy.clean', evil('clean'))
		terminal('config', 'filter.spy.smudge', evil('smudge'))
		put('Assets/Spin.cs', '// two\n')
		for (const action of ['status', 'diff']) await result(action)
		expect(await call('commit', { message: 'x', paths: ['Assets'] })).toMatchObject({
			error: { code: 'unsupported', message: expect.stringContaining('filter spy') },
		})
		expect(existsSync(at('ran'))).toBe(false)
	})

	it.each([
		['filter.x=y.clean', 'filter x=y'],
		['hook.n.command', 'hook n'],
		['hook..command', 'hook '],
	])('%s cannot be turned off: every action is refused', async (key, told) => {
		put('.gitattributes', '*.cs filter=x=y\n')
		terminal('config', key, evil('program'))
		terminal('config', 'hook.n.event', 'pre-commit')
		put('Assets/Spin.cs', '// two\n')
		for (const [action, args] of [
			...['status', 'diff', 'log', 'branches', 'remotes'].map((read) => [read, {}] as const),
			['switch', { name: 'other', create: true }],
			['commit', { message: 'x', paths: ['Assets'] }],
			['push', { branch: 'main', to: ['x'] }],
		] as const)
			expect(await call(action, args), action).toMatchObject({
				error: {
					code: 'unsupported',
					message: expect.stringContaining(told),
					hint: expect.stringContaining('run_command'),
				},
			})
		expect(existsSync(at('ran'))).toBe(false)
	})

	it.each(['', 'a\u2028b'])('do not filter under the name %j', async (name) => {
		put('.gitattributes', `*.cs filter=${name}\n`)
		terminal('config', `filter.${name}.clean`, evil('clean'))
		put('Assets/Spin.cs', '// two\n')
		for (const action of ['status', 'diff']) await result(action)
		expect(existsSync(at('ran'))).toBe(false)
	})

	it.each([
		['ext::', 'protocol.ext.allow', 'always'],
		['::x', 'alias.remote-', '!'],
	])('do not fetch what a partial clone lacks from %s', async (address, key, value) => {
		const program = evil('transport')
		terminal('config', 'core.repositoryFormatVersion', '1')
		terminal('config', 'extensions.partialClone', 'origin')
		terminal('config', 'remote.origin.promisor', 'true')
		terminal('config', 'remote.origin.url', address === 'ext::' ? `ext::${program}` : address)
		terminal('config', key, value === '!' ? `!${program}` : value)
		const blob = terminal('rev-parse', ':Assets/Spin.cs').trim()
		rmSync(at(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`))
		put('Assets/Spin.cs', '// two\n')
		expect((await call('diff')).status).toBe('error')
		expect(existsSync(at('ran'))).toBe(false)
	})

	it('do not run by the settings of a submodule', async () => {
		const inside = (...args: string[]) => terminal('-C', 'Packages/sub', ...args)
		const as = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
		put('Packages/sub/a.txt', 'one\n')
		inside('init', '-q')
		inside('add', '.')
		inside(...as, 'commit', '-q', '-m', 'One')
		expect(await call('commit', { message: 'x', paths: ['Packages'] })).toMatchObject({
			error: { code: 'unsupported', message: expect.stringContaining('Packages/sub/') },
		})
		terminal('add', '.')
		terminal('commit', '-q', '-m', 'Submodule')
		put('Packages/sub/a.txt', 'two\n')
		inside(...as, 'commit', '-q', '-a', '-m', 'Two')
		put('Packages/sub/a.txt', 'three\n')
		put('Packages/sub/.gitattributes', '*.txt filter=spy\n')
		inside('config', 'filter.spy.clean', evil('clean'))
		inside('config', 'diff.external', evil('external'))
		inside('config', 'core.fsmonitor', evil('fsmonitor'))
		terminal('config', 'diff.submodule', 'diff')
		for (const action of ['status', 'diff', 'log']) await result(action)
		for (const paths of [['.'], ['Packages/sub']])
			expect(await call('commit', { message: 'x', paths })).toMatchObject({
				error: { code: 'unsupported', hint: expect.stringContaining('run_command') },
			})
		expect(await call('commit', { message: 'x', paths: ['Assets'] })).toMatchObject({
			error: { message: 'There is nothing to commit in what was named.' },
		})
		put('Assets/Spin.cs', '// two\n')
		await result('commit', { message: 'Two', paths: ['Assets'] })
		await result('switch', { name: 'other', create: true })
		await result('switch', { name: 'main' })
		expect(existsSync(at('ran'))).toBe(false)
	})

	it('do not run by the settings of a submodule with changes when branches are switched', async () => {
		const inside = (...args: string[]) => terminal('-C', 'Packages/sub', ...args)
		put('Packages/sub/a.txt', 'one\n')
		inside('init', '-q')
		inside('add', '.')
		inside('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '-q', '-m', 'One')
		terminal('add', '.')
		terminal('commit', '-q', '-m', 'Submodule')
		terminal('branch', 'other')
		put('Packages/sub/a.txt', 'two\n')
		put('Packages/sub/.gitattributes', '*.txt filter=spy\n')
		inside('config', 'filter.spy.clean', evil('clean'))
		await result('switch', { name: 'other' })
		await result('switch', { name: 'main' })
		expect(existsSync(at('ran'))).toBe(false)
	})
})
