/** The room's news to the project's automations. */
import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import type { Env } from '../../env.ts'
import { callWithRetry } from '../../ports/retry.ts'

export interface AutomationsLink {
	/** A Unity process came. May be told again. */
	connected(projectId: string, seat: EditorSeat, sessionId: string): Promise<void>
	/** An editor came, for which deliveries wait. May be told again. */
	came(projectId: string): Promise<void>
}

export function linkAutomations(env: Env): AutomationsLink {
	const automations = (projectId: string) => env.AUTOMATIONS.getByName(projectId)
	return {
		connected: (projectId, { editorKey, name, process }, sessionId) =>
			callWithRetry(() =>
				automations(projectId).happened(projectId, {
					event: 'editor_connected',
					key: `${editorKey}:${sessionId}`,
					payload: { editor: { name, kind: process?.kind, unityVersion: process?.unityVersion } },
				}),
			),
		came: (projectId) => callWithRetry(() => automations(projectId).editorCame()),
	}
}
