/**
 * Folders that are copied or moved with files inside that usually hold secrets. A question names the folder alone, and in
 * Auto there is none: only the relay knows what is in it.
 */
import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Refusal } from '@fairlead/protocol/editors/editor-waits'
import { holdsSecrets } from '@fairlead/protocol/tools'
import { failed } from '@fairlead/protocol/wire/calls'
import { bag, bags, text } from '@fairlead/protocol/wire/safe-read'
import { inSlices } from '../disk/yield-slices.ts'
import { FileError, outcomeOfError } from './file-error.ts'
import { resolveInside } from './jail.ts'
import { holdsOwnFiles } from './own-folders.ts'

const MAX_NAMED = 5
/** Costs, in units of a slice. A folder is also looked at for Fairlead's own files. */
const UNITS_OF_A_FOLDER = 1
const UNITS_OF_A_NAME = 0.1
const COPIED = 'copied'
const MOVED = 'moved'
type Done = typeof COPIED | typeof MOVED

/** The files below a real folder, the first ones by name. Links are not followed, and folders of Fairlead's own not entered. */
function* secretsIn(folder: string, shown: string): Generator<number, string[]> {
	const found: string[] = []
	const waiting = [{ folder, shown }]
	for (let at = waiting.pop(); at !== undefined && found.length < MAX_NAMED; at = waiting.pop()) {
		yield UNITS_OF_A_FOLDER
		for (const entry of entriesOf(at.folder)) {
			yield UNITS_OF_A_NAME
			const inside = { folder: join(at.folder, entry.name), shown: `${at.shown}/${entry.name}` }
			if (!entry.isDirectory()) {
				if (holdsSecrets(inside.shown)) found.push(inside.shown)
			} else if (!holdsOwnFiles(inside.folder)) waiting.push(inside)
		}
	}
	return found.sort().slice(0, MAX_NAMED)
}

/** None of a folder that cannot be read: nothing in it could be copied. */
function entriesOf(folder: string): Dirent[] {
	try {
		return readdirSync(folder, { withFileTypes: true })
	} catch {
		return []
	}
}

function* refusalOf(folder: string, shown: string, done: Done): Generator<number, Refusal | null> {
	// A person was asked about all that is in it.
	if (holdsSecrets(shown)) return null
	const secrets = yield* secretsIn(folder, shown)
	if (secrets.length === 0) return null
	return failed(
		'denied',
		`${shown} holds files that usually hold secrets (${secrets.join(', ')}). Nothing was ${done}.`,
		{
			hint: 'Name the files in it one by one: the user is asked about those with secrets. Or use run_command: the user is asked about the command.',
		},
	)
}

/**
 * @param folder real path
 * @throws {FileError} `denied` for a folder with such files
 */
export async function refuseSecretsInside(
	folder: string,
	shown: string,
	done: Done,
): Promise<void> {
	const refusal = await inSlices(refusalOf(folder, shown, done))
	if (refusal === null) return
	const { code, message, hint } = refusal.error
	throw new FileError(code, message, hint === undefined ? {} : { hint })
}

const isFolder = (real: string): boolean =>
	lstatSync(real, { throwIfNoEntry: false })?.isDirectory() ?? false

interface EditorCall {
	readonly method: string
	readonly params: Readonly<Record<string, unknown>>
}

/**
 * Looks at a call of an editor; null: it copies and moves no such folder. A path that the jail refuses is not looked at,
 * and ends the call. A large folder takes its time. Never throws or rejects.
 */
export const secretsInAssetFolder = (
	root: string,
	call: EditorCall,
): Refusal | null | Promise<Refusal | null> => inSlices(lookAt(root, call))

function* lookAt(root: string, { method, params }: EditorCall): Generator<number, Refusal | null> {
	if (method === 'unity_batch') {
		for (const { tool, args } of bags(params['operations'])) {
			const refusal = yield* lookAt(root, { method: text(tool) ?? '', params: bag(args) })
			if (refusal !== null) return refusal
		}
		return null
	}
	const path = text(params['path'])?.replace(/\/+$/, '')
	const done = { copy: COPIED, move: MOVED }[text(params['action']) ?? ''] as Done | undefined
	if (method !== 'unity_asset' || path === undefined || done === undefined) return null
	try {
		const { real } = resolveInside(root, path, 'read')
		return isFolder(real) ? yield* refusalOf(real, path, done) : null
	} catch (error) {
		return outcomeOfError(error)
	}
}
