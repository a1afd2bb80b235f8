/** Transcript lines and hook bodies that are malformed, or of the right shape with the wrong values in them. Always the same. */
import fc from 'fast-check'

const SEED = 7
const long = fc.constantFrom('x'.repeat(201), '🚪'.repeat(3_000))
/** Right in most cases: what lies within it is reached. */
const mostly = <T>(right: fc.Arbitrary<T>) =>
	fc.oneof({ arbitrary: right, weight: 4 }, { arbitrary: fc.jsonValue({ maxDepth: 2 }), weight: 1 })
const count = fc.oneof(fc.maxSafeInteger(), fc.double())

export const hostileLines = (numRuns: number): string[] =>
	fc.sample(line(), { numRuns, seed: SEED })

function line(): fc.Arbitrary<string> {
	const value = fc.jsonValue({ maxDepth: 3 })
	const type = fc.constantFrom(
		'assistant',
		'assistant',
		'user',
		'user',
		'system',
		'progress',
		'queue-operation',
		'custom-title',
		'x',
		'__proto__',
	)
	const id = fc.oneof(fc.string(), long, value)
	const part = fc.record({
		type: mostly(
			fc.constantFrom('text', 'thinking', 'tool_use', 'server_tool_use', 'tool_result', 'image'),
		),
		id,
		tool_use_id: id,
		name: fc.oneof(fc.constantFrom('Bash', 'Edit', 'MultiEdit', 'AskUserQuestion', 'Task'), value),
		input: fc.oneof(
			fc.record({
				command: value,
				file_path: fc.oneof(fc.constantFrom('a.ts', '.env'), long, value),
				edits: value,
				questions: value,
			}),
			value,
		),
		text: fc.oneof(fc.string(), long, value),
		content: value,
	})
	const shaped = fc.record({
		type,
		subtype: fc.oneof(fc.constantFrom('turn_duration', 'compact_boundary', 'init', 'usage'), value),
		timestamp: fc.oneof(fc.constantFrom('2026-11-28T12:00:00Z', '-1', '9'.repeat(30)), value),
		cwd: value,
		gitBranch: fc.oneof(fc.string(), value),
		message: mostly(
			fc.record({
				id,
				model: fc.oneof(fc.string(), fc.constant('claude-sonnet-5'), value),
				content: mostly(fc.oneof(fc.array(part, { maxLength: 4 }), fc.string())),
				usage: mostly(
					fc.record({ input_tokens: count, output_tokens: count, cache_creation: value }),
				),
			}),
		),
		data: fc.oneof(fc.record({ type: fc.oneof(fc.constant('mcp_progress'), value) }), value),
		toolUseResult: fc.oneof(
			fc.record({ agentId: id, status: fc.constantFrom('async_launched', 'completed') }),
			value,
		),
		operation: fc.oneof(fc.constant('enqueue'), value),
		content: fc.oneof(fc.constant('<task-notification><task-id>x</task-id>'), value),
		customTitle: value,
		teamName: value,
		program: fc.oneof(long, value),
		used: count,
		size: count,
		cost: count,
	})
	return fc.oneof(
		{ arbitrary: shaped.map((one) => JSON.stringify(one)), weight: 5 },
		{ arbitrary: fc.string().map((text) => text.replaceAll('\n', '')), weight: 1 },
		{ arbitrary: value.map((one) => JSON.stringify(one)), weight: 1 },
		{ arbitrary: shaped.map((one) => JSON.stringify(one).slice(0, -3)), weight: 1 },
	)
}

/** @param sessions that they are of, beside others */
export function hostileBodies(numRuns: number, sessions: readonly string[]): unknown[] {
	const value = fc.jsonValue({ maxDepth: 2 })
	const names = [
		'SessionStart',
		'SessionEnd',
		'PermissionRequest',
		'Notification',
		'Stop',
		'SubagentStop',
		'x',
	]
	const text = fc.oneof(fc.string(), long, value)
	const edit = { old_string: text, new_string: text, replace_all: value }
	const file_path = fc.oneof(fc.constantFrom('', 'a.txt', '.env', '\0', '/'), text)
	const input = fc.oneof(
		fc.record({ command: text }),
		fc.record({ command: text, questions: value }),
		fc.record({ file_path, content: text }),
		fc.record({ file_path, ...edit }, { requiredKeys: ['file_path'] }),
		fc.record({ file_path, edits: fc.oneof(fc.array(fc.record(edit), { maxLength: 3 }), value) }),
		value,
	)
	const body = fc.oneof(
		value,
		fc.record({
			hook_event_name: fc.oneof(fc.constantFrom(...names), value),
			session_id: fc.oneof(
				{ arbitrary: fc.constantFrom(...sessions), weight: 3 },
				{ arbitrary: text, weight: 1 },
			),
			agent_id: fc.oneof(fc.constant('a1'), value),
			agent_type: text,
			tool_name: fc.oneof(
				fc.constantFrom('Bash', 'AskUserQuestion', 'Edit', 'MultiEdit', 'Write', 'x'),
				text,
			),
			tool_input: input,
			notification_type: fc.oneof(fc.constantFrom('permission_prompt', 'agent_needs_input'), value),
			message: fc.oneof(fc.string({ maxLength: 1_000 }), value),
			reason: fc.oneof(fc.constantFrom('clear', 'resume'), value),
			source: fc.oneof(fc.constantFrom('clear', 'resume', 'compact'), value),
			transcript_path: text,
		}),
	)
	return fc.sample(body, { numRuns, seed: SEED })
}
