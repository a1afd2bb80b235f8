/** `git`: reads a repository, switches branches, commits and pushes. */
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { commandText } from '@fairlead/protocol/commands/command-text'
import {
	MAX_STATUS_ENTRIES,
	missingRemote,
	type ToolArgs,
	type ToolResult,
} from '@fairlead/protocol/tools'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { FileError, outcomeOfError } from '../files/file-error.ts'
import { resolveInside } from '../files/jail.ts'
import { openWithin } from '../files/open-files.ts'
import type { RelayTool, RelayToolContext } from '../platform/relay-tool.ts'
import type { Environment } from '../programs/clean-environment.ts'
import type { Commands } from '../programs/commands.ts'
import { isUnityProject } from '../unity/unity-project.ts'
import { isUsable, shownWords, withoutCredentials } from './addresses.ts'
import { refuseNothing, refuseOwnFiles, refuseSecrets, refuseSubmodules } from './commit-checks.ts'
import { diff } from './git-diff.ts'
import { commitNamed, git, gitProgram, pushEnvironment, type Repository } from './git-process.ts'
import { makeRepository, openRepository, refuseFilters, refuseForeign } from './open-repository.ts'
import { switchTo } from './switch-branch.ts'

const PUSH_LIMIT_MS = 300_000
/** Keeps tags, submodules and the programs of `remote.<name>.receivepack` and `gpg.program` out of a push. */
const ONLY_THIS = [
	'--no-follow-tags',
	'--recurse-submodules=no',
	'--no-signed',
	'--receive-pack=git-receive-pack',
]
/** Fields with a separator between them that no name contains. */
const COMMIT_FORMAT = '--format=%H%x1f%an%x1f%aI%x1f%s'

type Args<A extends keyof Actions> = ToolArgs<'git', A>
type Result<A extends keyof Actions> = ToolResult<'git', A>
interface Actions {
	init: 1
	status: 1
	diff: 1
	log: 1
	branches: 1
	remotes: 1
	switch: 1
	commit: 1
	push: 1
}

export interface GitToolPorts {
	readonly commands: Commands
	/** Default: that of the relay. */
	readonly env?: Environment
	/** The scenes and the prefab that an editor has open. Default: none. */
	readonly openFilesOf?: (editorKey: string) => readonly string[]
}

export function gitTool(ports: GitToolPorts): RelayTool {
	return async (args, context): Promise<CallOutcome> => {
		try {
			return { status: 'ok', result: await answer(ports, args, context) }
		} catch (error) {
			return outcomeOfError(error)
		}
	}
}

async function answer(
	ports: GitToolPorts,
	args: Readonly<Record<string, unknown>>,
	context: RelayToolContext,
): Promise<unknown> {
	if (context.actionName === 'init') return init(ports, context)
	const repository = await openRepository(context.folder, context.signal, ports.env)
	switch (context.actionName as Exclude<keyof Actions, 'init'>) {
		case 'status':
			return status(repository)
		case 'diff':
			return diff(
				repository,
				args as Args<'diff'>,
				shownPath(repository, (args as Args<'diff'>).path ?? '.'),
			)
		case 'log':
			return log(repository, args as Args<'log'>)
		case 'branches':
			return branches(repository, args as Args<'branches'>)
		case 'remotes':
			return remotes(repository)
		case 'switch':
			return switchTo(repository, args as Args<'switch'>)
		case 'commit':
			return commit(
				repository,
				args as Args<'commit'>,
				ports.openFilesOf?.(context.editorKey) ?? [],
			)
		case 'push':
			return push(ports, repository, args as Args<'push'>, context)
	}
}

async function init(
	{ env }: GitToolPorts,
	{ folder, signal }: RelayToolContext,
): Promise<Result<'init'>> {
	await makeRepository(folder, signal, env)
	if (existsSync(join(folder, '.gitignore'))) return { branch: 'main' }
	return {
		branch: 'main',
		note: isUnityProject(folder)
			? 'There is no .gitignore. Write one before the first commit: /Library/, /Temp/, /Logs/, /UserSettings/, /Build/, *.csproj, *.sln.'
			: 'There is no .gitignore. Write one before the first commit.',
	}
}

async function status(repository: Repository): Promise<Result<'status'>> {
	const printed = await git(repository, [
		'status',
		'--porcelain=v1',
		'-z',
		'--branch',
		'--no-renames',
		'--untracked-files=all',
		'--ignore-submodules=dirty',
		'--',
		'.',
	])
	const [head = '', ...entries] = printed.split('\0').filter((entry) => entry !== '')
	const [names = '', counts = ''] = head.slice(3).split(/ (?=\[)/)
	const [branch = '', upstream] = names.replace(/^No commits yet on /, '').split('...')
	const count = (word: string): number =>
		Number(new RegExp(`${word} (\\d+)`).exec(counts)?.[1] ?? 0)
	return {
		...(repository.top === null ? {} : { top: repository.top }),
		branch: branch.startsWith('HEAD (') ? null : shownWords(branch),
		upstream: upstream === undefined ? null : shownWords(upstream),
		ahead: count('ahead'),
		behind: count('behind'),
		total: entries.length,
		files: entries.slice(0, MAX_STATUS_ENTRIES).map((entry) => ({
			path: entry.slice(3 + repository.prefix.length),
			state: entry.slice(0, 2),
		})),
	}
}

async function log(repository: Repository, args: Args<'log'>): Promise<Result<'log'>> {
	const since = args.since === undefined ? null : await commitNamed(repository, args.since)
	const range = since === null ? [] : [`${since}..HEAD`]
	const path = args.path === undefined ? '.' : shownPath(repository, args.path)
	const printed = await git(repository, [
		'log',
		'--no-show-signature',
		'--no-ext-diff',
		'--no-textconv',
		COMMIT_FORMAT,
		`--max-count=${args.limit}`,
		...range,
		'--',
		path,
	])
	return { commits: printed.split('\n').filter(Boolean).map(commitOf) }
}

function commitOf(line: string): Result<'log'>['commits'][number] {
	const [sha = '', author = '', date = '', subject = ''] = line.split('\x1f')
	return { sha, author: shownWords(author), date, subject: shownWords(subject) }
}

async function branches(
	repository: Repository,
	{ limit }: Args<'branches'>,
): Promise<Result<'branches'>> {
	const printed = await git(repository, [
		'for-each-ref',
		'--sort=-committerdate',
		'--format=%(refname:short)',
		'refs/heads',
	])
	const names = printed.split('\n').filter(Boolean)
	const current = (await git(repository, ['branch', '--show-current'])).trim()
	// A hidden name names no branch, so it is not listed.
	const open = names.filter((name) => shownWords(name) === name)
	const left = names.length - open.length
	const note = `${left === 1 ? 'One branch is' : `${left} branches are`} left out: the name looks like a secret. The user can switch to it, or rename it.`
	return {
		...(left === 0 ? {} : { note }),
		current: current === '' ? null : shownWords(current),
		branches: open.slice(0, limit),
		total: open.length,
	}
}

async function remotes(repository: Repository): Promise<Result<'remotes'>> {
	const all = []
	for (const name of await remoteNames(repository))
		all.push({ name: shownWords(name), to: await pushAddresses(repository, name) })
	return { remotes: all }
}

async function commit(
	repository: Repository,
	{ message, paths }: Args<'commit'>,
	openFiles: readonly string[],
): Promise<Result<'commit'>> {
	refuseFilters(repository)
	await refuseForeign(repository)
	const named = paths.map((path) => shownPath(repository, path))
	await refuseSubmodules(repository, named)
	await refuseOwnFiles(repository, named)
	await refuseSecrets(repository, named)
	await git(repository, ['add', '--all', '--', ...named])
	await refuseNothing(repository, named)
	await git(repository, ['commit', '--quiet', `--message=${message}`, '--only', '--', ...named])
	const made = await git(repository, ['log', '--max-count=1', '--no-show-signature', COMMIT_FORMAT])
	const files = await git(repository, [
		'diff-tree',
		'--root',
		'--no-commit-id',
		'--name-only',
		'-r',
		'-z',
		'HEAD',
	])
	const hooks = await hooksOf(repository)
	const open = paths.flatMap((path) => (path === '.' ? openFiles : openWithin(path, openFiles)))
	const notes = [
		open.length === 0
			? null
			: `Changes that are not saved yet are not in it, in the editor's open files: ${open.join(', ')}.`,
		hooks.length === 0
			? null
			: `Hooks of the repository did not run: ${hooks.join(', ')}. They run with run_command git commit.`,
	].filter((note) => note !== null)
	return {
		...(notes.length === 0 ? {} : { note: notes.join(' ') }),
		...(repository.top === null ? {} : { top: repository.top, repository: repository.name }),
		...commitOf(made.trimEnd()),
		files: files.split('\0').filter(Boolean).length,
	}
}

/** It reaches another computer, so a person was asked; hooks and helpers of credentials belong to it. */
async function push(
	{ commands, env }: GitToolPorts,
	repository: Repository,
	{ remote, to, branch }: Args<'push'>,
	{ room, editorKey, callId, folder, signal, progress }: RelayToolContext,
): Promise<Result<'push'>> {
	await refuseForeign(repository)
	await refuseUnknownRemote(repository, remote)
	await refuseOtherAddresses(repository, remote, to)
	const clean = pushEnvironment(env)
	const refs = `refs/heads/${branch}:refs/heads/${branch}`
	const command = commands.start({
		room,
		editorKey,
		callId,
		cwd: folder,
		env: clean,
		limitMs: PUSH_LIMIT_MS,
		line: commandText(['git', 'push', remote, branch]),
		background: false,
		startable: {
			file: gitProgram(folder, clean),
			args: ['push', '--porcelain', ...ONLY_THIS, '--', remote, refs],
			verbatim: false,
		},
		onOutput: () => progress(`Sending ${branch} to ${remote}`),
	})
	const end = () => command.program.end('ended')
	signal.addEventListener('abort', end)
	await command.program.done.finally(() => signal.removeEventListener('abort', end))
	const { state } = command.program
	const output = shownWords(command.output.summary().text)
	if (state.kind === 'exited' && state.exitCode === 0) return { output }
	throw new FileError('denied', `The push failed. Git says: ${output.slice(0, 1_000).trim()}`, {
		hint: 'Tell the user. A remote that asks for a password needs a credential helper or an SSH key.',
	})
}

const remoteNames = async (repository: Repository): Promise<string[]> =>
	(await git(repository, ['remote'])).split('\n').filter(Boolean)

/** Git would take an unknown name for a path. */
async function refuseUnknownRemote(repository: Repository, remote: string): Promise<void> {
	const names = await remoteNames(repository)
	if (names.includes(remote) && !remote.includes('..')) return
	const { code, message, hint } = missingRemote(remote, names.map(shownWords))
	throw new FileError(code, message, hint === undefined ? {} : { hint })
}

/** The addresses to which git pushes for a remote: after `pushurl` and every `insteadOf`. */
async function pushAddresses(repository: Repository, remote: string): Promise<string[]> {
	const printed = await git(repository, ['remote', 'get-url', '--push', '--all', '--', remote])
	return printed.split('\n').filter(Boolean).map(withoutCredentials)
}

/** The question named these addresses. */
async function refuseOtherAddresses(
	repository: Repository,
	remote: string,
	named: readonly string[],
): Promise<void> {
	const addresses = await pushAddresses(repository, remote)
	const wrong = addresses.find((address) => !isUsable(address))
	if (wrong !== undefined)
		throw new FileError(
			'unsupported',
			`A push to ${remote} goes to ${wrong.slice(0, 500)}. Only https, ssh, git and files are used here.`,
			{ hint: 'Use run_command with git push: the user is then asked.' },
		)
	const sorted = (list: readonly string[]): string => JSON.stringify([...list].sort())
	if (sorted(addresses) === sorted(named)) return
	const list = addresses.join(', ').slice(0, 2_000)
	throw new FileError('invalid_arguments', `A push to ${remote} goes to ${list}.`, {
		hint: 'Name exactly that in "to". The user is then asked about it.',
	})
}

/** A path of the project, as git gets it. */
const shownPath = ({ folder }: Repository, path: string): string =>
	resolveInside(folder, path, 'read').shown

/** Hooks that a commit outside of Fairlead would run. */
async function hooksOf(repository: Repository): Promise<string[]> {
	const known = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit']
	const set = await git(repository, ['config', '--get-all', 'core.hooksPath'], [0, 1])
	const own = set
		.split('\n')
		.filter((line) => line !== '' && line !== '/dev/null')
		.at(-1)
	const usual = await git(repository, ['rev-parse', '--git-common-dir'])
	const folder = resolve(repository.folder, own ?? `${usual.trim()}/hooks`)
	try {
		return readdirSync(folder).filter((name) => known.includes(name))
	} catch {
		return []
	}
}
