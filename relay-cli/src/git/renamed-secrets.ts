/** Files of a diff that were, or became, one that usually holds secrets: what is removed from them stands in that one. */
import { holdsSecrets } from '@fairlead/protocol/tools'
import { git, type Repository } from './git-process.ts'

/** Commits that are looked through for renames, the newest first. */
const MAX_COMMITS = 1_000
/** A file that was renamed and changed is the same one if so much of it stayed. */
const SIMILAR = '--find-renames=30%'
/** Bytes of git's list of renames, which is long in a large repository. */
const MAX_LIST_BYTES = 16 * 1024 * 1024

/**
 * Maps a path in the project to a name of the same file that usually holds secrets.
 * @param range of the diff, as git takes it
 * @param since the id of the commit that the diff begins with; undefined: it is about what is not committed
 */
export async function renamedSecrets(
	repository: Repository,
	range: readonly string[],
	since: string | undefined,
): Promise<ReadonlyMap<string, string>> {
	const list = [
		'--no-relative',
		'--no-ext-diff',
		'--no-textconv',
		'--submodule=short',
		'--ignore-submodules=all',
		SIMILAR,
		'--diff-filter=R',
		'--name-status',
		'-z',
	]
	const now = await git(repository, ['diff', ...list, ...range, '--'], [0], MAX_LIST_BYTES)
	const commits = ['log', '--format=', '--no-show-signature', `--max-count=${MAX_COMMITS}`]
	const then =
		since === undefined
			? ''
			: await git(
					repository,
					[...commits, ...list, `${since}...HEAD`, '--'],
					// Before the first commit there is no HEAD.
					[0, 128],
					MAX_LIST_BYTES,
				)
	return secretNames([...pairsIn(now), ...pairsIn(then)], repository.prefix)
}

type Renamed = readonly [from: string, to: string]

function pairsIn(list: string): Renamed[] {
	const words = list.split('\0')
	return words.flatMap((word, at): Renamed[] =>
		/^\n?R\d{3}$/.test(word) ? [[words[at + 1] ?? '', words[at + 2] ?? '']] : [],
	)
}

/** A file may have been renamed several times, in any direction. */
function secretNames(pairs: readonly Renamed[], prefix: string): ReadonlyMap<string, string> {
	const known = new Map<string, string>()
	const beside = new Map<string, string[]>()
	for (const [from, to] of pairs) {
		beside.set(from, [...(beside.get(from) ?? []), to])
		beside.set(to, [...(beside.get(to) ?? []), from])
	}
	const open = [...beside.keys()].filter(holdsSecrets).map((path): Renamed => [path, path])
	for (let next = open.pop(); next; next = open.pop()) {
		const [path, secret] = next
		if (known.has(path)) continue
		known.set(path, secret)
		for (const other of beside.get(path) ?? []) open.push([other, secret])
	}
	return new Map(
		[...known]
			.filter(([path]) => path.startsWith(prefix) && !holdsSecrets(path))
			.map(([path, secret]) => [path.slice(prefix.length), secret]),
	)
}
