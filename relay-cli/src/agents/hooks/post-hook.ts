/**
 * `fairlead agents hook`: tells the running relay what Claude Code says on stdin. It runs within the agent's work, so it is
 * fast, and always ends well. Only for a permission that people may answer on the page it waits, beside the prompt in the
 * terminal, and it prints nothing but their answer.
 */
import type { RelayFile } from '@fairlead/protocol/wire/editor-link'
import { fairleadHome, readRelayFile } from '../../home/relay-file.ts'
import { askRelay } from '../../requests/local-client.ts'
import { type Fields, fieldsOf } from '../transcripts/fields.ts'

export const HOOK_PATH = '/agents/hook'
/** The path at which the hook of a permission waits for its answer: null, or a `PermissionAnswer`. */
export const PERMISSION_PATH = '/agents/permission'
/** The longest body that the relay takes. */
export const MAX_HOOK_BYTES = 64 * 1024
export const MAX_PERMISSION_BYTES = 512 * 1024
/** Limit of the wait for people, who are asked for less long; the hook's own timeout is a little more. */
const ANSWER_TIMEOUT_MS = 11 * 60_000
const TIMEOUT_MS = 2_000
/** A hook carries all that a tool is given, such as a whole file. */
const MAX_INPUT_BYTES = 16 * 1024 * 1024
const MAX_TEXT_CHARS = 2_000

/** The members that are sent: no prompts, no contents of files. */
const TEXTS = [
	'hook_event_name',
	'session_id',
	'transcript_path',
	'cwd',
	'source',
	'reason',
	'notification_type',
	'message',
	'tool_name',
	'agent_id',
	'agent_type',
] as const
const PERMISSION = ['session_id', 'agent_id', 'tool_name', 'tool_input'] as const
const INPUTS = [
	'command',
	'description',
	'file_path',
	'notebook_path',
	'pattern',
	'url',
	'query',
] as const

/** Resolves when the relay has it, when there is none, or after two seconds. */
export async function postHook(home?: string): Promise<void> {
	const timeout = setTimeout(() => process.exit(0), TIMEOUT_MS)
	try {
		const text = await stdin()
		const file = await readRelayFile(home ?? fairleadHome())
		if (file === null || text === null) return
		const told = fieldsOf(JSON.parse(text))
		const tell = askRelay(file, {
			method: 'POST',
			path: HOOK_PATH,
			timeoutMs: TIMEOUT_MS,
			body: hookBody(told),
		})
		if (told?.['hook_event_name'] !== 'PermissionRequest') {
			await tell
			return
		}
		// Beside the prompt in the terminal, it may take its time.
		clearTimeout(timeout)
		await tell.catch(() => undefined)
		await waitForAnswer(file, told)
	} catch {
		// The relay is away, or the input means nothing: the agent's work continues.
	} finally {
		clearTimeout(timeout)
	}
}

async function stdin(): Promise<string | null> {
	const chunks: Buffer[] = []
	let bytes = 0
	for await (const chunk of process.stdin) {
		bytes += (chunk as Buffer).length
		if (bytes > MAX_INPUT_BYTES) return null
		chunks.push(chunk as Buffer)
	}
	return Buffer.concat(chunks).toString('utf8')
}

/** The question goes to the relay whole: it shows it to people only if they may answer, and then all of it. */
async function waitForAnswer(file: RelayFile, told: Fields): Promise<void> {
	const body = Object.fromEntries(PERMISSION.map((name) => [name, told[name]]))
	if (Buffer.byteLength(JSON.stringify(body)) > MAX_PERMISSION_BYTES) return
	const said = await askRelay(file, {
		method: 'POST',
		path: PERMISSION_PATH,
		timeoutMs: ANSWER_TIMEOUT_MS,
		body,
	})
	const answer = fieldsOf(fieldsOf(said)?.['answer'])
	const behavior = answer?.['behavior']
	if (behavior !== 'allow' && behavior !== 'deny') return
	const decision = behavior === 'allow' ? { behavior } : { behavior, message: answer?.['message'] }
	const printed = { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } }
	await new Promise<void>((resolve) => {
		process.stdout.write(`${JSON.stringify(printed)}\n`, () => resolve())
	})
}

/** Pure. */
export function hookBody(value: unknown): Record<string, unknown> {
	const all = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
	const input = (
		typeof all['tool_input'] === 'object' && all['tool_input'] !== null ? all['tool_input'] : {}
	) as Record<string, unknown>
	const questions = Array.isArray(input['questions'])
		? input['questions'].slice(0, 4).map((one: unknown) => {
				const { question } = (one ?? {}) as { question?: unknown }
				return { question: text(question) }
			})
		: undefined
	return {
		...Object.fromEntries(TEXTS.map((name) => [name, text(all[name])])),
		tool_input: {
			...Object.fromEntries(INPUTS.map((name) => [name, text(input[name])])),
			questions,
		},
	}
}

const text = (value: unknown): string | undefined =>
	typeof value === 'string' ? value.slice(0, MAX_TEXT_CHARS) : undefined
