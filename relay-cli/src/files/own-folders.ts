/**
 * Folders with Fairlead's own tokens and keys: the home of a relay, and what `npm start` keeps in a clone. They are told
 * by what is in them, since people link folders that hold clones, and a relay knows only its own home.
 */
import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { OWN_FILES, OWN_FOLDER } from '@fairlead/protocol/tools'
import { readRegularSync } from '../disk/regular-file.ts'

/** Ours if one of the folders stands beside them. */
const OF_START = ['setup-token', 'secrets-key'] as const
const STATE: readonly string[] = ['home', 'state']
const OF_HOME = OWN_FILES.filter((name) => !OF_START.some((one) => one === name))
/** A home that was paired, and in which no relay has run yet. The names alone are those of many a website. */
const WITH_TOKENS = ['links.json', 'logins.json'] as const
const RELAY_TOKEN = '"flr_'
/** Larger than any of ours, and quickly read. */
const MAX_LOOKED_INTO = 256 * 1024

/** Whether a folder is one of them itself. @param has whether it holds this name */
export function holdsOwnFiles(
	folder: string,
	has: (name: string) => boolean = (name) => holds(folder, name),
): boolean {
	const own = OWN_FILES.filter(has)
	if (basename(folder).toLowerCase() === OWN_FOLDER) return own.length > 0 || has('home')
	return (
		own.length > 1 ||
		(OF_START.some((name) => own.includes(name)) && STATE.some(has)) ||
		WITH_TOKENS.some((name) => own.includes(name) && tells(join(folder, name), RELAY_TOKEN))
	)
}

const holds = (folder: string, name: string): boolean => existsSync(join(folder, name))

function tells(file: string, text: string): boolean {
	try {
		const found = lstatSync(file)
		const isOurs = found.isFile() && found.size <= MAX_LOOKED_INTO
		return isOurs && readRegularSync(file).includes(text)
	} catch {
		return false
	}
}

/** The outermost of them from one folder down to a path, both included; null: none. Real paths. */
export function ownFolderOn(from: string, path: string): string | null {
	let at = from
	if (holdsOwnFiles(at)) return at
	for (const name of relative(from, path).split(sep)) {
		if (name === '') continue
		at = join(at, name)
		if (holdsOwnFiles(at)) return at
	}
	return null
}

/** One of them below a real folder; null: it holds none. Links are not followed. Each folder is read once: some hold thousands. */
export function ownFolderIn(folder: string): string | null {
	const waiting = [folder]
	for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
		const entries = readdirSync(at, { withFileTypes: true })
		const names = new Set(entries.map(({ name }) => name))
		if (holdsOwnFiles(at, (name) => names.has(name))) return at
		for (const entry of entries) if (entry.isDirectory()) waiting.push(join(at, entry.name))
	}
	return null
}

/**
 * The one that a folder is or lies in; null: none. What lies beside the `home` and `state` of `npm start`, such as its demo
 * project, is nobody's secret, and is linked like any other folder.
 */
export function ownFolderAbove(real: string): string | null {
	for (let at = real; ; at = dirname(at)) {
		const [first = ''] = relative(at, real).split(sep)
		const isIn = at === real || STATE.includes(first) || OF_HOME.some((name) => holds(at, name))
		if (isIn && holdsOwnFiles(at)) return at
		if (dirname(at) === at) return null
	}
}
