/** The errors for a missing file and a missing folder: they name what was probably meant. */
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { nearest } from '@fairlead/protocol/tools'
import { FileError } from './file-error.ts'
import { type JailedPath, rootOf } from './jail.ts'
import { searchableFiles } from './search/searchable-files.ts'

const MAX_SUGGESTED = 5
/** Time limit for finding suggestions; the error is correct without them. */
const TIME_LIMIT_MS = 1_000

/** A shorter part of a name, such as the `y` of `Y.cs`, is in names that have nothing to do with it. */
const MIN_PART = 3
/** One letter wrong, missing or too many in four. */
const MAX_WRONG_SHARE = 1 / 4

/** Whether two names differ by a few letters (Levenshtein). */
function isNear(a: string, b: string): boolean {
	const most = Math.floor(Math.max(a.length, b.length) * MAX_WRONG_SHARE)
	if (Math.abs(a.length - b.length) > most) return false
	let row = Array.from({ length: b.length + 1 }, (_, i) => i)
	for (let i = 1; i <= a.length; i++) {
		const next = [i]
		for (let j = 1; j <= b.length; j++) {
			const same = a[i - 1] === b[j - 1] ? 0 : 1
			next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same))
		}
		row = next
	}
	return (row[b.length] ?? most + 1) <= most
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase()
const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '')

/** `not_found`, with files of the same or a similar name anywhere in the project. */
export async function missingFile(folder: string, path: JailedPath): Promise<FileError> {
	const found = await filesLike(folder, path.shown)
	const [best] = found
	return new FileError('not_found', `The file ${path.shown} does not exist.`, {
		hint: best === undefined ? 'Use list_directory to find it.' : `Did you mean ${best}?`,
		...(found.length > 0 ? { data: { nearest: found } } : {}),
	})
}

/** `not_found`, with the nearest folder that exists and what it holds. */
export async function missingFolder(folder: string, path: JailedPath): Promise<FileError> {
	const segments = path.shown.split('/')
	let entries: Dirent[] | null = null
	while (entries === null && segments.pop() !== undefined) {
		const place = join(rootOf(folder), ...segments)
		entries = await readdir(place, { withFileTypes: true }).catch(() => null)
	}
	const parent = segments.join('/')
	const folders = (entries ?? [])
		.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
		.map(({ name }) => (parent === '' ? name : `${parent}/${name}`))
	const found = nearest(path.shown, folders, MAX_SUGGESTED)
	return new FileError('not_found', `The folder ${path.shown} does not exist.`, {
		hint: `Look into ${parent === '' ? 'the project folder' : parent} with list_directory.`,
		...(found.length > 0 ? { data: { nearest: found } } : {}),
	})
}

async function filesLike(folder: string, wanted: string): Promise<string[]> {
	const name = nameOf(wanted)
	const stem = stemOf(name)
	const isLike = (path: string): boolean => {
		const other = nameOf(path)
		if (other.endsWith('.meta') && !name.endsWith('.meta')) return false
		const otherStem = stemOf(other)
		if (other === name || isNear(stem, otherStem)) return true
		const [short, long] = [stem, otherStem].sort((a, b) => a.length - b.length) as [string, string]
		return short.length >= MIN_PART && long.includes(short)
	}
	try {
		const root = rootOf(folder)
		const start = { root, shown: '.', real: root, exists: true }
		const { files } = await searchableFiles(root, start, isLike, AbortSignal.timeout(TIME_LIMIT_MS))
		return nearest(
			wanted,
			files.map((file) => file.path),
			MAX_SUGGESTED,
		)
	} catch {
		return []
	}
}
