/**
 * The published, unmodified clients of the AI SDK: the chat of `@ai-sdk/react` over
 * the transport of `ai`. They never reconnect to a stream, and still see every answer whole.
 */
import { Chat } from '@ai-sdk/react'
import { Conversation } from '@fairlead/protocol/conversations/conversation'
import type { ConversationMode } from '@fairlead/protocol/conversations/runs'
import {
	DefaultChatTransport,
	lastAssistantMessageIsCompleteWithApprovalResponses,
	type UIMessage,
} from 'ai'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import { editorReady, objectsNamed, ownStack } from './stack-kit.ts'

const DEADLINE_MS = 60_000

let stack: Stack
beforeAll(async () => {
	const own = await ownStack()
	stack = own.stack
	await editorReady(stack)
	return own.close
})

async function newChat(
	mode: ConversationMode = 'auto',
): Promise<{ chat: Chat<UIMessage>; post: Post; errors: Error[] }> {
	const headers = { cookie: stack.owner.cookie, origin: stack.origin }
	const post: Post = async (path, body) =>
		fetch(stack.origin + path, {
			method: 'POST',
			headers: { ...headers, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		})
	const made = await post(`/api/projects/${stack.projectId}/conversations`, { mode })
	const { id } = Conversation.parse(await made.json())
	const errors: Error[] = []
	const chat = new Chat<UIMessage>({
		transport: new DefaultChatTransport({
			api: `${stack.origin}/api/conversations/${id}/messages`,
			headers,
		}),
		sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
		onError: (error) => errors.push(error),
	})
	return { chat, post: (path, body) => post(`/api/conversations/${id}${path}`, body), errors }
}
type Post = (path: string, body: unknown) => Promise<Response>

const until = (what: string, is: () => boolean): Promise<void> =>
	expect.poll(is, { timeout: DEADLINE_MS, message: what }).toBe(true)

const textOf = (message: UIMessage | undefined): string =>
	(message?.parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('')
/** The states of the tool parts. */
const statesOf = (message: UIMessage | undefined): string[] =>
	(message?.parts ?? []).flatMap((part) =>
		'state' in part && 'toolCallId' in part ? [String(part.state)] : [],
	)

describe('a stock client of the AI SDK', () => {
	test('makes five requests, over compiles and reloads, and sees each to its end', async () => {
		const { chat, errors } = await newChat()
		const requests = [
			'hello',
			'make a red cube above the floor and let it fall',
			'write a script Spinner that spins, and put it on the cube',
			'create a sphere named Moon at 0 3 0',
			'what is in the scene?',
		]
		for (const [n, request] of requests.entries()) {
			await chat.sendMessage({ text: request })
			expect(errors).toEqual([])
			expect(chat.status).toBe('ready')
			expect(chat.messages).toHaveLength(2 * (n + 1))
			const answer = chat.lastMessage
			expect(answer?.role).toBe('assistant')
			expect(answer?.metadata).toMatchObject({ state: 'completed' })
			expect(textOf(answer)).not.toBe('')
			for (const state of statesOf(answer)) expect(state).toMatch(/^output-/)
		}
		expect(await objectsNamed(stack, 'Moon')).toBe(1)
	})

	test('answers an approval with its own helper, and the same message continues', async () => {
		const { chat, errors } = await newChat('ask')
		await chat.sendMessage({ text: 'create a cube named Asked at 0 1 0' })
		const metadata = () => chat.lastMessage?.metadata as { state?: string } | undefined
		await until('the end of the answer', () => {
			const asked = chat.lastMessage?.parts.find(
				(part) => 'approval' in part && 'state' in part && part.state === 'approval-requested',
			) as { approval: { id: string } } | undefined
			if (asked && chat.status === 'ready')
				void chat.addToolApprovalResponse({ id: asked.approval.id, approved: true })
			return metadata()?.state === 'completed'
		})
		await until('a quiet client', () => chat.status === 'ready')
		expect(errors).toEqual([])
		expect(chat.messages.map((message) => message.role)).toEqual(['user', 'assistant'])
		for (const state of statesOf(chat.lastMessage)) expect(state).toBe('output-available')
		expect(textOf(chat.lastMessage)).not.toBe('')
		expect(await objectsNamed(stack, 'Asked')).toBe(1)
	})

	test('sends a message while its approval waits: it gets the stream of that run, with the approval', async () => {
		const { chat, post, errors } = await newChat('ask')
		await chat.sendMessage({ text: 'create a cube named Unasked at 0 1 0' })
		await chat.sendMessage({ text: 'hello' })
		expect(errors).toEqual([])
		expect(chat.status).toBe('ready')
		expect(chat.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'user'])
		expect(statesOf(chat.messages[1])).toContain('approval-requested')
		await post('/stop', { withdrawQueued: true })
	})

	test('stops listening and resumes the same answer; a stopped run ends its stream', async () => {
		const { chat, post, errors } = await newChat()
		const asked = chat.sendMessage({ text: 'make a red cube above the floor and let it fall' })
		// The answer's words: the last message is the person's own until it begins.
		await until('words', () => chat.messages.length === 2 && textOf(chat.lastMessage).length > 10)
		await chat.stop()
		await asked
		await chat.resumeStream()
		expect(errors).toEqual([])
		expect(chat.status).toBe('ready')
		expect(chat.messages).toHaveLength(2)
		expect(chat.lastMessage?.metadata).toMatchObject({ state: 'completed' })
		for (const state of statesOf(chat.lastMessage)) expect(state).toBe('output-available')

		const again = chat.sendMessage({ text: 'make a blue cube above the floor and let it fall' })
		await until(
			'the second answer',
			() => chat.messages.length === 4 && chat.status === 'streaming',
		)
		await post('/stop', {})
		await again
		expect(errors).toEqual([])
		expect(chat.lastMessage?.metadata).toMatchObject({ state: 'cancelled' })
	})
})
