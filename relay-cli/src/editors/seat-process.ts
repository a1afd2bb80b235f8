/** The process that has a seat, as the seat tells of it. */

import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import type { EditorHello } from '@fairlead/protocol/wire/editor-link'

/** The process whose windows may be looked at; null: a simulated editor has none. */
export const windowsOf = ({ kind, pid }: Pick<EditorHello, 'kind' | 'pid'>): number | null =>
	kind === 'unity' ? pid : null

export function processOf(hello: EditorHello): NonNullable<EditorSeat['process']> {
	return {
		sessionId: hello.sessionId,
		connSeq: hello.connSeq,
		pid: hello.pid,
		kind: hello.kind,
		unityVersion: hello.unityVersion,
		pluginVersion: hello.pluginVersion,
		productGuid: hello.productGuid,
	}
}
