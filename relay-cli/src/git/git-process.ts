/** Runs the user's git without code that a repository's settings name. */
import { execFile } from 'node:child_process'
import { FileError } from '../files/file-error.ts'
import { isInside, rootOf } from '../files/jail.ts'
import { commandEnvironment, type Environment } from '../programs/clean-environment.ts'
import { findProgram } from '../programs/find-program.ts'

const MAX_BYTES = 4 * 1024 * 1024
const LIMIT_MS = 60_000
const MAX_MESSAGE = 1_000

/** Settings that start programs: a watcher of files, hooks, a pager, signing, transports; and bare repositories in the project. */
const WITHOUT_PROGRAMS = [
	...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.pager=cat', 'core.editor=false'],
	...['commit.gpgSign=false', 'log.showSignature=false', 'safe.bareRepository=explicit'],
	...['core.sshCommand=false', 'protocol.allow=never', 'maintenance.auto=false', 'gc.auto=0'],
].flatMap((setting) => ['-c', setting])

/** Names of `filter.<name>.<kind>` that the repository itself sets. */
const FILTER = /^(?:local|worktree)\tfilter\.(.+)\.(?:clean|smudge|process)$/

export interface Repository {
	/** The git program. */
	readonly program: string
	/** Of the project. */
	readonly folder: string
	readonly env: Environment
	readonly signal: AbortSignal
	/** Where the project lies in the repository: empty, or `game/`. */
	readonly prefix: string
	/** Programs of the repository's own settings that would change files on their way in or out. */
	readonly filters: readonly string[]
}

/** For git: none of its variables, which could name another repository. */
export function gitEnvironment(env?: Environment): Record<string, string> {
	const kept = Object.entries(commandEnvironment(env)).filter(([name]) => !/^GIT_/i.test(name))
	return {
		...Object.fromEntries(kept),
		...{
			GIT_TERMINAL_PROMPT: '0',
			GIT_LITERAL_PATHSPECS: '1',
			GIT_OPTIONAL_LOCKS: '0',
			LC_ALL: 'C',
		},
	}
}

/** @throws {FileError} `not_found` if git or a repository is missing, `outside_project` if it lies elsewhere */
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
		env: clean,
		signal,
		prefix: '',
		filters: [],
	}
	const found = await git(bare, ['rev-parse', '--show-toplevel', '--show-prefix'])
	const [top = '', prefix = ''] = found.split('\n')
	if (!isInside(rootOf(top), root))
		throw new FileError('outside_project', 'The repository keeps its files in another folder.', {
			hint: 'Ask the user about core.worktree.',
		})
	const names = await git(
		bare,
		['config', '--show-scope', '--name-only', '--get-regexp', '^filter\\.'],
		[0, 1],
	)
	const filters = names.split('\n').flatMap((line) => FILTER.exec(line)?.[1] ?? [])
	return { ...bare, prefix, filters: [...new Set(filters)] }
}

/** @throws {FileError} `not_found` */
export function gitProgram(folder: string, env: Environment): string {
	try {
		return findProgram(folder, ['git'], env).file
	} catch {
		throw new FileError('not_found', 'Git is not installed on that computer.', {
			hint: 'Ask the user to install it, then to restart the relay.',
		})
	}
}

/** What git printed. @throws {FileError} with git's own message */
export function git(
	{ program, folder, env, signal, filters }: Repository,
	args: readonly string[],
	fine: readonly number[] = [0],
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
				maxBuffer: MAX_BYTES,
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
	const said = printed
		.replace(/^(fatal|error): /, '')
		.trim()
		.slice(0, MAX_MESSAGE)
	if (/not a git repository/.test(said))
		return new FileError('not_found', 'The project is not in a Git repository.', {
			hint: 'Ask the user whether to create one, with run_command git init.',
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
