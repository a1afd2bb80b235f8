/** A git worktree for one agent, on a branch of its own. Its files stay when the agent has ended. */
import { appendFile, mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { readRegular } from '../disk/regular-file.ts'
import { hasCode } from '../files/jail.ts'
import { git } from '../git/git-process.ts'
import { openRepository } from '../git/open-repository.ts'

/** Claude Code keeps its worktrees here. Unity ignores folders whose names begin with a dot. */
const WORKTREES = '.claude/worktrees'

/**
 * @param folder the linked folder, which may lie below the top of its repository
 * @param name of the branch and of the folder
 * @returns the linked folder's counterpart in the worktree
 * @throws {FileError} `not_found` if there is no git or no repository, otherwise with git's own words
 */
export async function addWorktree(
	folder: string,
	name: string,
	signal: AbortSignal,
): Promise<string> {
	const repository = await openRepository(folder, signal)
	const { prefix } = repository
	const file = (await git(repository, ['rev-parse', '--git-path', 'info/exclude'])).trim()
	await exclude(resolve(folder, file), `/${prefix}${WORKTREES}/`)
	const path = join(folder, WORKTREES, name)
	await git(repository, ['worktree', 'add', '--quiet', '-b', name, path, 'HEAD'])
	return join(path, prefix)
}

/** The other worktrees' files do not count as untracked files of this one. */
async function exclude(file: string, pattern: string): Promise<void> {
	const text = await readRegular(file).then(String, (error: unknown) => {
		if (hasCode(error, 'ENOENT')) return ''
		throw error
	})
	if (text.split(/\r?\n/).includes(pattern)) return
	await mkdir(dirname(file), { recursive: true })
	await appendFile(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${pattern}\n`)
}
