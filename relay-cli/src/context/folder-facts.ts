/** Facts of a linked folder that stand in a few of its files: which input system the game hears, and the Git branch. */
import { open } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { EditorFacts } from '@fairlead/protocol/projects/project-context'

const MAX_BYTES = 256 * 1024

/** `activeInputHandler` of the player settings: 0 legacy, 1 Input System, 2 both. */
export async function inputOf(folder: string): Promise<NonNullable<EditorFacts['input']>> {
	const [manifest, settings] = await Promise.all([
		beginning(join(folder, 'Packages', 'manifest.json')),
		beginning(join(folder, 'ProjectSettings', 'ProjectSettings.asset')),
	])
	if (!manifest?.includes('"com.unity.inputsystem"')) return 'legacy'
	const handler = /^\s*activeInputHandler: (\d)/m.exec(settings ?? '')?.[1]
	return handler === '0' ? 'legacy' : handler === '2' ? 'both' : 'input-system'
}

/**
 * The branch, or the first digits of a commit; in words, a repository that only begins above the folder: neither its
 * path nor its branch is told of here, because it may have nothing to do with the folder. Null: there is none.
 */
export async function gitStateOf(folder: string): Promise<string | null> {
	const head = await headOf(folder)
	if (!head) return stateAbove(folder)
	const branch = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1]
	return (branch ?? head.slice(0, 8)).slice(0, 200)
}

async function stateAbove(folder: string): Promise<string | null> {
	let above = folder
	for (let steps = 1; dirname(above) !== above; steps++) {
		above = dirname(above)
		if (!(await headOf(above))) continue
		return `no repository of its own; one begins ${steps === 1 ? 'one folder' : `${steps} folders`} above`
	}
	return null
}

const headOf = async (folder: string): Promise<string | undefined> =>
	(await beginning(join(await gitFolder(folder), 'HEAD')))?.trim()

/** The folder of git. In a submodule, and in a work tree made by `git worktree`, `.git` is a file that names it. */
async function gitFolder(folder: string): Promise<string> {
	const dotGit = join(folder, '.git')
	const named = /^gitdir: (.+)$/m.exec((await beginning(dotGit)) ?? '')?.[1]
	return named === undefined ? dotGit : resolve(folder, named)
}

/** @returns null if the file is missing or unreadable */
async function beginning(path: string): Promise<string | null> {
	const file = await open(path, 'r').catch(() => null)
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
