/** The calls that a person may make on the page, with a button or a field: no model asks for them, so nobody is asked. Pure. */
import { permissionsOfResolved } from './permissions.ts'
import { resolveCall } from './registry.ts'

/** Whether its action is declared `byHand`, and its arguments do not raise the risk above that of a change that can be undone. */
export function isOwnCall(tool: string, input: unknown): boolean {
	const resolved = resolveCall(tool, input)
	if (!resolved.ok || !resolved.call.action.byHand) return false
	return permissionsOfResolved(resolved.call).every(({ risk }) => risk === 'write')
}
