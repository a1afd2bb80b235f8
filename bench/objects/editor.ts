/** The other end of a measured turn: answers each call with the registry's example. */
import { TOOLS, type ToolName } from '@fairlead/protocol/tools'
import type { Relay } from '../../worker/test/double/harness.ts'

export const REQUEST = 'create a cube named Box at 0 3 0 and then save the scene'

/** Until the returned function is called. */
export function serve(relay: Relay): () => void {
	const answered = new Set<string>()
	const timer = setInterval(() => {
		for (const { callId, method, params } of relay.calls()) {
			if (answered.has(callId)) continue
			answered.add(callId)
			const actions = TOOLS[method as ToolName]?.actions as
				| Record<string, { examples: readonly { result: unknown }[] }>
				| undefined
			// A tool of the project has no example.
			const result = actions?.[String(params['action'] ?? 'run')]?.examples[0]?.result ?? null
			relay.reply(callId, { status: 'ok', result })
		}
	}, 2)
	return () => clearInterval(timer)
}
