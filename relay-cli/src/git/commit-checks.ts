/** Looks at what is named for a commit, before anything is added. */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { holdsSecrets } from '@fairlead/protocol/tools'
import { FileError } from '../files/file-error.ts'
import { ownFiles } from './closed-files.ts'
import { git, MAX_INDEX_BYTES, type Repository } from './git-process.ts'

/** Refuses submodules: to add one, git starts another git in it, with the submodule's own settings. */
export async function refuseSubmodules(
	repository: Repository,
	named: readonly string[],
): Promise<void> {
	const list = async (...how: string[]): Promise<string[]> => {
		const args = ['ls-files', '-z', ...how, '--', ...named]
		return (await git(repository, args, [0], MAX_INDEX_BYTES)).split('\0')
	}
	const tracked = (await list('--stage')).filter((entry) => entry.startsWith('160000 '))
	// Git lists a folder, not its files, only if the folder is a repository.
	const others = (await list('--others', '--exclude-standard')).filter((path) => path.endsWith('/'))
	const found = [...tracked.map((entry) => entry.slice(entry.indexOf('\t') + 1)), ...others]
	if (found.length === 0) return
	throw new FileError(
		'unsupported',
		`The named paths contain submodules (${found.slice(0, 5).join(', ')}). Nothing was done.`,
		{ hint: 'Name other files, or use run_command with git: the user is then asked.' },
	)
}

/** @throws {FileError} `denied` for what nobody may take out of the folder */
export async function refuseOwnFiles(
	repository: Repository,
	named: readonly string[],
): Promise<void> {
	const own = (await changedFiles(repository, named)).filter(ownFiles(repository.folder))
	if (own.length === 0) return
	throw new FileError(
		'denied',
		`The named paths contain Fairlead's own files, with its tokens (${own.slice(0, 5).join(', ')}). Nothing was done.`,
		{ hint: 'Add their folder to .gitignore, or name other files.' },
	)
}

/** @throws {FileError} `denied` for files that usually hold secrets, which no question has named: commits are pushed */
export async function refuseSecrets(
	repository: Repository,
	named: readonly string[],
): Promise<void> {
	const approved = named.filter(holdsSecrets)
	const isApproved = (path: string): boolean =>
		approved.some((one) => path === one || path.startsWith(`${one}/`))
	const changed = await changedFiles(repository, named)
	const secret = changed.filter((path) => holdsSecrets(path) && !isApproved(path))
	if (secret.length === 0) return
	throw new FileError(
		'denied',
		`The named paths contain files that usually hold secrets (${secret.slice(0, 5).join(', ')}). Nothing was done.`,
		{ hint: 'Name each of them, so that the user is asked; or add them to .gitignore.' },
	)
}

/** @throws {FileError} `denied` if the switch would take files with secrets out of the folder: a revert does not bring them back */
export async function refuseLosingSecrets(repository: Repository, branch: string): Promise<void> {
	const gone = await git(
		repository,
		[
			'diff',
			'--name-only',
			'-z',
			'--no-ext-diff',
			'--no-textconv',
			'--no-renames',
			'--diff-filter=D',
			'--submodule=short',
			'--ignore-submodules=all',
			'HEAD',
			`refs/heads/${branch}`,
			'--',
		],
		// The switch itself tells of a branch that does not exist.
		[0, 128],
		MAX_INDEX_BYTES,
	)
	const secret = gone.split('\0').filter(holdsSecrets)
	if (secret.length === 0) return
	throw new FileError(
		'denied',
		`The branch ${branch} lacks files that usually hold secrets (${secret.slice(0, 5).join(', ')}), so a switch would remove them. Nothing was done.`,
		{ hint: 'Use run_command with git switch: the user is then asked.' },
	)
}

/** Files that a commit of these would store as they are now. */
async function changedFiles(repository: Repository, named: readonly string[]): Promise<string[]> {
	const how = ['--no-renames', '--untracked-files=all', '--ignore-submodules=dirty']
	const printed = await git(
		repository,
		['status', '--porcelain=v1', '-z', ...how, '--', ...named],
		[0],
		MAX_INDEX_BYTES,
	)
	return printed
		.split('\0')
		.filter((entry) => entry !== '')
		.map((entry) => entry.slice(3 + repository.prefix.length))
		.filter((path) => lstatSync(join(repository.folder, path), { throwIfNoEntry: false }))
}

/** Git would explain it by a status, which starts another git in every submodule. */
export async function refuseNothing(
	repository: Repository,
	named: readonly string[],
): Promise<void> {
	const changes = await git(repository, [
		'diff',
		'--cached',
		'--name-only',
		'--no-ext-diff',
		'--no-textconv',
		'--no-renames',
		'--submodule=short',
		'--ignore-submodules=dirty',
		'--',
		...named,
	])
	if (changes === '')
		throw new FileError('invalid_arguments', 'There is nothing to commit in what was named.', {
			hint: 'Look at the status.',
		})
}
