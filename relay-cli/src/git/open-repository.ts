/** The repository of a project, if it is one that may be looked at and changed. */
import { lstatSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { FileError } from '../files/file-error.ts'
import { isInside, rootOf } from '../files/jail.ts'
import type { Environment } from '../programs/clean-environment.ts'
import { refuseDataElsewhere, refusePipes } from './git-folder.ts'
import {
	git,
	gitEnvironment,
	gitProgram,
	MAX_INDEX_BYTES,
	type Repository,
	runsPrograms,
	WITHOUT_TRANSPORTS,
} from './git-process.ts'

/** Names of `filter.<name>.<kind>` that the repository itself sets. A name can be empty and can contain line separators. */
const FILTER = /^(?:local|worktree)\tfilter\.(.*)\.(?:clean|smudge|process)$/s
/** Hooks in settings, which git 2.54 and later runs whatever `core.hooksPath` is. */
const HOOK = /^(?:local|worktree)\thook\.(.*)\.command$/s
/** `-c` ends a setting's name at the first `=`; a name that is not UTF-8 would reach git changed. */
const NOT_OVERRIDABLE = /[=\uFFFD]/

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
	await refusePipes(root)
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
	await refusePipes(root)
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

/** Refuses a repository with filters: with them off, git would store or check out other bytes, such as large files whole. */
export function refuseFilters({ filters }: Repository): void {
	if (filters.length > 0) throw runsPrograms(filters.map((name) => `filter ${name}`))
}
