/** Runs the user's git without code that a repository's settings name. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { withoutSecrets } from '@fairlead/protocol/view/without-secrets'
import { FileError } from '../files/file-error.ts'
import { commandEnvironment, type Environment } from '../programs/clean-environment.ts'
import { findProgram, type Startable, type System } from '../programs/find-program.ts'
import { TRANSPORTS } from './addresses.ts'

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
export const WITHOUT_TRANSPORTS = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: randomUUID() }

/**
 * Environment of a push. Every transport that a repository's settings can add to these runs a program (`ext::`, another
 * helper, `core.gitProxy`). The list beats `protocol.<name>.allow`.
 */
const FOR_PUSH = { GIT_ALLOW_PROTOCOL: TRANSPORTS.join(':'), GIT_PROXY_COMMAND: '' }

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
