/** `git` diff: without the contents of files that usually hold secrets, unless a person approved one by name. */
import {
	holdsSecrets,
	isLog,
	MAX_DIFF_TEXT,
	type ToolArgs,
	type ToolResult,
} from '@fairlead/protocol/tools'
import { ownFiles } from './closed-files.ts'
import { commitNamed, git, type Repository } from './git-process.ts'
import { shownLogDiff } from './log-diff.ts'
import { renamedSecrets } from './renamed-secrets.ts'

/** Paths on one command line. */
const MAX_PATHS = 500

type Args = ToolArgs<'git', 'diff'>
type Result = ToolResult<'git', 'diff'>

/** @param wanted the path of the arguments, as git gets it */
export async function diff(repository: Repository, args: Args, wanted: string): Promise<Result> {
	const since = args.since === undefined ? undefined : await commitNamed(repository, args.since)
	const range = [...(args.staged ? ['--cached'] : []), ...(since ? [since] : [])]
	const plain = ['--no-ext-diff', '--no-textconv', '--no-renames']
	// Git would otherwise start another git in a submodule, with that one's settings.
	const submodules = ['--submodule=short', '--ignore-submodules=dirty']
	const compare = ['diff', '--relative', ...plain, ...submodules, ...range]
	const names = await git(repository, [...compare, '--name-only', '-z', '--', wanted])
	const all = names.split('\0').filter((name) => name !== '')
	// Contents that are read go to a model provider: a file with secrets only if a person approved it by name.
	const isOwn = ownFiles(repository.folder)
	const renamed = await renamedSecrets(repository, range, since)
	const secret = all.filter(
		(name) => isOwn(name) || renamed.has(name) || (name !== args.path && holdsSecrets(name)),
	)
	// A path names what lies below it too: where a file became a folder, or a folder a file.
	const open = all.filter(
		(name) => !secret.some((hidden) => hidden === name || hidden.startsWith(`${name}/`)),
	)
	const shown = open.slice(0, MAX_PATHS)
	const textOf = async (paths: readonly string[]): Promise<string> =>
		paths.length === 0 ? '' : git(repository, [...compare, '--no-color', '--', ...paths])
	const logs = shownLogDiff(await textOf(shown.filter(isLog)))
	const text = (await textOf(shown.filter((name) => !isLog(name)))) + logs
	const other = all
		.filter((name) => renamed.has(name))
		.map((name) => `${name} (${renamed.get(name)})`)
	const rest = all.length - open.length - other.length
	const notes = [
		all.length === 0 && range.length === 0 ? await notCompared(repository, args, wanted) : null,
		rest > 0 ? leftOut(rest) : null,
		other.length > 0
			? `Files that were renamed from or to one that usually holds secrets are left out: ${other.slice(0, 5).join(', ')}.`
			: null,
		shown.length < open.length || text.length > MAX_DIFF_TEXT
			? 'The diff is cut: name a file or a folder.'
			: null,
	].filter((note) => note !== null)
	return {
		...(notes.length === 0 ? {} : { note: notes.join(' ') }),
		files: all.length,
		diff: text.slice(0, MAX_DIFF_TEXT),
	}
}

/** Names in the note. */
const MAX_NAMED = 5

/** The reason why git compared nothing: it tracks no such file yet. Returns null if there is no such reason. */
async function notCompared(
	repository: Repository,
	{ path }: Args,
	wanted: string,
): Promise<string | null> {
	const list = async (...options: string[]) =>
		(await git(repository, ['ls-files', '-z', ...options, '--', wanted]))
			.split('\0')
			.filter((name) => name !== '')
	const untracked = await list('--others', '--exclude-standard')
	if (untracked.length > 0) {
		const more = untracked.length > MAX_NAMED ? `, and ${untracked.length - MAX_NAMED} more` : ''
		return `New files, which git does not track, are not compared: ${untracked.slice(0, MAX_NAMED).join(', ')}${more}.`
	}
	if (path === undefined || (await list()).length > 0) return null
	return `Git tracks nothing at ${path}.`
}

const leftOut = (count: number): string =>
	count === 1
		? '1 file that usually holds secrets is left out; name it to ask the user for it.'
		: `${count} files that usually hold secrets are left out; name one to ask the user for it.`
