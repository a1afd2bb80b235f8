/**
 * Folders that are copied or moved with files inside that usually hold secrets. A question names the folder alone, and in
 * Auto there is none: only the relay knows what is in it.
 */
import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Refusal } from '@fairlead/protocol/editors/editor-waits'
import { holdsSecrets } from '@fairlead/protocol/tools'
import { failed } from '@fairlead/protocol/wire/calls'
import { bag, bags, text } from '@fairlead/protocol/wire/safe-read'
import { FileError } from './file-error.ts'
import { holdsOwnFiles } from './own-folders.ts'

const MAX_NAMED = 5
const COPIED = 'copied'
const MOVED = 'moved'
type Done = typeof COPIED | typeof MOVED

/** The files below a real folder, the first ones by name. Links are not followed, and folders of Fairlead's own not entered. */
function secretsIn(folder: string, shown: string): string[] {
	const found: string[] = []
	const waiting = [{ folder, shown }]
	for (let at = waiting.pop(); at !== undefined && found.length < MAX_NAMED; at = waiting.pop()) {
		for (const entry of entriesOf(at.folder)) {
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

function refusalOf(folder: string, shown: string, done: Done): Refusal | null {
	// A person was asked about all that is in it.
	if (holdsSecrets(shown)) return null
	const secrets = secretsIn(folder, shown)
	if (secrets.length === 0) return null
	return failed(
		'denied',
		`${shown} holds files that usually hold secrets (${secrets.join(', ')}). Nothing was ${done}.`,
		{
			hint: 'Name the files in it one by one: the user is asked about those with secrets. Or use run_command: the user is asked about the command.',
		},
	)
}

/** @throws {FileError} `denied` for a folder with such files */
export function refuseSecretsInside(folder: string, shown: string, done: Done): void {
	const refusal = refusalOf(folder, shown, done)
	if (refusal === null) return
	const { code, message, hint } = refusal.error
	throw new FileError(code, message, hint === undefined ? {} : { hint })
}

const isFolder = (path: string): boolean =>
	statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

interface EditorCall {
	readonly method: string
	readonly params: Readonly<Record<string, unknown>>
}

/** Looks at a call of an editor; null: it copies and moves no such folder. */
export function secretsInAssetFolder(root: string, { method, params }: EditorCall): Refusal | null {
	if (method === 'unity_batch')
		return bags(params['operations']).reduce<Refusal | null>(
			(refusal, { tool, args }) =>
				refusal ?? secretsInAssetFolder(root, { method: text(tool) ?? '', params: bag(args) }),
			null,
		)
	const path = text(params['path'])?.replace(/\/+$/, '')
	const done = { copy: COPIED, move: MOVED }[text(params['action']) ?? ''] as Done | undefined
	if (method !== 'unity_asset' || path === undefined || done === undefined) return null
	const folder = join(root, path)
	return isFolder(folder) ? refusalOf(folder, path, done) : null
}
