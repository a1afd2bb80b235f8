/** Objects as Unity's bridge names them, and as our tools do. */
import { failed } from '@fairlead/protocol/calls'
import * as z from 'zod'
import type { Bridge } from './bridge.ts'
import { BridgeError } from './bridge-error.ts'

/** Said with every change. */
export const NOT_REVERTIBLE =
	"Made through Unity's own bridge: Fairlead cannot revert it (Edit > Undo in Unity can)."

const text = z
	.union([z.string(), z.number().transform(String)])
	.nullish()
	.catch(null)

/** Any part may be missing: versions differ. */
const Identity = z.object({
	globalId: text,
	instanceId: text,
	hierarchyPath: text,
	name: text,
	type: text,
	assetPath: text,
})
export type Identity = z.infer<typeof Identity>

export const identityIn = (value: unknown): Identity => Identity.parse(Object(value) ?? {})

const Found = z.object({ gameObjects: z.array(z.unknown()) })

/** An object that was never saved has no id of its own, and the bridge's instance ids may be rounded. */
const isUsable = (globalId: string | null | undefined): globalId is string =>
	typeof globalId === 'string' && !/-0-0$|^GlobalObjectId_V1-0-/.test(globalId)

/** What the bridge takes for this object, and what we give out as its id. */
export const handleOf = ({ globalId, hierarchyPath, instanceId }: Identity): string =>
	(isUsable(globalId) ? globalId : hierarchyPath) ?? instanceId ?? ''

export const nameOf = ({ name, hierarchyPath }: Identity): string =>
	name ?? hierarchyPath?.split('/').at(-1) ?? ''

export interface Target {
	readonly handle: string
	readonly path: string
	readonly name: string
}

const targetOf = (identity: Identity): Target => ({
	handle: handleOf(identity),
	path: identity.hierarchyPath ?? '',
	name: nameOf(identity),
})

/**
 * The one object that a reference means. The bridge itself takes the first of several with the same path.
 *
 * @throws {BridgeError} `not_found`, `ambiguous`, or `unsupported` for a reference that only our package understands.
 */
export async function findTarget(bridge: Bridge, ref: string): Promise<Target> {
	if (ref.startsWith('GlobalObjectId_')) return { handle: ref, path: '', name: '' }
	if (!ref.startsWith('/') || /^\/[^/]+:\//.test(ref) || ref.includes('#'))
		throw new BridgeError(
			failed('unsupported', `Unity's own bridge does not find an object by "${ref}".`, {
				hint: 'Use a path such as /Parent/Child, or an id from an earlier result. Nothing was changed.',
			}),
		)
	const numbered = /^(.+)\[(\d+)\]$/.exec(ref)
	const exact = await objectsAt(bridge, ref)
	const [only] = exact
	if (only && exact.length === 1) return targetOf(only)
	if (exact.length === 0 && numbered) {
		const siblings = await objectsAt(bridge, String(numbered[1]))
		const one = siblings[Number(numbered[2]) - 1]
		if (one) return targetOf(one)
	}
	if (exact.length === 0)
		throw new BridgeError(
			failed('not_found', `There is no object "${ref}". Nothing was changed.`, {
				hint: 'Look with unity_query hierarchy or find.',
			}),
		)
	throw new BridgeError(
		failed('ambiguous', `${exact.length} objects have the path "${ref}". Nothing was changed.`, {
			hint: `Name one by its number: ${ref}[1] is the first.`,
			data: { ids: exact.slice(0, 20).map(handleOf) },
		}),
	)
}

/** In the order of the hierarchy. */
export async function objectsAt(bridge: Bridge, path: string): Promise<Identity[]> {
	return objectsIn(await bridge.run('find_gameobjects', { hierarchy_path: path }))
}

export function objectsIn(result: unknown): Identity[] {
	const found = Found.safeParse(result)
	return found.success ? found.data.gameObjects.map(identityIn) : []
}

/** The result of a change to an object, with what the bridge did not take. */
export function changed(
	bridge: Bridge,
	identity: Identity,
	fallback?: Target,
): Record<string, unknown> {
	return {
		note: noteOf(bridge),
		instanceId: handleOf(identity) || (fallback?.handle ?? ''),
		name: nameOf(identity) || (fallback?.name ?? ''),
		path: identity.hierarchyPath ?? fallback?.path ?? '',
	}
}

export function noteOf({ ignored }: Bridge, more = ''): string {
	const lost =
		ignored.length > 0 ? ` Unity did not take these arguments: ${ignored.join(', ')}.` : ''
	return `${more}${more ? ' ' : ''}${NOT_REVERTIBLE}${lost}`
}

/** @throws {BridgeError} if an argument is given that the bridge has no counterpart of. */
export function refuseGiven(
	args: Readonly<Record<string, unknown>>,
	names: readonly string[],
): void {
	const given = names.filter((name) => args[name] !== undefined && args[name] !== false)
	if (given.length === 0) return
	throw new BridgeError(
		failed(
			'unsupported',
			`Unity's own bridge cannot do this with ${given.join(', ')}. Nothing was changed.`,
			{
				hint: 'Leave it out, look for a pipeline_ command with find_tools, or ask the user to install the Fairlead package.',
			},
		),
	)
}
