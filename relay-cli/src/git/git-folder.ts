/**
 * The folder of a repository's own data. A project's `.git` can name any other one on the computer, with all the history
 * that git would show and all the branches that it would change there.
 */
import { existsSync } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { readRegular } from '../disk/regular-file.ts'
import { FileError } from '../files/file-error.ts'
import { isInside, rootOf } from '../files/jail.ts'
import { git, MAX_INDEX_BYTES, type Repository } from './git-process.ts'

/** Folders that no command of the tool reads or writes; the last two may be large. */
const UNUSED: ReadonlySet<string> = new Set(['hooks', 'modules', 'lfs', 'annex'])
/** Emacs marks with a link to nowhere what it edits. */
const EDITOR_LOCK = /^\.#/

/**
 * Refuses a repository in which a pipe stands under the name of a file that git opens: git would wait for its other end.
 * @param root the project's folder, without links
 * @throws {FileError} `unsupported`
 */
export async function refusePipes(root: string): Promise<void> {
	let top = root
	while (!existsSync(join(top, '.git'))) {
		if (dirname(top) === top) return
		top = dirname(top)
	}
	for (const name of ['.gitignore', '.gitattributes', '.gitmodules'])
		if (await isPipe(join(top, name))) throw pipe(root, join(top, name))
	const git = join(top, '.git')
	const { groups } = /^gitdir: (?<named>.*)/.exec(await textOf(git)) ?? {}
	const own = resolve(top, groups?.['named'] ?? git)
	await refusePipesIn(root, own)
	const shared = resolve(own, (await textOf(join(own, 'commondir'))).trim())
	if (shared !== own) await refusePipesIn(root, shared)
	await refusePipesIn(root, join(shared, 'objects', 'info'))
}

async function refusePipesIn(root: string, folder: string): Promise<void> {
	for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
		const path = join(folder, entry.name)
		if (entry.isDirectory()) {
			// Objects are many: they are looked at with the links.
			if (entry.name !== 'objects' && !UNUSED.has(entry.name)) await refusePipesIn(root, path)
		} else if (!entry.isFile() && (await isPipe(path))) throw pipe(root, path)
	}
}

/** Through links, and without opening it. */
const isPipe = (path: string): Promise<boolean> =>
	stat(path).then(
		(found) => found.isFIFO(),
		() => false,
	)

/**
 * Refuses a repository with data outside of its folder, unless that place names the folder as its own: as the data of a
 * linked worktree and of a submodule do.
 * @param top the repository's folder, without links
 * @throws {FileError} `outside_project`
 */
export async function refuseDataElsewhere(repository: Repository, top: string): Promise<void> {
	const printed = await git(repository, ['rev-parse', '--absolute-git-dir', '--git-common-dir'])
	const [named = '', shared = ''] = printed.split('\n')
	const own = rootOf(named)
	const common = rootOf(resolve(repository.folder, shared))
	const away = [own, common].find((folder) => !isInside(top, folder))
	if (away === undefined) await refuseLinksOut(repository, top, [own, common])
	else if (
		!(await isWorktree(top, own, common)) &&
		!(await isSubmodule(repository, top, own, common))
	)
		throw elsewhere(repository, away)
}

/** Whether the data's own file `gitdir` names the folder. */
async function isWorktree(top: string, own: string, common: string): Promise<boolean> {
	if (basename(dirname(own)) !== 'worktrees' || dirname(dirname(own)) !== common) return false
	const pointer = await textIn(join(own, 'gitdir'))
	return (
		basename(pointer.trim()) === '.git' && (await realOf(resolve(own, dirname(pointer)))) === top
	)
}

/** Whether the data's own settings name the folder. With a common folder elsewhere, they could be the project's. */
async function isSubmodule(
	repository: Repository,
	top: string,
	own: string,
	common: string,
): Promise<boolean> {
	if (own !== common) return false
	const setting = await ownSetting(repository, 'core.worktree')
	return setting !== '' && (await realOf(resolve(own, setting))) === top
}

/** Refuses links, lists of further objects and settings that lead out of a repository's data. */
async function refuseLinksOut(
	repository: Repository,
	top: string,
	data: readonly string[],
): Promise<void> {
	for (const folder of new Set(data)) {
		const link = await linkOut(repository.folder, folder, data)
		if (link !== undefined) throw elsewhere(repository, link)
		const alternates = await alternatesOf(join(folder, 'objects'))
		if (alternates !== undefined) throw elsewhere(repository, alternates)
	}
	const included = await remotesElsewhere(repository, top)
	if (included !== undefined) throw elsewhere(repository, included)
	// Git 2.54 and later take a place of the references with it.
	const storage = await ownSetting(repository, 'extensions.refStorage')
	if (storage.includes(':')) throw elsewhere(repository, storage)
}

async function linkOut(
	root: string,
	folder: string,
	data: readonly string[],
): Promise<string | undefined> {
	for (const entry of await readdir(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name)
		if (data.includes(folder) && UNUSED.has(entry.name)) continue
		if (entry.isFIFO()) throw pipe(root, path)
		if (entry.isDirectory()) {
			const found = await linkOut(root, path, data)
			if (found !== undefined) return found
		} else if (entry.isSymbolicLink() && !EDITOR_LOCK.test(entry.name)) {
			const real = await realOf(path)
			// Git would write through a link to nowhere.
			if (real === null || !data.some((one) => isInside(one, real))) return path
		}
	}
	return undefined
}

/** The file that names further folders of objects. The repositories that tools make have none. */
async function alternatesOf(objects: string): Promise<string | undefined> {
	const list = join(objects, 'info', 'alternates')
	const lines = (await textIn(list)).split('\n')
	return lines.some((line) => line !== '' && !line.startsWith('#')) ? list : undefined
}

/** A file outside that the repository's own settings include, and that has remotes: those of another repository. */
async function remotesElsewhere(repository: Repository, top: string): Promise<string | undefined> {
	const printed = await git(
		repository,
		['config', '--list', '--name-only', '--show-scope', '--show-origin', '-z'],
		[0],
		MAX_INDEX_BYTES,
	)
	const words = printed.split('\0')
	const files = new Set<string>()
	for (let at = 0; at + 2 < words.length; at += 3) {
		const [scope = '', origin = '', name = ''] = words.slice(at, at + 3)
		const isOwn = scope === 'local' || scope === 'worktree'
		if (isOwn && /^(remote|url|branch)\./.test(name)) files.add(origin.replace(/^file:/, ''))
	}
	for (const file of files) {
		const real = await realOf(resolve(top, file))
		if (real === null || !isInside(top, real)) return file
	}
	return undefined
}

/** A setting of the repository itself, empty if it has none. */
async function ownSetting(repository: Repository, name: string): Promise<string> {
	const printed = await git(
		repository,
		['config', '--show-scope', '--no-includes', '-z', '--get-all', name],
		[0, 1],
	)
	const words = printed.split('\0')
	const at = words.findLastIndex((word) => word === 'local' || word === 'worktree')
	return at === -1 ? '' : (words[at + 1] ?? '')
}

/** Returns an empty text if the path is not a regular file. */
const textOf = (path: string): Promise<string> =>
	readRegular(path).then(
		(read) => read.toString('utf8'),
		() => '',
	)

const textIn = async (file: string): Promise<string> =>
	existsSync(file) ? (await readRegular(file)).toString('utf8') : ''

const realOf = (path: string): Promise<string | null> => realpath(path).then(rootOf, () => null)

function pipe(root: string, path: string): FileError {
	const shown = relative(root, path).replaceAll(sep, '/')
	return new FileError(
		'unsupported',
		`${shown} is a pipe and not a file, and git would wait for it. Nothing was done.`,
		{ hint: 'Ask the user to remove it, and which program may have made it.' },
	)
}

function elsewhere({ folder }: Repository, place: string): FileError {
	const shown = relative(folder, resolve(folder, place)).replaceAll(sep, '/')
	return new FileError(
		'outside_project',
		`The folder's .git leads to data of another repository (${shown}). Nothing was done.`,
		{
			hint: 'Tell the user. If it is meant, run_command with git works there: the user is then asked. A clone or a linked worktree of it needs no question.',
		},
	)
}
