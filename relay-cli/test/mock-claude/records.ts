/** Lines of a transcript, in the shapes in which Claude Code 2.1 writes them. */
import { randomUUID } from 'node:crypto'

export interface RecordOptions {
	readonly sessionId: string
	readonly cwd: string
	/** Unix milliseconds. */
	readonly now: () => number
	readonly branch?: string
	readonly model?: string
	/** Id of the sub-agent, in its own file. */
	readonly agentId?: string
	readonly team?: { readonly name: string; readonly member?: string }
}

export type Content = Readonly<Record<string, unknown>>

/** `hour`: of what was written to the cache, for an hour. */
export interface MockUsage {
	readonly input?: number
	readonly output?: number
	readonly read?: number
	readonly write?: number
	readonly hour?: number
}

export const MODEL = 'claude-sonnet-5-20260115'

export class Records {
	readonly #options: RecordOptions
	#parent: string | null = null
	#messages = 0

	constructor(options: RecordOptions) {
		this.#options = options
	}

	/** Any record, with what most of them have. */
	record(type: string, more: Content = {}): string {
		const { sessionId, cwd, now, branch = 'main', agentId, team } = this.#options
		const uuid = randomUUID()
		const line = JSON.stringify({
			parentUuid: this.#parent,
			isSidechain: agentId !== undefined,
			...(agentId === undefined ? {} : { agentId }),
			userType: 'external',
			cwd,
			sessionId,
			version: '2.1.222',
			gitBranch: branch,
			...(team === undefined ? {} : { teamName: team.name }),
			...(team?.member === undefined ? {} : { agentName: team.member }),
			type,
			...more,
			uuid,
			timestamp: new Date(now()).toISOString(),
		})
		this.#parent = uuid
		return line
	}

	/** A record beside the conversation, without an id or a folder. */
	meta(type: string, more: Content = {}): string {
		return JSON.stringify({ type, sessionId: this.#options.sessionId, ...more })
	}

	prompt(content: string | readonly Content[], more: Content = {}): string {
		return this.record('user', { message: { role: 'user', content }, ...more })
	}

	clear(): string {
		return this.prompt(
			'<command-name>/clear</command-name>\n            <command-message>clear</command-message>\n            <command-args></command-args>',
		)
	}

	interrupted(): string {
		return this.prompt([{ type: 'text', text: '[Request interrupted by user for tool use]' }])
	}

	/** A new message unless `id` is that of an earlier one: the real one writes a record for each part of a message. */
	assistant(part: Content, usage: MockUsage = {}, id = this.newMessage()): string {
		const { input = 4, output = 20, read = 1_000, write = 100, hour = 0 } = usage
		return this.record('assistant', {
			message: {
				id,
				type: 'message',
				role: 'assistant',
				model: this.#options.model ?? MODEL,
				content: [part],
				stop_reason: null,
				stop_sequence: null,
				usage: {
					input_tokens: input,
					cache_creation_input_tokens: write,
					cache_read_input_tokens: read,
					cache_creation: {
						ephemeral_5m_input_tokens: write - hour,
						ephemeral_1h_input_tokens: hour,
					},
					output_tokens: output,
					service_tier: 'standard',
				},
			},
			requestId: `req_${this.#messages}`,
		})
	}

	newMessage(): string {
		this.#messages++
		return `msg_${this.#options.agentId ?? ''}${this.#messages}`
	}

	text(text: string, usage?: MockUsage, id?: string): string {
		return this.assistant({ type: 'text', text }, usage, id)
	}

	thinking(thinking: string): string {
		return this.assistant({ type: 'thinking', thinking, signature: 'c2lnbmVk' })
	}

	tool(id: string, name: string, input: Content = {}, usage?: MockUsage, message?: string): string {
		return this.assistant({ type: 'tool_use', id, name, input }, usage, message)
	}

	result(id: string, content: unknown = 'ok', more: Content = {}, failed = false): string {
		const part = { tool_use_id: id, type: 'tool_result', content, is_error: failed }
		return this.prompt([part], { toolUseResult: content, ...more })
	}

	/** The result of a tool that began a sub-agent. */
	agentResult(id: string, agentId: string, status: 'completed' | 'async_launched'): string {
		const content = [{ type: 'text', text: `Done. agentId: ${agentId}` }]
		return this.result(id, content, {
			toolUseResult: { status, agentId, isAsync: status === 'async_launched', content },
		})
	}

	backgroundEnded(id: string, agentId: string): string {
		return this.meta('queue-operation', {
			operation: 'enqueue',
			timestamp: new Date(this.#options.now()).toISOString(),
			content: `<task-notification>\n<task-id>${agentId}</task-id>\n<tool-use-id>${id}</tool-use-id>\n<status>completed</status>\n<summary>Agent completed</summary>\n</task-notification>`,
		})
	}

	progress(toolId: string, of = 'bash_progress'): string {
		return this.record('progress', {
			data: { type: of, output: '', elapsedTimeSeconds: 3 },
			toolUseID: `${of}-1`,
			parentToolUseID: toolId,
		})
	}

	turnEnd(): string {
		return this.record('system', { subtype: 'turn_duration', durationMs: 1_234, isMeta: false })
	}

	compacted(): readonly string[] {
		return [
			this.record('system', {
				subtype: 'compact_boundary',
				content: 'Conversation compacted',
				compactMetadata: { trigger: 'auto', preTokens: 150_000 },
			}),
			this.prompt('This session is being continued from an earlier one.', {
				isCompactSummary: true,
				isVisibleInTranscriptOnly: true,
			}),
		]
	}

	failed(text: string): string {
		return this.record('assistant', {
			message: {
				id: randomUUID(),
				role: 'assistant',
				model: '<synthetic>',
				content: [{ type: 'text', text }],
				usage: { input_tokens: 0, output_tokens: 0 },
			},
			isApiErrorMessage: true,
		})
	}
}
