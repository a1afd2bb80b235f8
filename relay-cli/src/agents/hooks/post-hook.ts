/**
 * `fairlead agents hook`: tells the running relay what Claude Code says on stdin. It runs within the agent's work, so it is
 * fast, prints nothing (Claude Code would read it as an answer), and always ends well.
 */
import { askRelay } from '../../local-client.ts'
import { fairleadHome, readRelayFile } from '../../relay-file.ts'

export const HOOK_PATH = '/agents/hook'
/** What the relay takes. */
export const MAX_HOOK_BYTES = 64 * 1024
const TIMEOUT_MS = 2_000
/** A hook carries all that a tool is given, such as a whole file. */
const MAX_INPUT_BYTES = 16 * 1024 * 1024
const MAX_TEXT_CHARS = 2_000

/** What is sent: no prompts, no contents of files. */
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
		const body = hookBody(JSON.parse(text))
		await askRelay(file, { method: 'POST', path: HOOK_PATH, timeoutMs: TIMEOUT_MS, body })
	} catch {
		// The relay is away, or the input means nothing: the agent's work goes on.
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
