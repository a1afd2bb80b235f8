/** News of a hook of Claude Code, from `fairlead agents hook`, which sends no more than this. Pure. */
import { cut, type Fields, fieldsOf, textOf } from '../transcripts/fields.ts'

export type HookEvent = {
	readonly sessionId: string
	/** The sub-agent it happened in; null: the session itself. */
	readonly agentId: string | null
	readonly agentType: string | null
} & (
	| { readonly kind: 'session-start'; readonly source: string; readonly transcript: string | null }
	| { readonly kind: 'session-end'; readonly reason: string }
	| { readonly kind: 'permission'; readonly tool: string; readonly input: Fields }
	| { readonly kind: 'notification'; readonly type: string; readonly message: string }
	| { readonly kind: 'stop' }
	| { readonly kind: 'sub-stop' }
)

const MAX_CHARS = 4_000

/** Returns null for an event that says nothing here. */
export function hookEventOf(value: unknown): HookEvent | null {
	const body = fieldsOf(value)
	const sessionId = textOf(body?.['session_id'])
	if (!body || !sessionId || sessionId.length > 100) return null
	const text = (name: string): string => cut(textOf(body[name]) ?? '', MAX_CHARS)
	const of = {
		sessionId,
		agentId: text('agent_id') || null,
		agentType: text('agent_type') || null,
	}
	switch (body['hook_event_name']) {
		case 'SessionStart': {
			const transcript = text('transcript_path') || null
			return { ...of, kind: 'session-start', source: text('source'), transcript }
		}
		case 'SessionEnd':
			return { ...of, kind: 'session-end', reason: text('reason') }
		case 'PermissionRequest': {
			const input = fieldsOf(body['tool_input']) ?? {}
			return { ...of, kind: 'permission', tool: text('tool_name'), input }
		}
		case 'Notification':
			return notification(of, text('notification_type'), text('message'))
		case 'Stop':
			return { ...of, kind: 'stop' }
		case 'SubagentStop':
			return { ...of, kind: 'sub-stop' }
		default:
			return null
	}
}

function notification(
	of: Pick<HookEvent, 'sessionId' | 'agentId' | 'agentType'>,
	type: string,
	message: string,
): HookEvent {
	if (type !== '') return { ...of, kind: 'notification', type, message }
	// Older versions say it in words only.
	const guessed = /permission/i.test(message) ? 'permission_prompt' : 'idle_prompt'
	return { ...of, kind: 'notification', type: guessed, message }
}
