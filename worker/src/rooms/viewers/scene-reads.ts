/** The reads of an editor that a share link with the scene allows: what objects there are, and their properties. */
import type { ReadRequest } from './live-reads.ts'

/** Actions of `unity_query`. */
const SHARED: ReadonlySet<string> = new Set(['hierarchy', 'inspect_object'])

export function isSceneRead({ method, params }: ReadRequest): boolean {
	const { action } = (params ?? {}) as { readonly action?: unknown }
	return method === 'unity_query' && typeof action === 'string' && SHARED.has(action)
}
