/**
 * The simplest chat client of the HTTP interface that loses nothing: it posts,
 * follows the SSE stream, reconnects with its cursor until the end, and lets the
 * published `ai` package judge every frame.
 */
import {
	Conversation,
	type CreateConversation,
} from '@fairlead/protocol/conversations/conversation'
import { MessagePage, STREAM_HEADER } from '@fairlead/protocol/conversations/messages'
import { RevertPart, RevertPreview } from '@fairlead/protocol/conversations/revert'
import {
	parseJsonEventStream,
	readUIMessageStream,
	type UIMessage,
	uiMessageChunkSchema,
	validateUIMessages,
} from 'ai'
import type * as z from 'zod'
import type { Stack } from '../../scripts/stack/stack.ts'

/** Pause between reconnects; a restarting Worker needs a moment. */
const RETRY_MS = 100
const FOLLOW_TIMEOUT_MS = 90_000

export interface Part {
	readonly type: string
	readonly state?: string
	readonly text?: string
	readonly toolCallId?: string
	readonly input?: Record<string, unknown>
	readonly output?: { result: unknown; attachments?: { url: string; mediaType: string }[] }
	readonly errorText?: string
	readonly data?: Record<string, unknown>
}

export interface Message {
	readonly id: string
	readonly role: string
	readonly parts: readonly Part[]
	readonly metadata?: Record<string, unknown>
}

export interface Followed {
	/** All frames, in order, without repetition. */
	readonly frames: string
	/** The message that the AI SDK built from them. */
	readonly message: Message
}

/** A started server, the owner who is signed in, and their project. */
export type Server = Pick<Stack, 'origin' | 'owner' | 'projectId'>

export class ChatClient {
	readonly #server: Server
	readonly conversationId: string

	private constructor(server: Server, conversationId: string) {
		this.#server = server
		this.conversationId = conversationId
	}

	/** @param options mode and model of the new conversation */
	static async open(
		server: Server,
		options: z.input<typeof CreateConversation> = {},
	): Promise<ChatClient> {
		const response = await fetch(
			`${server.origin}/api/projects/${server.projectId}/conversations`,
			{
				method: 'POST',
				headers: headersOf(server),
				body: JSON.stringify(options),
			},
		)
		if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
		const { id } = Conversation.parse(await response.json())
		return new ChatClient(server, id)
	}

	/** Opens an existing conversation. */
	static of(server: Server, conversationId: string): ChatClient {
		return new ChatClient(server, conversationId)
	}

	/** The same conversation, on a restarted stack. */
	on(server: Server): ChatClient {
		return new ChatClient(server, this.conversationId)
	}

	/** Posts and returns the answer's response, unread. */
	post(text: string, id: string = crypto.randomUUID(), model?: string): Promise<Response> {
		return this.#fetch('POST', '/messages', {
			message: { id, role: 'user', parts: [{ type: 'text', text }] },
			...(model ? { model } : {}),
		})
	}

	/** Posts and follows the answer to its end, through any interruption. */
	async ask(text: string, options: { onFrame?: (frame: string) => void } = {}): Promise<Followed> {
		const response = await this.post(text)
		if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
		return this.follow(response, options)
	}

	/** Follows a stream to `finish`; reconnects with the cursor whenever it breaks. */
	async follow(
		first: Response | null,
		options: {
			onFrame?: (frame: string) => void
			leaveAfter?: number
			/** The patience for a run that takes long on purpose. */
			timeoutMs?: number
		} = {},
	): Promise<Followed> {
		const frames: string[] = []
		let cursor: string | null = null
		let response: Response | null = first
		const until = Date.now() + (options.timeoutMs ?? FOLLOW_TIMEOUT_MS)
		for (;;) {
			if (Date.now() > until)
				throw new Error(`The stream never finishes:\n${frames.slice(-5).join('')}`)
			response ??= await this.stream(cursor).catch(() => null)
			if (response?.status === 200 && response.body) {
				for await (const frame of framesOf(response.body)) {
					const id: string | undefined = /^id: (\S+)$/m.exec(frame)?.[1]
					if (!id) continue
					cursor = id
					frames.push(frame)
					options.onFrame?.(frame)
					if (options.leaveAfter !== undefined && frames.length === options.leaveAfter) break
				}
			} else if (response && response.status !== 204 && response.status < 500) {
				throw new Error(`${response.status} ${await response.text()}`)
			}
			if (frames.at(-1)?.includes('"type":"finish"')) break
			response = null
			await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
		}
		const text = frames.join('')
		return { frames: text, message: await readMessage(text) }
	}

	/** The stream from the cursor on, or all of it. */
	stream(cursor: string | null): Promise<Response> {
		return this.#fetch('GET', `/stream${cursor ? `?cursor=${cursor}` : ''}`)
	}

	/** Answers a question that a run waits for. */
	async answer(approvalId: string, approved: boolean): Promise<void> {
		const response = await this.#fetch('POST', `/approvals/${approvalId}`, { approved })
		if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
	}

	stop(): Promise<Response> {
		return this.#fetch('POST', '/stop', {})
	}

	/** The preview of reverting this. */
	async previewRevert(messageId: string, more: object = {}): Promise<RevertPreview> {
		const response = await this.#fetch('POST', '/revert', { messageId, preview: true, ...more })
		if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
		return RevertPreview.parse(await response.json())
	}

	/** Starts a revert; returns its id. */
	async beginRevert(messageId: string, more: object = {}): Promise<string> {
		const response = await this.#fetch('POST', '/revert', { messageId, ...more })
		if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`)
		return RevertPart.parse(await response.json()).revertId
	}

	/** Waits for the end of a revert by polling, like a page. */
	async reverted(revertId: string): Promise<RevertPart> {
		const until = Date.now() + FOLLOW_TIMEOUT_MS
		for (;;) {
			const response = await this.#fetch('GET', `/reverts/${revertId}`).catch(() => null)
			const part = response?.ok ? RevertPart.parse(await response.json()) : null
			if (part && part.state !== 'running') return part
			if (Date.now() > until) throw new Error(`The revert never ends: ${JSON.stringify(part)}`)
			await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
		}
	}

	async messages(): Promise<Message[]> {
		return (await this.page()).messages
	}

	/** The newest messages, and the active run. */
	async page(): Promise<Omit<MessagePage, 'messages'> & { messages: Message[] }> {
		const response = await this.#fetch('GET', '/messages')
		const page = MessagePage.parse(await response.json())
		return { ...page, messages: page.messages as unknown as Message[] }
	}

	async bytes(url: string): Promise<Uint8Array> {
		const response = await fetch(this.#server.origin + url, { headers: headersOf(this.#server) })
		if (!response.ok) throw new Error(`${url}: ${response.status}`)
		return new Uint8Array(await response.arrayBuffer())
	}

	#fetch(method: string, path: string, body?: unknown): Promise<Response> {
		return fetch(`${this.#server.origin}/api/conversations/${this.conversationId}${path}`, {
			method,
			headers: headersOf(this.#server),
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		})
	}
}

const headersOf = (server: Server): Record<string, string> => ({
	cookie: server.owner.cookie,
	origin: server.origin,
	'content-type': 'application/json',
	[STREAM_HEADER.name]: STREAM_HEADER.value,
})

/** Whole frames; one cut by the end of the connection is dropped. */
async function* framesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder()
	let rest = ''
	try {
		for await (const bytes of body) {
			const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
			rest = parts.pop() ?? ''
			for (const part of parts) yield `${part}\n\n`
		}
	} catch {
		// The connection broke: complete frames are valid.
	}
}

/** The independent check: bytes → chunks → message → validation, all by the published package. */
async function readMessage(frames: string): Promise<Message> {
	const chunks = parseJsonEventStream({
		stream: new Blob([frames]).stream(),
		schema: uiMessageChunkSchema,
	}).pipeThrough(
		new TransformStream({
			transform(result, controller) {
				if (!result.success) throw result.error
				controller.enqueue(result.value)
			},
		}),
	)
	let last: UIMessage | undefined
	for await (const message of readUIMessageStream({ stream: chunks, terminateOnError: true })) {
		last = message
	}
	if (!last) throw new Error('The stream held no message.')
	const message = JSON.parse(JSON.stringify(last)) as Message
	await validateUIMessages({ messages: [message] })
	return message
}

export const toolParts = (message: Message, name?: string): Part[] =>
	message.parts.filter((part) =>
		name ? part.type === `tool-${name}` : part.type.startsWith('tool-'),
	)

export const textOf = (message: Message): string =>
	message.parts
		.filter((part) => part.type === 'text')
		.map((part) => part.text)
		.join('\n')
