/** Runs the user's git without code that a repository's settings name. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { withoutSecrets } from '@fairlead/protocol/view/without-secrets'
import { FileError } from '../files/file-error.ts'
import { isInside, rootOf } from '../files/jail.ts'
import { commandEnvironment, type Environment } from '../programs/clean-environment.ts'
import { findProgram, type Startable, type System } from '../programs/find-program.ts'
import { TRANSPORTS } from './addresses.ts'
import { refuseDataElsewhere } from './git-folder.ts'

const MAX_BYTES = 4 * 1024 * 1024
/** A list of all files: some 500 000. */
export const MAX_INDEX_BYTES = 64 * 1024 * 1024
const LIMIT_MS = 60_000
const MAX_MESSAGE = 1_000
/** Characters of git's words that are read for that. */
const MAX_READ = 64 * 1024

/** Settings that start programs: a watcher of files, hooks, a pager, signing, transports; and bare repositories in the project. */
const WITHOUT_PROGRAMS = [
	'core.fsmonitor=false',
	'core.hooksPath=/dev/null',
	'core.pager=cat',
	'core.editor=false',
	'commit.gpgSign=false',
	'log.showSignature=false',
	'safe.bareRepository=explicit',
	'core.sshCommand=false',
	'protocol.allow=never',
	'maintenance.auto=false',
	'gc.auto=0',
].flatMap((setting) => ['-c', setting])

/**
 * Environment of everything but a push. A read of a partial clone fetches what is missing, and `protocol.<name>.allow` of
 * the repository beats `protocol.allow`. The only allowed protocol has a name that no repository can guess: an empty list
 * allows the address `::x`, which runs the alias `remote-`.
 */
const WITHOUT_TRANSPORTS = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: randomUUID() }

/**
 * Environment of a push. Every transport that a repository's settings can add to these runs a program (`ext::`, another
 * helper, `core.gitProxy`). The list beats `protocol.<name>.allow`.
 */
const FOR_PUSH = { GIT_ALLOW_PROTOCOL: TRANSPORTS.join(':'), GIT_PROXY_COMMAND: '' }

/** Names of `filter.<name>.<kind>` that the repository itself sets. A name can be empty and can contain line separators. */
const FILTER = /^(?:local|worktree)\tfilter\.(.*)\.(?:clean|smudge|process)$/s
/** Hooks in settings, which git 2.54 and later runs whatever `core.hooksPath` is. */
const HOOK = /^(?:local|worktree)\thook\.(.*)\.command$/s
/** `-c` ends a setting's name at the first `=`; a name that is not UTF-8 would reach git changed. */
const NOT_OVERRIDABLE = /[=\uFFFD]/

export interface Repository {
	/** The git program. */
	readonly program: string
	/** The project's folder. */
	readonly folder: string
	readonly env: Environment
	readonly signal: AbortSignal
	/** The project's place in the repository: empty, or `game/`. */
	readonly prefix: string
	/** The repository's top folder, relative to the project; null: it is the project's own. */
	readonly top: string | null
	/** The name of that folder, for people. */
	readonly name: string
	/** Programs of the repository's own settings that would change files on their way in or out. */
	readonly filters: readonly string[]
}

/** The environment without git's own variables, which could name another repository. */
export function gitEnvironment(env?: Environment): Record<string, string> {
	const kept = Object.entries(commandEnvironment(env)).filter(([name]) => !/^GIT_/i.test(name))
	return {
		...Object.fromEntries(kept),
		GIT_TERMINAL_PROMPT: '0',
		GIT_LITERAL_PATHSPECS: '1',
		GIT_OPTIONAL_LOCKS: '0',
		LC_ALL: 'C',
	}
}

export const pushEnvironment = (env?: Environment): Record<string, string> => ({
	...gitEnvironment(env),
	...FOR_PUSH,
})

/**
 * @throws {FileError} `not_found` if git or a repository is missing, `outside_project` if it lies elsewhere, `unsupported` if its
 * settings run programs that cannot be turned off
 */
export async function openRepository(
	folder: string,
	signal: AbortSignal,
	env?: Environment,
): Promise<Repository> {
	const clean = gitEnvironment(env)
	const root = rootOf(folder)
	const bare = {
		program: gitProgram(root, clean),
		folder: root,
		env: { ...clean, ...WITHOUT_TRANSPORTS },
		signal,
		prefix: '',
		top: null,
		name: '',
		filters: [],
	}
	const found = await git(bare, ['rev-parse', '--show-toplevel', '--show-prefix'])
	const [top = '', prefix = ''] = found.split('\n')
	if (!isInside(rootOf(top), root))
		throw new FileError('outside_project', 'The repository keeps its files in another folder.', {
			hint: 'Ask the user about core.worktree.',
		})
	await refuseDataElsewhere(bare, rootOf(top))
	const above = rootOf(top) === root ? null : relative(root, rootOf(top)).replaceAll(sep, '/')
	if (above !== null && (await isIgnored(bare)))
		throw new FileError(
			'not_found',
			`The project is in no repository of its own: the one above it (${above}) ignores this folder.`,
			{ hint: 'Ask the user whether to make one here, with git init.' },
		)
	const names = await git(
		bare,
		['config', '--show-scope', '--name-only', '--get-regexp', '^(filter|hook)\\.'],
		[0, 1],
	)
	const named = (setting: RegExp) => [
		...new Set(names.split('\n').flatMap((line) => setting.exec(line)?.[1] ?? [])),
	]
	const filters = named(FILTER)
	const unstoppable = [
		...named(HOOK).map((name) => `hook ${name}`),
		...filters.filter((name) => NOT_OVERRIDABLE.test(name)).map((name) => `filter ${name}`),
	]
	if (unstoppable.length > 0) throw runsPrograms(unstoppable)
	return { ...bare, prefix, top: above, name: basename(rootOf(top)), filters }
}

/**
 * Makes a repository in the project folder.
 * @throws {FileError} `conflict` if the folder has one, or its files are in one above it
 */
export async function makeRepository(
	folder: string,
	signal: AbortSignal,
	env?: Environment,
): Promise<void> {
	const clean = gitEnvironment(env)
	const root = rootOf(folder)
	// A link to nowhere is one too: git would make the repository where it leads.
	if (lstatSync(join(root, '.git'), { throwIfNoEntry: false }) !== undefined)
		throw new FileError('conflict', 'The project has a Git repository already.', {
			hint: 'Look at its status.',
		})
	const program = gitProgram(root, clean)
	const outside = { ...clean, ...WITHOUT_TRANSPORTS }
	const bare: Repository = {
		program,
		folder: root,
		env: outside,
		signal,
		prefix: '',
		top: null,
		name: '',
		filters: [],
	}
	await refuseTracked(bare)
	await git(bare, ['init', '--quiet', '--initial-branch=main'])
}

/** A repository of its own would take the folder out of the one that has its history. */
async function refuseTracked(bare: Repository): Promise<void> {
	const top = await git(bare, ['rev-parse', '--show-toplevel']).catch((error: unknown) => {
		if (error instanceof FileError && error.code === 'not_found') return null
		throw error
	})
	if (top === null) return
	if (!(await tracksFolder(bare))) return
	const above = top.trimEnd()
	const way = relative(bare.folder, above).replaceAll(sep, '/')
	throw new FileError(
		'conflict',
		`The repository ${basename(above)} (${way}) tracks files of this folder already.`,
		{ hint: 'Use that one: status, diff and commit work in it.' },
	)
}

/** @throws {FileError} `outside_project` for a repository above the project that has none of its files, such as one of a home folder */
export async function refuseForeign(repository: Repository): Promise<void> {
	const { top, name } = repository
	if (top === null || (await tracksFolder(repository))) return
	throw new FileError(
		'outside_project',
		`The only repository is ${name} (${top}), above the project, and it tracks no file of this folder. Nothing was done.`,
		{ hint: 'Make one for the project with init, or ask the user to link the folder of that one.' },
	)
}

/**
 * The id of the commit that a revision names. A tree would show a folder's files without the folder's name, by which
 * secrets are told.
 * @throws {FileError} `invalid_arguments` if it names no commit
 */
export async function commitNamed(repository: Repository, revision: string): Promise<string> {
	const printed = await git(
		repository,
		['rev-parse', '--verify', '--quiet', `${revision}^{commit}`],
		[0, 1, 128],
	)
	const id = printed.trim()
	// Of a range, two ids are printed.
	if (/^[0-9a-f]+$/.test(id)) return id
	throw new FileError('invalid_arguments', `${revision} names no commit of the repository.`, {
		hint: 'Name a commit, a branch or a tag.',
	})
}

/** Whether a file of the project is in the repository's index. */
const tracksFolder = async (repository: Repository): Promise<boolean> =>
	(await git(repository, ['ls-files', '-z', '--', '.'], [0], MAX_INDEX_BYTES)) !== ''

/** Whether the repository ignores the project's folder itself. */
async function isIgnored(repository: Repository): Promise<boolean> {
	// This command knows no literal pathspecs; a real path has no magic.
	const env = { ...repository.env, GIT_LITERAL_PATHSPECS: '0' }
	// It prints what is ignored, and fails with 1 if nothing is.
	const printed = await git(
		{ ...repository, env },
		['check-ignore', '--', repository.folder],
		[0, 1],
	)
	return printed.trim() !== ''
}

/** @param settings such as `filter lfs` */
export function runsPrograms(settings: readonly string[]): FileError {
	return new FileError(
		'unsupported',
		`The repository's settings run programs (${settings.join(', ').slice(0, MAX_MESSAGE)}). Nothing was done.`,
		{ hint: 'Use run_command with git: the user is then asked.' },
	)
}

/** @throws {FileError} `not_found`, or `unsupported` if git is a batch file, which could read arguments as commands */
export function gitProgram(folder: string, env: Environment, system?: System): string {
	const { file, verbatim } = installedGit(folder, env, system)
	if (!verbatim) return file
	throw new FileError('unsupported', 'The first git in PATH on that computer is a batch file.', {
		hint: 'Ask the user to put the folder of git.exe before it in PATH, then to restart the relay.',
	})
}

function installedGit(folder: string, env: Environment, system?: System): Startable {
	try {
		return findProgram(folder, ['git'], env, '.', system)
	} catch {
		throw new FileError('not_found', 'Git is not installed on that computer.', {
			hint: 'Ask the user to install it, then to restart the relay.',
		})
	}
}

/** The output of git. @throws {FileError} with git's own message */
export function git(
	{ program, folder, env, signal, filters }: Repository,
	args: readonly string[],
	fine: readonly number[] = [0],
	maxBytes = MAX_BYTES,
): Promise<string> {
	const off = filters.flatMap((name) =>
		['clean=', 'smudge=', 'process=', 'required=false'].flatMap((set) => [
			'-c',
			`filter.${name}.${set}`,
		]),
	)
	return new Promise((resolve, reject) => {
		execFile(
			program,
			['--no-pager', ...WITHOUT_PROGRAMS, ...off, ...args],
			{
				cwd: folder,
				env: { ...env },
				signal,
				timeout: LIMIT_MS,
				maxBuffer: maxBytes,
				windowsHide: true,
			},
			(error, stdout, stderr) => {
				const code = error === null ? 0 : error.code
				if (typeof code === 'number' && fine.includes(code)) resolve(stdout)
				else reject(explained(error, stderr.trim() || stdout))
			},
		)
	})
}

function explained(error: Error | null, printed: string): FileError {
	// An address in it may hold a password.
	const said = withoutSecrets(printed.slice(0, MAX_READ).replace(/^(fatal|error): /, ''))
		.trim()
		.slice(0, MAX_MESSAGE)
	if (/not a git repository/.test(said))
		return new FileError('not_found', 'The project is not in a Git repository.', {
			hint: 'Ask the user whether to make one here, with git init.',
		})
	if (/dubious ownership/.test(said))
		return new FileError('denied', 'The repository belongs to another user of that computer.', {
			hint: 'Ask the user to add the folder to safe.directory of git.',
		})
	if (/Please tell me who you are|unable to auto-detect email/.test(said))
		return new FileError('unsupported', 'Git does not know the name and address of its user.', {
			hint: 'Ask the user to set user.name and user.email of git.',
		})
	if (error !== null && 'code' in error && error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
		return new FileError('too_large', 'Git printed more than 4 MB.', {
			hint: 'Name a path or a smaller range.',
		})
	if (error?.name === 'AbortError') return new FileError('cancelled', 'Git was stopped.')
	return new FileError('invalid_arguments', said === '' ? 'Git failed.' : `Git says: ${said}`)
}
