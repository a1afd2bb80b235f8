/**
 * A folder whose name is that of a file (`Assets/Big.art`). Whether a person is asked about a deletion depends on the path
 * as written, and an approval for files must not cover it.
 */
import { lstatSync } from 'node:fs'
import type { Refusal } from '@fairlead/protocol/editors/editor-waits'
import { mayBeFolder } from '@fairlead/protocol/tools'
import { failed } from '@fairlead/protocol/wire/calls'
import { outcomeOfError } from './file-error.ts'
import { resolveInside } from './jail.ts'

const isFolder = (real: string): boolean =>
	lstatSync(real, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Looks at a call of an editor; null: it deletes no such folder. A path that the jail refuses ends the call. */
export function folderNamedAsFile(
	folder: string,
	{ method, params }: { readonly method: string; readonly params: Record<string, unknown> },
): Refusal | null {
	const { action, path } = params
	if (method !== 'unity_asset' || action !== 'delete' || typeof path !== 'string') return null
	if (mayBeFolder(path)) return null
	try {
		if (!isFolder(resolveInside(folder, path, 'read').real)) return null
	} catch (error) {
		return outcomeOfError(error)
	}
	return failed('invalid_arguments', `${path} is a folder. Nothing was deleted.`, {
		hint: `Use delete_file with ${path}/ for a folder with such a name: the user is then asked.`,
	})
}
