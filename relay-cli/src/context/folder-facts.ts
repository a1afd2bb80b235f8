/** Facts of a linked folder that stand in a few of its files: which input system the game hears, and the Git branch. */
import { lstat, realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { EditorFacts } from '@fairlead/protocol/projects/project-context'
import { withoutSecrets } from '@fairlead/protocol/view/without-secrets'
import { openInPlace } from '../disk/regular-file.ts'
import { isInside, resolveInside } from '../files/jail.ts'

const MAX_BYTES = 256 * 1024
/** SHA-1, or SHA-256. */
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
/** Letters that no branch's name has, and the other rules of git for it. */
const NO_BRANCH =
	/[\p{Cc}\p{Zl}\p{Zp} ~^:?*[\\]|\.\.|@\{|^[/-]|\/$|\/\/|(?:^|\/)\.|\.lock(?:\/|$)|\.$|^@$/u
const MAX_BRANCH_CHARS = 200

/** `activeInputHandler` of the player settings: 0 legacy, 1 Input System, 2 both. */
export async function inputOf(folder: string): Promise<NonNullable<EditorFacts['input']>> {
	const [manifest, settings] = await Promise.all([
		inProject(folder, 'Packages/manifest.json'),
		inProject(folder, 'ProjectSettings/ProjectSettings.asset'),
	])
	if (!manifest?.includes('"com.unity.inputsystem"')) return 'legacy'
	const handler = /^\s*activeInputHandler: (\d)/m.exec(settings ?? '')?.[1]
	return handler === '0' ? 'legacy' : handler === '2' ? 'both' : 'input-system'
}

/**
 * The branch, or the first digits of a commit; in words, a repository that only begins above the folder: neither its
 * path nor its branch is told of here, because it may have nothing to do with the folder. Returns null if there is none.
 */
export async function gitStateOf(folder: string): Promise<string | null> {
	const head = await headOf(folder)
	return head === null ? stateAbove(folder) : withoutSecrets(head).slice(0, MAX_BRANCH_CHARS)
}

async function stateAbove(folder: string): Promise<string | null> {
	let above = folder
	for (let steps = 1; dirname(above) !== above; steps++) {
		above = dirname(above)
		if ((await headOf(above)) === null) continue
		return `no repository of its own; one begins ${steps === 1 ? 'one folder' : `${steps} folders`} above`
	}
	return null
}

/** The content of a file named HEAD is told to a model, so it must be as git writes it, and nothing else. */
async function headOf(folder: string): Promise<string | null> {
	const git = await gitFolder(folder)
	const head = git && lineOf(await beginning(join(git, 'HEAD')))
	if (!head) return null
	if (COMMIT.test(head)) return head.slice(0, 8)
	const branch = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1]
	return branch === undefined || NO_BRANCH.test(branch) ? null : branch
}

/**
 * The folder of git, without links. In a submodule, and in a work tree made by `git worktree`, `.git` is a file that names
 * it; a place elsewhere counts only if it names this folder as its own. Returns null if there is none.
 */
async function gitFolder(folder: string): Promise<string | null> {
	try {
		const real = await realpath(folder)
		const dotGit = join(real, '.git')
		if ((await lstat(dotGit)).isDirectory()) return dotGit
		const named = /^gitdir: (.+)$/.exec(lineOf(await beginning(dotGit)) ?? '')?.[1]
		if (named === undefined) return null
		const own = await realpath(resolve(real, named))
		return isInside(real, own) || (await isOf(own, real)) ? own : null
	} catch {
		return null
	}
}

/** Whether git's folder is that of a worktree (`gitdir`) or of a submodule (`core.worktree`) in this folder. */
async function isOf(own: string, folder: string): Promise<boolean> {
	const pointer = lineOf(await beginning(join(own, 'gitdir')))
	const setting = /^\s*worktree = (.+)$/m.exec((await beginning(join(own, 'config'))) ?? '')?.[1]
	const places = [
		...(pointer?.endsWith('.git') ? [dirname(pointer)] : []),
		...(setting === undefined ? [] : [setting.trim().replace(/^"(.*)"$/, '$1')]),
	]
	for (const place of places)
		if ((await realpath(resolve(own, place)).catch(() => null)) === folder) return true
	return false
}

/** A file's only line; null: it has another form. */
const lineOf = (text: string | null): string | null =>
	/^([^\r\n]+)\r?\n?$/.exec(text ?? '')?.[1] ?? null

/** Returns null if the file is missing, unreadable or closed. */
async function inProject(folder: string, path: string): Promise<string | null> {
	try {
		return await beginning(resolveInside(folder, path, 'read').real)
	} catch {
		return null
	}
}

/** @returns null unless it is a regular file at this very place */
async function beginning(real: string): Promise<string | null> {
	const file = await openInPlace(real).catch(() => null)
	if (!file) return null
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0)
		return buffer.toString('utf8', 0, bytesRead)
	} catch {
		return null
	} finally {
		await file.close()
	}
}
