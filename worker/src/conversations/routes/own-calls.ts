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
			const { id, tool, input } = body
			if (!isOwnCall(tool, input) || JSON.stringify(input).length > MAX_INPUT_CHARS) {
				throw new HttpProblem('invalid_request', 'This change cannot be made by hand.', {
					detail: 'Ask the agent to make it.',
				})
			}
			const { project, actor } = granted
			const { refusal, waits } = (await env.ROOM.getByName(project.id).readiness()) as Readiness
			if (refusal) throw cannotNow(refusal.error)
			// A button that acts later, when nobody looks, is a surprise.
			if (waits !== null) {
				throw cannotNow({ message: `${waits}.`, hint: 'Try again when Unity is ready.' })
			}
			const conversation = await ownConversation(env, granted, now)
			note({ subject: conversation.id, detail: { tool, action: input['action'] } })
			const place = { ...granted, conversation }
			const started = await startOwnCall(env, actor, place, { id, name: tool, input })
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
		known = (await conversation.clientCall(id, known, until - Date.now())) as CallStanding
		if (known.state === 'done') return answerOf(conversationId, known.outcome)
		if (known.state === 'gone') break
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
		'The agent is working in the conversation of what you do by hand.',
		'Wait until it has finished, or stop it there.',
	],
	queue_full: ['Too many of your changes are waiting already.', 'Wait for some to finish.'],
	revert_active: ['Changes that you made by hand are being reverted.', 'Wait until that ends.'],
	withdrawn: ['The change was not made.', 'Try again.'],
}
