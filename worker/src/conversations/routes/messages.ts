import { ApprovalAnswer } from '@fairlead/protocol/conversations/approvals'
import {
	AnsweredMessage,
	AnsweredQuestion,
	ChatClientPost,
	MessagePage,
	MessageQuery,
	PostedQueued,
	PostMessage,
	type QueuedMessage,
	QueuedMessageList,
	StopRequest,
	StopResult,
	UserMessage,
} from '@fairlead/protocol/conversations/messages'
import * as z from 'zod'
import { authorOf } from '../../access/author.ts'
import { may } from '../../access/can.ts'
import { forbidden, HttpProblem, issuesOf, notFound } from '../../http/problem.ts'
import {
	type CallerKind,
	type Granted,
	json,
	noContent,
	type Route,
	route,
} from '../../http/route.ts'
import { modelWithoutKey, unknownModel } from '../../models/routes/usable-model.ts'
import type { ConversationPort } from '../../ports/conversation.ts'
import { isSharedWhole } from '../../sharing/shared-calls.ts'
import { sharedPage, sharedQueued } from '../../sharing/shared-parts.ts'
import { overBudget, overQuota } from '../../usage/over-quota.ts'
import { startRun } from '../start-run.ts'
import { sseResponse } from './sse-response.ts'
import { pageWithout, seesSpending } from './without-spending.ts'

/** Some images and a long text are 2 MB; stock clients send earlier messages along. */
const MAX_POST_BYTES = 8 * 1024 * 1024
const MAX_MESSAGE_CHARS = 2 * 1024 * 1024

const StreamQuery = z.object({ cursor: z.string().max(256).optional() })

const EVENT_STREAM = {
	status: 200,
	mediaType: 'text/event-stream',
	description: "The AI SDK's UI message stream, version 1.",
} as const

const NO_MESSAGES: MessagePage = { messages: [], before: null, activeRun: null, queued: [] }

type Said =
	| { readonly kind: 'message'; readonly post: PostMessage }
	/** Answers to approval requests of an answer that the client has read up to `cursor`. */
	| { readonly kind: 'answers'; readonly answers: readonly Answered[]; readonly cursor: string }
interface Answered {
	readonly approvalId: string
	readonly answer: ApprovalAnswer
}

/** The content of the body, in our own form or that of the AI SDK's transports. */
function saidBy(body: PostMessage | ChatClientPost): Said {
	if ('message' in body) return { kind: 'message', post: body }
	const { messages, messageId, trigger, mode, model, steer } = body
	if (trigger === 'regenerate-message') {
		throw new HttpProblem('invalid_request', 'An answer stays in its conversation as it is.', {
			detail:
				'To have it made anew, branch at its question (POST /api/conversations/:conversationId/branches), and send the question to the branch.',
		})
	}
	const last = messages.at(-1)
	// During a run, a message may follow the answer whose approval requests are answered.
	const named = messages
		.map((message) => AnsweredMessage.safeParse(message))
		.find(({ data }) => data !== undefined && data.id === messageId)
	const answered = named ?? AnsweredMessage.safeParse(last)
	if (answered.success) {
		const answers = answered.data.parts.flatMap((part) => {
			const question = AnsweredQuestion.safeParse(part)
			if (!question.success) return []
			const { id, approved, reason } = question.data.approval
			const answer = ApprovalAnswer.parse({ approved, reason: reason?.trim() || undefined })
			return [{ approvalId: id, answer }]
		})
		const cursor = answered.data.metadata?.cursor
		if (answers.length > 0 && cursor !== undefined) return { kind: 'answers', answers, cursor }
		throw new HttpProblem('invalid_request', 'The last message contains nothing new.', {
			detail: 'Send a user message, or the streamed answer with its approvals answered.',
		})
	}
	const message = UserMessage.safeParse(last)
	if (!message.success) {
		throw new HttpProblem('invalid_request', 'The last message is not valid.', {
			detail: 'Fix the problems listed in "issues", then send it again.',
			issues: issuesOf(message.error),
		})
	}
	return { kind: 'message', post: { message: message.data, mode, model, steer } }
}

type InConversation = Granted<CallerKind, 'conversation'>

const mayHere = (
	{ actor, conversation, project, role }: InConversation,
	permission: 'run.answer' | 'run.answer_always',
): boolean =>
	may(actor, permission, {
		kind: 'conversation',
		projectId: project.id,
		conversationId: conversation.id,
		role,
	})

/** The route's own permission is to start runs: who may start one must not approve what it asks for. */
function requireAnswer(granted: InConversation): void {
	if (mayHere(granted, 'run.answer')) return
	throw new HttpProblem('forbidden', 'You may not answer approvals in this project.', {
		detail: 'An API token needs the scope "runs:approve"; a person needs the role approver.',
	})
}

/** A rule for the project's later runs takes more than an answer does. */
function requireAlways(granted: InConversation): void {
	if (mayHere(granted, 'run.answer_always')) return
	throw new HttpProblem('forbidden', 'You may not always allow something in this project.', {
		detail: 'Approve it once or for this run, or ask an editor of the project.',
	})
}

/** A visitor decides only about what the page shows whole: of a secret file's write it shows the path. */
async function requireSeen(
	stub: Pick<ConversationPort, 'openQuestions'>,
	{ actor }: InConversation,
	approvalId: string,
): Promise<void> {
	if (actor.kind !== 'share') return
	const questions = await stub.openQuestions()
	const asked = questions.find((question) => question.approvalId === approvalId)
	if (asked === undefined || isSharedWhole(asked.name, asked.params)) return
	throw new HttpProblem('forbidden', 'Part of this call is not shared, so you may not answer it.', {
		detail: 'A member of the project has to answer.',
	})
}

const followRoute = (path: `/${string}`, operationId: string, summary: string): Route =>
	route({
		method: 'get',
		path,
		operationId,
		summary,
		access: {
			by: ['token', 'session', 'share'],
			on: 'conversation',
			needs: 'conversation.read',
			origin: 'own-to-change',
		},
		query: StreamQuery,
		answers: [EVENT_STREAM, { status: 204, description: 'No run is active.' }],
		async handle(input) {
			// The header that browsers' own EventSource sends on reconnect.
			const cursor = input.query.cursor ?? input.c.req.header('last-event-id')
			return sseResponse(input, cursor === undefined ? {} : { cursor })
		},
	})

export const messageRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/conversations/:conversationId/messages',
		operationId: 'listMessages',
		summary: 'Read a page of messages',
		access: {
			by: ['token', 'session', 'share'],
			on: 'conversation',
			needs: 'conversation.read',
			origin: 'own-to-change',
		},
		query: MessageQuery,
		answers: [{ status: 200, schema: MessagePage, description: 'Oldest first.' }],
		async handle({ env, granted, query }) {
			const { actor, conversation } = granted
			const stub = env.CONVERSATION.getByName(conversation.id)
			const ask = async (): Promise<MessagePage | null> =>
				stub.messages({
					limit: query.limit,
					...(query.before === undefined ? {} : { before: query.before }),
				})
			let page = await ask()
			if (!page && conversation.lastRunId !== null) {
				// It had messages: the object's storage was lost.
				await stub.open({ conversationId: conversation.id, projectId: conversation.projectId })
				page = await ask()
			}
			const shown = page ?? NO_MESSAGES
			if (actor.kind === 'share') return json(sharedPage(shown))
			return json(seesSpending(granted) ? shown : pageWithout(shown))
		},
	}),
	route({
		method: 'post',
		path: '/api/conversations/:conversationId/messages',
		operationId: 'postMessage',
		summary: 'Send a message and stream the answer',
		audit: { none: 'The transcript records every message with its author.' },
		access: {
			by: ['token', 'session', 'share'],
			on: 'conversation',
			needs: 'run.start',
			origin: 'own-to-change',
		},
		body: z.union([PostMessage, ChatClientPost]),
		othersSendMore: 'Clients of the AI SDK send what they like beside the message.',
		maxBodyBytes: MAX_POST_BYTES,
		answers: [
			EVENT_STREAM,
			{
				status: 202,
				schema: PostedQueued,
				description: 'A run is active. The message is stored and joins it (see "steer").',
			},
			{ status: 204, description: 'The message was already sent, and its run has ended.' },
		],
		async handle(input) {
			const { env, body: sent, granted, now, note } = input
			const { actor, conversation } = granted
			const stub = env.CONVERSATION.getByName(conversation.id)
			const said = saidBy(sent)
			if (said.kind === 'answers') {
				requireAnswer(granted)
				const subject = said.answers.map(({ approvalId }) => approvalId).join(' ')
				note({ event: 'answerApproval', subject })
				for (const { approvalId, answer } of said.answers) {
					await requireSeen(stub, granted, approvalId)
					// A request answered elsewhere stays answered: the stream shows how.
					await stub.answerApproval(approvalId, answer, authorOf(actor))
				}
				return sseResponse(input, { cursor: said.cursor })
			}
			const body = said.post
			if (JSON.stringify(body.message).length > MAX_MESSAGE_CHARS) {
				throw new HttpProblem('too_large', 'The message is larger than 2 MB.', {
					detail: 'Send less at once, or attach smaller images.',
				})
			}
			// Model and mode are the members' to choose.
			const { model: _, mode: __, ...words } = body
			const posted = await startRun(env, actor, granted, actor.kind === 'share' ? words : body)
			if (!posted.ok) {
				switch (posted.reason) {
					case 'queue_full':
						throw new HttpProblem('queue_full', 'Too many messages are waiting for the agent.', {
							detail: 'Wait until the agent has read them, or withdraw some, then send again.',
						})
					case 'in_use':
					case 'revert_active':
						throw new HttpProblem(
							'revert_active',
							'A revert is in progress in this conversation.',
							{
								detail: 'Wait until it ends, or stop it, then send again.',
							},
						)
					case 'withdrawn':
						throw new HttpProblem('conflict', 'This message was withdrawn.', {
							detail: 'Send it again as a new message.',
						})
					case 'unknown_model':
						throw unknownModel(posted.model)
					case 'no_key':
						throw modelWithoutKey(posted.model)
					case 'over_quota':
						throw overQuota(posted.reached, now)
					case 'over_budget':
						throw overBudget(posted.stop, now)
					case 'hidden':
						throw notFound('conversation')
					case 'forbidden':
						throw forbidden()
					default:
						return posted satisfies never
				}
			}
			if (posted.kind === 'run') {
				return sseResponse(input, { from: posted.messageId })
			}
			const { queued, run } = posted
			// A stock client expects a stream: that of the run which the message enters.
			if ('messages' in sent && run) {
				return sseResponse(input, { from: run.messageId })
			}
			const shown = actor.kind === 'share' ? sharedQueued(queued) : queued
			return json({ queued: shown, run } satisfies PostedQueued, 202)
		},
	}),
	route({
		method: 'get',
		path: '/api/conversations/:conversationId/queue',
		operationId: 'listQueue',
		summary: 'List the messages waiting to join the run',
		access: {
			by: ['token', 'session', 'share'],
			on: 'conversation',
			needs: 'conversation.read',
			origin: 'own-to-change',
		},
		answers: [
			{ status: 200, schema: QueuedMessageList, description: 'In the order they were sent.' },
		],
		async handle({ env, granted }) {
			const stub = env.CONVERSATION.getByName(granted.conversation.id)
			const queued: QueuedMessage[] = await stub.queuedMessages()
			const shared = granted.actor.kind === 'share'
			return json({ queued: shared ? queued.map(sharedQueued) : queued })
		},
	}),
	route({
		method: 'delete',
		path: '/api/conversations/:conversationId/queue/:messageId',
		operationId: 'withdrawMessage',
		summary: 'Withdraw a message that has not joined the run',
		audit: { none: 'The transcript records it.' },
		access: {
			by: ['token', 'session', 'share'],
			on: 'conversation',
			needs: 'run.withdraw',
			origin: 'own-to-change',
		},
		answers: [{ status: 204, description: 'The message is withdrawn.' }],
		async handle({ env, granted, param }) {
			const stub = env.CONVERSATION.getByName(granted.conversation.id)
			if (!(await stub.withdrawMessage(param('messageId'), authorOf(granted.actor)))) {
				throw new HttpProblem('conflict', 'This message is no longer waiting.', {
					detail: 'The agent has read it, or someone withdrew it.',
				})
			}
			return noContent()
		},
	}),
	followRoute('/api/conversations/:conversationId/stream', 'followRun', 'Stream the active run'),
	// The path where the AI SDK's transports expect it if `api` is the path of the messages.
	followRoute(
		'/api/conversations/:conversationId/messages/:chatId/stream',
		'followRunAsChat',
		'Stream the active run, for a stock AI SDK client',
	),
	route({
		method: 'post',
		path: '/api/conversations/:conversationId/stop',
		operationId: 'stopRun',
		summary: 'Stop the active run',
		audit: { none: 'The transcript records by whom.' },
		access: {
			by: ['token', 'session', 'share'],
			on: 'conversation',
			needs: 'run.stop',
			origin: 'own-to-change',
		},
		body: StopRequest,
		answers: [{ status: 200, schema: StopResult, description: 'The run and its current state.' }],
		async handle({ env, body, granted }) {
			const stub = env.CONVERSATION.getByName(granted.conversation.id)
			const by = authorOf(granted.actor)
			const stopped: StopResult = await stub.stop(
				body.runId ?? null,
				body.withdrawQueued ?? false,
				by,
			)
			if (granted.actor.kind !== 'share') return json(stopped)
			return json({ ...stopped, withdrawn: stopped.withdrawn.map(sharedQueued) })
		},
	}),
	route({
		method: 'post',
		path: '/api/conversations/:conversationId/approvals/:approvalId',
		operationId: 'answerApproval',
		summary: 'Answer an approval',
		access: {
			by: ['token', 'session', 'share'],
			on: 'conversation',
			needs: 'run.answer',
			origin: 'own-to-change',
		},
		body: ApprovalAnswer,
		answers: [{ status: 204, description: 'The run continues with this answer.' }],
		async handle({ env, body, granted, param, note }) {
			note({ detail: { approved: body.approved, scope: body.scope } })
			if (body.scope === 'project') requireAlways(granted)
			const stub = env.CONVERSATION.getByName(granted.conversation.id)
			await requireSeen(stub, granted, param('approvalId'))
			const by = authorOf(granted.actor)
			if (!(await stub.answerApproval(param('approvalId'), body, by))) {
				throw new HttpProblem(
					'conflict',
					'This approval has already been answered or has expired.',
					{
						detail: 'It was answered in another window, or the run has ended.',
					},
				)
			}
			return noContent()
		},
	}),
]
