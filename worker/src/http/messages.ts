import {
	ApprovalAnswer,
	MessagePage,
	MessageQuery,
	PostedQueued,
	PostMessage,
	type QueuedMessage,
	QueuedMessageList,
	StopRequest,
	StopResult,
} from '@fairlead/protocol/http'
import * as z from 'zod'
import type { PostResult } from '../conversations/conversation-port.ts'
import type { Env } from '../env.ts'
import { HttpProblem } from './problem.ts'
import { json, noContent, type Route, route } from './route.ts'

/** Some images and a long text; also the largest row of the Conversation's storage. */
const MAX_MESSAGE_BYTES = 2 * 1024 * 1024

const StreamQuery = z.object({ cursor: z.string().max(256).optional() })

/** The Conversation's own stream, passed on as it is: not parsed, not buffered. */
async function streamOf(
	env: Env,
	conversationId: string,
	query: Readonly<Record<string, string>>,
	signal: AbortSignal,
): Promise<Response> {
	const url = `https://conversation/stream?${new URLSearchParams(query)}`
	return env.CONVERSATION.getByName(conversationId).fetch(url, { signal })
}

const EVENT_STREAM = {
	status: 200,
	mediaType: 'text/event-stream',
	description: "The AI SDK's UI message stream, version 1.",
} as const

export const messageRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/conversations/:conversationId/messages',
		summary: 'Read a page of messages',
		access: { kind: 'conversation', role: 'viewer' },
		query: MessageQuery,
		answers: [{ status: 200, schema: MessagePage, description: 'Oldest first.' }],
		async handle({ env, granted, query }) {
			const { conversation } = granted
			const stub = env.CONVERSATION.getByName(conversation.id)
			const page: MessagePage = await stub.messages({
				limit: query.limit,
				...(query.before === undefined ? {} : { before: query.before }),
			})
			return json(page)
		},
	}),
	route({
		method: 'post',
		path: '/api/conversations/:conversationId/messages',
		summary: 'Send a message and follow the answer',
		access: { kind: 'conversation', role: 'editor' },
		body: PostMessage,
		maxBodyBytes: MAX_MESSAGE_BYTES,
		answers: [
			EVENT_STREAM,
			{
				status: 202,
				schema: PostedQueued,
				description: 'A run is active: the message is stored and enters it (see "steer").',
			},
			{ status: 204, description: 'The message was sent before and its run has ended.' },
		],
		async handle({ c, env, body, granted }) {
			const { conversation, principal, project } = granted
			const stub = env.CONVERSATION.getByName(conversation.id)
			await stub.open({
				conversationId: conversation.id,
				projectId: conversation.projectId,
			})
			const model = body.model ?? conversation.model
			const posted = (await stub.postMessage(
				{
					message: body.message,
					mode: body.mode ?? conversation.mode,
					...(body.steer === undefined ? {} : { steer: body.steer }),
					...(model === null ? {} : { model }),
				},
				principal.user.id,
				{ ...project.budget, ...conversation.budget },
			)) as PostResult
			if (!posted.ok) {
				switch (posted.reason) {
					case 'queue_full':
						throw new HttpProblem('queue_full', 'Too many messages wait for the agent here.', {
							detail: 'Wait until it has read them, or take some back, then send again.',
						})
					case 'revert_active':
						throw new HttpProblem(
							'revert_active',
							'Changes of this conversation are being reverted.',
							{
								detail: 'Wait until that has ended, or stop it, then send again.',
							},
						)
					case 'withdrawn':
						throw new HttpProblem('conflict', 'This message was taken back.', {
							detail: 'Send it again as a new message.',
						})
					case 'unknown_model':
						throw new HttpProblem(
							'unknown_model',
							`The model "${posted.model}" is not available here.`,
							{ detail: 'Choose another model for this conversation.' },
						)
					default:
						return posted satisfies never
				}
			}
			if (posted.kind === 'queued') {
				return json({ queued: posted.queued, run: posted.run } satisfies PostedQueued, 202)
			}
			return streamOf(env, conversation.id, { from: posted.messageId }, c.req.raw.signal)
		},
	}),
	route({
		method: 'get',
		path: '/api/conversations/:conversationId/queue',
		summary: 'List the messages that wait to enter the run',
		access: { kind: 'conversation', role: 'viewer' },
		answers: [{ status: 200, schema: QueuedMessageList, description: 'In their order.' }],
		async handle({ env, granted }) {
			const stub = env.CONVERSATION.getByName(granted.conversation.id)
			const queued: QueuedMessage[] = await stub.queuedMessages()
			return json({ queued })
		},
	}),
	route({
		method: 'delete',
		path: '/api/conversations/:conversationId/queue/:messageId',
		summary: 'Take back a message that has not entered the run',
		access: { kind: 'conversation', role: 'editor' },
		answers: [{ status: 204, description: 'It will not enter.' }],
		async handle({ env, granted, param }) {
			const stub = env.CONVERSATION.getByName(granted.conversation.id)
			if (!(await stub.withdrawMessage(param('messageId')))) {
				throw new HttpProblem('conflict', 'This message does not wait any more.', {
					detail: 'The agent has read it, or somebody took it back.',
				})
			}
			return noContent()
		},
	}),
	route({
		method: 'get',
		path: '/api/conversations/:conversationId/stream',
		summary: 'Follow the active run',
		access: { kind: 'conversation', role: 'viewer' },
		query: StreamQuery,
		answers: [EVENT_STREAM, { status: 204, description: 'No run is active.' }],
		async handle({ c, env, granted, query }) {
			// What browsers' own EventSource sends when it comes back.
			const cursor = query.cursor ?? c.req.header('last-event-id')
			return streamOf(
				env,
				granted.conversation.id,
				cursor === undefined ? {} : { cursor },
				c.req.raw.signal,
			)
		},
	}),
	route({
		method: 'post',
		path: '/api/conversations/:conversationId/stop',
		summary: 'Stop the active run',
		access: { kind: 'conversation', role: 'editor' },
		body: StopRequest,
		answers: [{ status: 200, schema: StopResult, description: 'The run and its state now.' }],
		async handle({ env, body, granted }) {
			const stub = env.CONVERSATION.getByName(granted.conversation.id)
			return json(await stub.stop(body.runId ?? null, body.withdrawQueued ?? false))
		},
	}),
	route({
		method: 'post',
		path: '/api/conversations/:conversationId/approvals/:approvalId',
		summary: 'Answer a request for approval',
		access: { kind: 'conversation', role: 'editor' },
		body: ApprovalAnswer,
		answers: [{ status: 204, description: 'The run continues with this answer.' }],
		async handle({ env, body, granted, param }) {
			const stub = env.CONVERSATION.getByName(granted.conversation.id)
			const { approved, reason, scope = 'once' } = body
			const more = { scope, userId: granted.principal.user.id }
			const asked = await stub.answerApproval(param('approvalId'), approved, reason, more)
			if (!asked) {
				throw new HttpProblem('conflict', 'This request has already been answered or has ended.', {
					detail: 'It was answered elsewhere, or the run has ended.',
				})
			}
			return noContent()
		},
	}),
]
