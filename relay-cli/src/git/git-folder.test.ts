import { execFileSync } from 'node:child_process'
import {
	cpSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { beforeEach, describe, expect, it } from 'vitest'
import { place } from '../programs/test-kit.ts'
import { at, call, put, result, terminal, useRepository } from './test-kit.ts'

useRepository()

const victim = (...way: string[]): string => join(place.project, '..', 'victim', ...way)
const inVictim = (...args: string[]): string =>
	execFileSync('git', args, { cwd: victim(), encoding: 'utf8', stdio: 'pipe' })

beforeEach(() => {
	mkdirSync(victim())
	inVictim('init', '-q', '-b', 'main')
	inVictim('config', 'user.name', 'Eve')
	inVictim('config', 'user.email', 'eve@example.com')
	writeFileSync(victim('plan.txt'), 'the plan\n')
	inVictim('add', '.')
	inVictim('commit', '-q', '-m', 'The plan')
})

const linkTo = (path: string, to: string): void => {
	rmSync(at(path), { recursive: true, force: true })
	symlinkSync(to, at(path))
}

const WAYS: [name: string, lay: () => void][] = [
	[
		'a file .git',
		() => {
			rmSync(at('.git'), { recursive: true })
			put('.git', 'gitdir: ../victim/.git\n')
		},
	],
	['a link .git', () => linkTo('.git', victim('.git'))],
	['a common folder', () => put('.git/commondir', '../../victim/.git\n')],
	[
		'a common folder whose own settings say that it is of the project',
		() => {
			inVictim('config', 'extensions.worktreeConfig', 'true')
			put('.git/commondir', '../../victim/.git\n')
			put('.git/config.worktree', `[core]\n\tworktree = ${place.project}\n`)
		},
	],
	[
		"another folder's worktree",
		() => {
			inVictim('worktree', 'add', '-q', '../feature')
			rmSync(at('.git'), { recursive: true })
			put('.git', 'gitdir: ../victim/.git/worktrees/feature\n')
		},
	],
	['a link to all objects', () => linkTo('.git/objects', victim('.git/objects'))],
	['a link to all branches', () => linkTo('.git/refs/heads', victim('.git/refs/heads'))],
	['a link to one branch', () => linkTo('.git/refs/heads/main', victim('.git/refs/heads/main'))],
	['a link to nowhere', () => linkTo('.git/COMMIT_EDITMSG', victim('new.txt'))],
	[
		'settings of another repository',
		() => {
			inVictim('remote', 'add', 'origin', 'https://example.com/plan.git')
			terminal('config', 'include.path', '../mine.inc')
			put('mine.inc', `[include]\n\tpath = ${victim('.git/config')}\n`)
		},
	],
	[
		'a list of further objects',
		() => put('.git/objects/info/alternates', `${victim('.git/objects')}\n`),
	],
]

describe('a project whose .git leads into another repository', () => {
	it.each(WAYS)('is refused: %s', async (_, lay) => {
		lay()
		const before = inVictim('rev-parse', 'main')
		for (const [action, args] of [
			['diff', {}],
			['status', {}],
			['log', {}],
			['branches', {}],
			['remotes', {}],
			['switch', { name: 'mine', create: true }],
			['commit', { message: 'Mine', paths: ['.'] }],
			['push', { remote: 'origin', to: ['https://example.com/a'], branch: 'main' }],
		] as const)
			expect(await call(action, args), action).toMatchObject({
				error: { code: 'outside_project', hint: expect.stringContaining('Tell the user') },
			})
		expect(inVictim('rev-parse', 'main')).toBe(before)
		expect(inVictim('branch', '--list')).not.toContain('mine')
	})

	it('takes no repository where a link to nowhere leads', async () => {
		linkTo('.git', victim('new'))
		expect(await call('init')).toMatchObject({ error: { code: 'conflict' } })
	})
})

describe('a project whose data lies elsewhere and names it', () => {
	const commit = () => {
		put('Assets/Spin.cs', '// two\n')
		return result('commit', { message: 'Two', paths: ['Assets'] })
	}

	it.each(['absolute', 'relative'])('works as a linked worktree (%s paths)', async (paths) => {
		inVictim('worktree', 'add', '-q', '../feature')
		rmSync(place.project, { recursive: true })
		renameSync(join(place.project, '..', 'feature'), place.project)
		inVictim('worktree', 'repair', place.project)
		const pointer = victim('.git/worktrees/feature/gitdir')
		if (paths === 'relative') writeFileSync(pointer, '../../../../proj/.git\n')
		expect(await commit()).toMatchObject({ subject: 'Two', files: 1 })
		expect(inVictim('log', '--format=%s', 'feature')).toBe('Two\nThe plan\n')
	})

	it('works as a submodule', async () => {
		mkdirSync(victim('.git/modules'))
		cpSync(at('.git'), victim('.git/modules/game'), { recursive: true })
		rmSync(at('.git'), { recursive: true })
		put('.git', 'gitdir: ../victim/.git/modules/game\n')
		const settings = victim('.git/modules/game/config')
		writeFileSync(
			settings,
			`${readFileSync(settings, 'utf8')}[core]\n\tworktree = ${place.project}\n`,
		)
		expect(await commit()).toMatchObject({ subject: 'Two', files: 1 })
	})

	it('may include settings that name no remote', async () => {
		writeFileSync(victim('me.inc'), '[user]\n\tname = Grace\n')
		terminal('config', 'include.path', victim('me.inc'))
		terminal('config', '--unset', 'user.name')
		expect(await commit()).toMatchObject({ author: 'Grace' })
	})

	it('may hold links to its own data, and those of an editor', async () => {
		terminal('branch', 'other')
		linkTo('.git/refs/heads/main', at('.git/refs/heads/other'))
		symlinkSync('ada@desk.1', at('.git/.#COMMIT_EDITMSG'))
		expect(await result('branches')).toMatchObject({ total: 2 })
	})
})

describe.skipIf(process.platform === 'win32')('a pipe that stands for a file', () => {
	const lay = (path: string): void => {
		rmSync(at(path), { force: true })
		mkdirSync(join(at(path), '..'), { recursive: true })
		execFileSync('mkfifo', [at(path)])
	}
	it.each([
		'.git/HEAD',
		'.git/index',
		'.git/config',
		'.git/commondir',
		'.git/packed-refs',
		'.git/info/exclude',
		'.git/refs/heads/main',
		'.git/objects/info/alternates',
		'.git/objects/ab/cd',
		'.gitignore',
	])('%s: git is not started, which would wait for its other end', async (path) => {
		lay(path)
		const { error } = (await call('status')) as Extract<CallOutcome, { status: 'error' }>
		expect(error).toMatchObject({ code: 'unsupported', hint: expect.any(String) })
		expect(error.message).toContain(`${path} is a pipe`)
	})

	it('is found in the data of a linked worktree, and behind a link', async () => {
		inVictim('worktree', 'add', '-q', '../feature')
		rmSync(place.project, { recursive: true })
		renameSync(victim('../feature'), place.project)
		inVictim('worktree', 'repair', place.project)
		execFileSync('mkfifo', [victim('pipe')])
		rmSync(victim('.git/config'))
		symlinkSync(victim('pipe'), victim('.git/config'))
		expect(JSON.stringify(await call('status'))).toContain('.git/config is a pipe')
	})
})
