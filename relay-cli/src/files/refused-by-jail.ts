/** Asks the jail, and the disk, about a call that a person would be asked about. */

import {
	missingPlace,
	neededPlace,
	placesOf,
	refusedPlace,
	resolveCall,
} from '@fairlead/protocol/tools'
import { type CallError, failed } from '@fairlead/protocol/wire/calls'
import { FileError } from './file-error.ts'
import { resolveInside } from './jail.ts'

/** The error with which the call would end; null: neither has anything against it. Never throws. */
export function refusedByJail(
	folder: string,
	{ name, params }: { readonly name: string; readonly params: Record<string, unknown> },
): CallError | null {
	const resolved = resolveCall(name, params)
	if (!resolved.ok) return null
	// The kind of the folder is the jail's to find out.
	const refused = refusedPlace(resolved.call, 'plain')
	if (refused) return refused
	const needed = neededPlace(resolved.call)
	for (const { path, purpose } of placesOf(resolved.call)) {
		try {
			const { exists, shown } = resolveInside(folder, path, purpose)
			if (!exists && path === needed) return missingPlace(shown)
		} catch (error) {
			// Anything else may have passed when the person answers.
			if (!(error instanceof FileError)) return null
			const { code, message, hint } = error
			return failed(code, message, hint === undefined ? {} : { hint }).error
		}
	}
	return null
}
