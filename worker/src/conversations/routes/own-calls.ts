/** Calls that people make on the page, with a button or a field: each stands in the conversation of its person and day, and is reverted there. */
import { isOwnCall } from '@fairlead/protocol/tools'
import { OwnCall, OwnCallAnswer } from '@fairlead/protocol/wire/own-call'
import type { ActorOf } from '../../access/actor.ts'
import type { Env } from '../../env.ts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { type Granted, json, type Route, route } from '../../http/route.ts'
import { hashSecret } from '../../platform/secrets.ts'
import type { CallStanding } from '../../ports/client-call.ts'
import type { Readiness } from '../../ports/room.ts'
import { clientTitle, conversationOfClient, dayOf } from '../clients/client-conversation.ts'
import { type CallStarted, startOwnCall } from '../start-run.ts'

type CallRefusal = Extract<CallStarted, { ok: false }>['reason']

/** The page shows a call that takes longer as one that goes on. */
const MAX_WAIT_MS = 20_000
const RETRY_PAUSE_MS = 500
/** Arguments are stored with the message, and again with the call. */
const MAX_INPUT_CHARS = 50_000

export const ownCallRoutes: readonly Route[] = [
	route({
		method: 'post',
		path: '/api/projects/:projectId/calls',
		operationId: 'makeOwnCall',
		summary: 'Change the open scene by hand: play, save, undo, or set a value',
		access: { by: ['session'], on: 'project', needs: 'room.change_by_hand', origin: 'own' },
		body: OwnCall,
		answers: [
			{
				status: 200,
				schema: OwnCallAnswer,
				description: 'How it ended; `open` if it is still under way after 20 seconds.',
			},
		],
		async handle({ env, body, granted, now, note }) {
			const { id, editorKey, tool, input } = body
			if (!isOwnCall(tool, input) || JSON.stringify(input).length > MAX_INPUT_CHARS) {
				throw new HttpProblem('invalid_request', 'This change cannot be made by hand.', {
					detail: 'Ask the agent to make it.',
				})
			}
			const { project, actor } = granted
			const ready = env.ROOM.getByName(project.id).readiness(editorKey)
			const problem = problemOf((await ready) as Readiness)
			// One that was made already is told, whatever the editor does now.
			if (problem && !(await isKnown(env, await conversationIdOf(actor, project.id, now), id))) {
				throw problem
			}
			const conversation = await ownConversation(env, granted, now)
			note({ subject: conversation.id, detail: { tool, action: input['action'] } })
			const place = { ...granted, conversation }
			const call = { id, name: tool, input }
			const started = await startOwnCall(env, actor, place, call, editorKey)
			if (!started.ok) throw notTaken(started.reason)
			return json(await ended(env, conversation.id, id))
		},
	}),
]

async function ownConversation(
	env: Env,
	{ actor, project }: Pick<Granted<'session', 'project'>, 'actor' | 'project'>,
	now: number,
) {
	const title = clientTitle(`${actor.name} by hand`, now)
	const of = { id: await conversationIdOf(actor, project.id, now), projectId: project.id, title }
	return conversationOfClient(env, of, actor.userId, now)
}

async function conversationIdOf(
	{ userId }: ActorOf<'session'>,
	projectId: string,
	now: number,
): Promise<string> {
	const of = ['own', projectId, userId, dayOf(now)].join(' ')
	return `cnv_${(await hashSecret(of)).slice(0, 24)}`
}

/** Waits for its end, as long as a person looks at a button. */
async function ended(env: Env, conversationId: string, id: string): Promise<OwnCallAnswer> {
	const until = Date.now() + MAX_WAIT_MS
	let known: CallStanding | null = null
	while (Date.now() < until) {
		const conversation = env.CONVERSATION.getByName(conversationId)
		try {
			known = (await conversation.clientCall(id, known, until - Date.now())) as CallStanding
		} catch {
			// The conversation was replaced by a deploy: the next instance continues the call.
			await scheduler.wait(RETRY_PAUSE_MS)
			continue
		}
		if (known.state === 'done') return answerOf(conversationId, known.outcome)
		if (known.state === 'gone') return { conversationId, state: 'failed', ...WITHDRAWN }
	}
	const waits = known?.state === 'running' && known.reason !== null ? known.reason : undefined
	return { conversationId, state: 'open', ...(waits === undefined ? {} : { message: waits }) }
}

function answerOf(
	conversationId: string,
	outcome: Extract<CallStanding, { state: 'done' }>['outcome'],
): OwnCallAnswer {
	if (outcome.status === 'ok') return { conversationId, state: 'done', result: outcome.result }
	const { message, hint } = outcome.error
	return { conversationId, state: 'failed', message, ...(hint === undefined ? {} : { hint }) }
}

const WITHDRAWN = {
	message: 'The change was withdrawn before it began.',
	hint: 'Nothing was done.',
} as const

async function isKnown(env: Env, conversationId: string, id: string): Promise<boolean> {
	const call = env.CONVERSATION.getByName(conversationId).clientCall(id, null, 0)
	return ((await call) as CallStanding).state !== 'gone'
}

function problemOf({ refusal, waits }: Readiness): HttpProblem | null {
	if (refusal) return cannotNow(refusal.error)
	// A button that acts later, when nobody looks, is a surprise.
	return waits === null
		? null
		: cannotNow({ message: `${waits}.`, hint: 'Try again when Unity is ready.' })
}

const cannotNow = ({ message, hint }: { message: string; hint?: string | undefined }) =>
	new HttpProblem('conflict', message, hint === undefined ? {} : { detail: hint })

function notTaken(reason: CallRefusal): HttpProblem {
	if (reason === 'forbidden' || reason === 'hidden') return notFound('project')
	const [title, detail] = WHY[reason]
	return new HttpProblem('conflict', title, { detail })
}

const WHY: Readonly<
	Record<Exclude<CallRefusal, 'forbidden' | 'hidden'>, readonly [title: string, detail: string]>
> = {
	in_use: [
		'The conversation of what you do by hand is at work: the agent, or a change at another editor.',
		'Wait until it has finished, or stop it there.',
	],
	queue_full: ['Too many of your changes are waiting already.', 'Wait for some to finish.'],
	revert_active: ['Changes that you made by hand are being reverted.', 'Wait until that ends.'],
	other_call: ['This id stands for another change.', 'Use a new id.'],
	withdrawn: ['The change was not made.', 'Try again.'],
}
